import type { Plugin } from 'vite';

type Edit = [what: RegExp, instead: string];

/** What a bundler can't know to be of no use here, so that it leaves out all that hangs on it. */
const edits: Edit[] = [
  // A name for the developer tools keeps a component that nobody uses.
  [/^\w+\.displayName = .*$/gm, ''],
  // Nothing but a value is made, for which nobody may ask.
  [/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'],
  // Prefetching and the documents of the framework, on which no link of the app calls.
  [/return shouldPrefetch && !isAbsolute \?/, 'return false ?'],
  // Ways to build, watch and mend an app of which none is used.
  [/\b(?:init|opts\?)\.instrumentations\)/g, 'false)'],
  [/window\?\.__staticRouterHydrationData/, 'undefined'],
  [/^var defaultErrorElement = .*;$/m, 'var defaultErrorElement = null;'],
  [/return .*createElement\(RSCErrorHandler, .*;$/m, 'return result;'],
  // Advice to developers.
  [/^var ENABLE_DEV_WARNINGS = true;/m, 'var ENABLE_DEV_WARNINGS = false;'],
  [/^function warning\(cond, message\) \{/m, '$& return;'],
  [/(\binvariant2?\([^;]*?,)\s*(?:"[^"]*"|`[^`]*`)\s*\)/g, '$1 "react-router")'],
];

/**
 * Takes out of React Router what only its framework and its developers need, 4 kB of 27; and of Vite
 * what fetches the styles and chunks of a chunk, for there is one stylesheet and the page names the chunks.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'giro-lean-libraries',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\0vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
    transform: {
      filter: { id: /\/react-router\/dist\/.*\.mjs$/ },
      handler(code) {
        return {
          code: edits.reduce((text, [what, instead]) => text.replace(what, instead), code),
          map: null,
        };
      },
    },
  };
}
