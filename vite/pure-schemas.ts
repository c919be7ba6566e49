import type { Plugin } from 'vite';

/**
 * Says of each schema that making it does nothing else: a page then leaves out those that only the
 * server asks for, and the checks that only they need. A method of a schema hides that from a bundler.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'giro-pure-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(app|contract)\/.*\.tsx?$/, code: 'zod/mini' },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}

/** Marks every call of `z` but those that read a value, which may throw. */
export function markPure(code: string): string {
  return code.replace(
    /\bz\s*\.(?!(?:safeParse|parse|safeDecode|decode|safeEncode|encode)(?:Async)?\()[\w.]+\(/g,
    '/* @__PURE__ */ $&',
  );
}
