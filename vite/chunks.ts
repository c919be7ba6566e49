type Group = { name: string; test?: RegExp; tags?: ['$initial']; priority: number };

/**
 * The chunks that several pages share. Few files compress far better than many; what only one page
 * uses stays with it, so that none fetches what it has no use for.
 */
export const sharedChunks: Group[] = [
  // Everything that the app begins with.
  { name: 'start', tags: ['$initial'], priority: 4 },
  // What the sign-in page and most others are made of.
  {
    name: 'fields',
    test: /\/app\/ui\/(card|control|field|notice|text-field)|\/app\/layouts\/(organisation-sign-in|signed-out)/,
    priority: 3,
  },
  // The frame of whoever is signed in, and what nearly every page in it shows.
  {
    name: 'frame',
    test: /queryObserver|mutationObserver|\/use(Base|Suspense)?Query\.|\/useMutation\.|\/app\/layouts\/(app-layout|use-leaving)|\/app\/i18n\/(use-|country)|\/money\/(number|rate|write)|\/app\/ui\/(ago|clock|code-badge|details|empty-state|fold|split|table|text-ems)|\/api\/(accounts|destination|reference|wire)|\/contract\/(country|destination|simulation)/,
    priority: 2,
  },
  { name: 'combobox', test: /\/app\/ui\/(combobox|use-combobox)/, priority: 2 },
  { name: 'forms', test: /react-hook-form/, priority: 1 },
];
