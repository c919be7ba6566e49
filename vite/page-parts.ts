import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { appLocales } from '../src/contract/api/languages.ts';
import { allPages, wordsOf } from '../src/contract/api/pages.ts';

const app = resolve('src/app');

/**
 * Writes `page.json` for the server: the chunks to preload besides those of the start, by page, by
 * part of the catalogue and language, and for the layout.
 */
export function pageParts(): Plugin {
  return {
    name: 'giro-page-parts',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find((chunk) => chunk.isEntry);
      const start = reach(entry ? [entry] : []);

      /** The chunks that these modules need, without those that the entry script imports. */
      function needed(...modules: string[]): string[] {
        const ids = modules.map((module) => resolve(app, module));
        // A facade chunk contains no module itself: it only re-exports one from a shared chunk.
        const roots = chunks.filter(({ moduleIds, facadeModuleId }) =>
          ids.some((id) => moduleIds.includes(id) || facadeModuleId === id),
        );
        if (roots.length === 0) throw new Error(`no chunk has ${modules.join(' or ')}`);
        return [...reach(roots)].filter((file) => !start.has(file));
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

      const ofPage = (folder: string) =>
        needed(`pages/${folder}/page.tsx`, `pages/${folder}/loader.ts`);
      const words = new Set(['start', ...allPages.map(([folder]) => wordsOf(folder))]);
      const ofWords = (locale: string) => (part: string) =>
        [`${locale}/${part}`, needed(`i18n/catalogues/${locale}.po?words=${part}`)] as const;
      const parts = {
        pages: Object.fromEntries(allPages.map(([folder]) => [folder, ofPage(folder)])),
        words: Object.fromEntries(appLocales.flatMap((locale) => [...words].map(ofWords(locale)))),
        frame: needed('layouts/app-layout.tsx'),
      };
      this.emitFile({ type: 'asset', fileName: 'page.json', source: JSON.stringify(parts) });
    },
  };
}
