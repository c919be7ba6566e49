import type { Plugin } from 'vite';

type Edit = { why: string; what: RegExp; instead: string };

/**
 * What a bundler can't know of React Router: none of it changes what an app does that uses neither its
 * framework nor its instruments. `test/lean-libraries.spec.ts` holds each to the installed version.
 */
export const edits: readonly Edit[] = [
  {
    why: 'nothing but a value is made: who does not ask for it can do without',
    what: /= (React\d*\.(?:forwardRef|createContext|memo)\()/g,
    instead: '= /* @__PURE__ */ $1',
  },
  {
    why: 'a name for the developer tools keeps a component that nobody uses',
    what: /^\w+\.displayName = .*$/gm,
    instead: '',
  },
  {
    why: 'nobody measures the router from within',
    what: /\b(?:init|opts\?)\.instrumentations\)/g,
    instead: 'false)',
  },
  {
    why: 'no components of a server are rendered',
    what: /return .*createElement\(RSCErrorHandler, .*;$/gm,
    instead: 'return result;',
  },
  {
    why: 'what a developer did wrong is told by the place in the code',
    what: /(\binvariant2?\([^;]*?,)\s*(?:"[^"]*"|`[^`]*`)\s*\)/g,
    instead: '$1 "react-router")',
  },
];

/** Advice to developers, which only warns: a call of these is left out with its words. */
export const adviceOnly = ['warning', 'warnOnce'];

/** The module with the edits made, and which of them found their place. */
export function lean(code: string): { code: string; made: readonly Edit[] } {
  const made = edits.filter(({ what }) => code.search(what) >= 0);
  return {
    code: made.reduce((text, { what, instead }) => text.replace(what, instead), code),
    made,
  };
}

/**
 * Takes out of React Router what only its framework and its developers need, and of Vite what fetches
 * the styles and chunks of a chunk, for there is one stylesheet and the page names the chunks.
 * The build fails where a new version leaves one of them without effect.
 */
export function leanLibraries(): Plugin {
  const helper = 'the helper of imports is not as it was';
  const missing = new Set<string>([...edits.map(({ why }) => why), helper]);
  return {
    name: 'giro-lean-libraries',
    // Of what is built for Node, the libraries stay outside.
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    enforce: 'pre',
    load: {
      filter: { id: /\0vite\/preload-helper/ },
      handler() {
        missing.delete(helper);
        return 'export const __vitePreload = (load) => load();';
      },
    },
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.mjs$/ },
      handler(text) {
        const { code, made } = lean(text);
        for (const { why } of made) missing.delete(why);
        return { code, map: null };
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(`vite/lean-libraries.ts has no effect: ${[...missing].join('; ')}`);
    },
  };
}
