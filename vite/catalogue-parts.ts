import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { allPages } from '../src/contract/api/pages.ts';
import { reachedFrom } from './source-graph.ts';

/**
 * Answers the part of a catalogue that the pages of a part need: `en.po?words=quote` holds the messages
 * that code of these pages shows and no other page begins with, `en.po?words=start` those of all else.
 */
export function catalogueParts(): Plugin {
  const config = getConfig();
  let parts: ReturnType<typeof createParts> | undefined;
  return {
    name: 'giro-catalogue-parts',
    // What imports what may change while the development server runs.
    hotUpdate: () => {
      parts = undefined;
    },
    transform: {
      filter: { id: /\.po\?words=/ },
      async handler(_code, id) {
        const [file = '', query] = id.split('?');
        const part = new URLSearchParams(query).get('words') ?? '';
        const path = relative(config.rootDir, file);
        const found = getCatalogForFile(path, await getCatalogs(config));
        if (!found) throw new Error(`${path} is no catalogue of lingui.config.ts`);
        const { locale, catalog } = found;
        const { messages } = await catalog.getTranslations(locale, {
          fallbackLocales: config.fallbackLocales,
          sourceLocale: config.sourceLocale,
          missingBehavior: 'resolved',
        });
        const entries = (await catalog.read(locale)) ?? {};
        // Every file of the app is read for it: not before a catalogue is asked for.
        parts ??= createParts();
        const isIn = parts;
        const own = Object.entries(messages).filter(([id]) =>
          isIn(part, entries[id]?.origin?.map(([origin]) => origin) ?? []),
        );
        const compiled = createCompiledCatalog(locale, Object.fromEntries(own), {
          namespace: 'es',
        });
        return { code: compiled.source, map: null, moduleType: 'js' };
      },
    },
  };
}

/** Tells whether a part holds the message that is written in these files. */
export function createParts(): (part: string, origins: readonly string[]) => boolean {
  const rootsOf = (isOfPart: (words: string | undefined) => boolean) =>
    allPages.filter(([, { words }]) => isOfPart(words)).map(([page]) => resolve(pagesFolder, page));
  const ofStart = rootsOf((words) => words === undefined);
  const start = reachedFrom(
    ['src/app/main.tsx', ...ofStart.flatMap(filesOf)],
    (file) => file.startsWith(pagesFolder) && !ofStart.some((page) => file.startsWith(page)),
  );
  const parts = new Map<string, Set<string>>();
  return (part, origins) => {
    const files = origins.map((origin) => resolve(origin));
    if (files.some((file) => start.has(file))) return part === 'start';
    const reached =
      parts.get(part) ?? reachedFrom(rootsOf((words) => words === part).flatMap(filesOf));
    parts.set(part, reached);
    return files.some((file) => reached.has(file));
  };
}

const pagesFolder = resolve('src/app/pages');
const filesOf = (page: string) => [`${page}/page.tsx`, `${page}/loader.ts`].filter(existsSync);
