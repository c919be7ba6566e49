type Group = { name: string; test: RegExp; priority: number };

/**
 * The chunks that several pages share. Few files compress far better than many; what only one page
 * uses stays with it, so that none fetches what it has no use for.
 */
export const sharedChunks: Group[] = [
  // Everything that the app begins with: a group takes along what its modules import.
  { name: 'start', test: /\/app\/main\.tsx$|\/react-dom\/|\0rolldown\/runtime/, priority: 4 },
  // What the sign-in page and most others are made of.
  {
    name: 'fields',
    test: /\/app\/ui\/(card|control|field|notice|text-field)|\/app\/auth\/(organisation-sign-in|signed-out)/,
    priority: 3,
  },
  // The frame of whoever is signed in, and what nearly every page in it shows.
  {
    name: 'frame',
    test: /queryObserver|mutationObserver|\/use(Base|Suspense)?Query\.|\/useMutation\.|\/app\/(layouts\/app-layout|router\/use-destination)|\/app\/i18n\/(service-words|use-format|use-money|use-names|country)|\/money\/(number|rate|write)|\/app\/ui\/(ago|clock|details|empty-state|split|text-ems)|\/api\/(accounts|destination|query-keys|reference|wire)|\/app\/open-sends\/own-open|\/contract\/(country|destination|simulation)/,
    priority: 2,
  },
  // What is known of transfers, and how it is kept up to date.
  {
    name: 'live',
    test: /\/app\/live\/(use-live|event-stream|refresher|outdated|freshness|use-fresh)|\/app\/api\/(polling|sends|transfer-cache|transfers)\.|\/contract\/api\/(send|transfer)\.|\/app\/transfers\/status-badge/,
    priority: 2,
  },
  // How a quote is asked for: the next page asks again.
  {
    name: 'quote',
    test: /\/api\/quotes?\.|\/pages\/quote\/(loader|quote-search)/,
    priority: 2,
  },
  { name: 'combobox', test: /\/app\/ui\/(combobox|use-combobox)/, priority: 2 },
  { name: 'forms', test: /react-hook-form/, priority: 1 },
];
