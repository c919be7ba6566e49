import type { Plugin, Rolldown } from 'vite';

/**
 * Writes `page.json` for who serves the page: by page (its folder), by part of the catalogue and
 * language, and for the frame, the chunks that are needed beside those of the start.
 */
export function pageParts(): Plugin {
  return {
    name: 'giro-page-parts',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry);
      const start = reach(entry ? [entry] : []);

      /** All that these modules need, without what the page's own script brings. */
      function needed(modules: RegExp): Record<string, string[]> {
        const roots = new Map<string, Rolldown.OutputChunk[]>();
        for (const chunk of chunks) {
          // A chunk may hold nothing but the way to a module that stands in a shared one.
          for (const id of new Set([...chunk.moduleIds, chunk.facadeModuleId ?? ''])) {
            const name = modules.exec(id)?.slice(1).filter(Boolean).join('/');
            if (name) roots.set(name, [...(roots.get(name) ?? []), chunk]);
          }
        }
        return Object.fromEntries(
          [...roots].map(([name, of]) => [name, [...reach(of)].filter((file) => !start.has(file))]),
        );
      }

      function reach(roots: Rolldown.OutputChunk[], found = new Set<string>()): Set<string> {
        for (const root of roots) {
          if (found.has(root.fileName)) continue;
          found.add(root.fileName);
          const imports = chunks.filter(({ fileName }) => root.imports.includes(fileName));
          reach(imports, found);
        }
        return found;
      }

      const parts = {
        pages: {
          ...needed(/\/src\/app\/pages\/(.+)\/(?:page\.tsx|loader\.ts)$/),
          // A part of a page that comes later, but for an address that shows it at once.
          ...needed(/\/src\/app\/pages\/(quote\/quote-aside)\.tsx$/),
          // For who has some.
          ...needed(/\/src\/app\/(open-sends)\/open-sends-notice\.tsx$/),
          // What the check of a sending looks at the recipient with.
          ...needed(/\/src\/app\/(accounts\/check-digits)\/checks\.ts$/),
        },
        words: needed(/\/catalogues\/(\w+)\.po\?words=(\w+)$/),
        frame: needed(/\/src\/app\/layouts\/(app-layout)\.tsx$/)['app-layout'] ?? [],
      };
      this.emitFile({ type: 'asset', fileName: 'page.json', source: JSON.stringify(parts) });
    },
  };
}
