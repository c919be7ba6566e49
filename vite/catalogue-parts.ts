import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { allPages, type LaterWords, wordsOf } from '../src/contract/api/pages.ts';
import { reachedFrom } from './source-graph.ts';

/**
 * Splits the message catalogues for code splitting: `en.po?words=quote` holds the messages that only the
 * code of these pages reaches, `en.po?words=start` those that the start of the app reaches. A build names
 * each message by two letters: Lingui's six of a hash compress to no less, in catalogue and code.
 */
export function catalogueParts(): Plugin[] {
  const config = getConfig();
  let parts: ReturnType<typeof createParts> | undefined;
  let shortIds: Promise<ReadonlyMap<string, string>> | undefined;
  let isBuild = false;

  async function read(file: string) {
    const found = getCatalogForFile(file, await getCatalogs(config));
    if (!found) throw new Error(`${file} is no catalogue of lingui.config.ts`);
    const { locale, catalog } = found;
    const { messages } = await catalog.getTranslations(locale, {
      fallbackLocales: config.fallbackLocales,
      sourceLocale: config.sourceLocale,
      missingBehavior: 'resolved',
    });
    const entries = (await catalog.read(locale)) ?? {};
    // Created on first use, because it reads every file of the app.
    parts ??= createParts();
    const isIn = parts;
    const idsOf = (part: string) =>
      Object.keys(messages).filter((id) =>
        isIn(part, entries[id]?.origin?.map(([origin]) => origin) ?? []),
      );
    return { locale, messages, idsOf };
  }

  async function shortIdsOfAll() {
    const { idsOf } = await read(`src/app/i18n/catalogues/${config.sourceLocale}.po`);
    const ids = new Set([...allParts].flatMap((part) => idsOf(part).sort()));
    return new Map([...ids].map((id, at) => [id, shortId(at)]));
  }

  return [
    {
      name: 'giro-catalogue-parts',
      configResolved: ({ command }) => {
        isBuild = command === 'build';
      },
      // The import graph can change while the development server runs.
      hotUpdate: () => {
        parts = undefined;
      },
      transform: {
        filter: { id: /\.po\?words=/ },
        async handler(_code, id) {
          const [file = '', query] = id.split('?');
          const part = new URLSearchParams(query).get('words') ?? '';
          const { locale, messages, idsOf } = await read(relative(config.rootDir, file));
          shortIds ??= isBuild ? shortIdsOfAll() : Promise.resolve(new Map());
          const short = await shortIds;
          const own = idsOf(part).map((id) => [short.get(id) ?? id, messages[id]]);
          const compiled = createCompiledCatalog(locale, Object.fromEntries(own), {
            namespace: 'es',
          });
          return { code: compiled.source, map: null, moduleType: 'js' };
        },
      },
    },
    {
      name: 'giro-short-message-ids',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: /\/src\/.+\.tsx?$/, code: /\bid: "[\w-]{6}"/ },
        async handler(code) {
          shortIds ??= shortIdsOfAll();
          const short = await shortIds;
          const named = code.replace(/\bid: "([\w-]{6})"/g, (whole, id: string) => {
            const found = short.get(id);
            return found === undefined ? whole : `id: "${found}"`;
          });
          return { code: named, map: null };
        },
      },
    },
  ];
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Two letters for each of the first 2,704 messages, then three. */
function shortId(at: number): string {
  const rest = Math.floor(at / letters.length);
  return `${letters[at % letters.length]}${rest < letters.length ? letters[rest] : shortId(rest)}`;
}

/** Returns a function that tells whether a part holds the message that occurs in these files. */
export function createParts(): (part: string, origins: readonly string[]) => boolean {
  const rootsOf = (part: string) => later[part] ?? ownPages(part).flatMap(filesOf);
  const ownPages = (part: string) =>
    allPages.filter(([page]) => wordsOf(page) === part).map(([page]) => resolve(pagesFolder, page));
  const ofStart = ownPages('start');
  const start = reachedFrom(
    ['src/app/main.tsx', ...ofStart.flatMap(filesOf)],
    (file) =>
      isLater(file) ||
      // Not in a build: in development a message that is not loaded is said in English.
      file.startsWith(storiesFolder) ||
      (file.startsWith(pagesFolder) && !ofStart.some((page) => file.startsWith(page))),
  );
  const parts = new Map<string, Set<string>>();
  return (part, origins) => {
    const files = origins.map((origin) => resolve(origin));
    if (files.some((file) => start.has(file))) return part === 'start';
    const reached = parts.get(part) ?? reachedFrom(rootsOf(part), isLater);
    parts.set(part, reached);
    return files.some((file) => reached.has(file));
  };
}

const pagesFolder = resolve('src/app/pages');
const storiesFolder = resolve('src/app/stories');
/** Code that is loaded on demand, with its part of the catalogue. */
const filesLater: Record<LaterWords, string[]> = {
  rare: ['i18n/later-failures.ts', 'auth/sign-in-dialog.tsx', 'pages/sign-in/oidc-problem.tsx'],
  'quote-more': ['pages/quote/quote-aside.tsx'],
};
const later: Readonly<Record<string, string[] | undefined>> = Object.fromEntries(
  Object.entries(filesLater).map(([part, files]) => [
    part,
    files.map((file) => resolve('src/app', file)),
  ]),
);
/** Every part, those of the first pages first. */
const allParts = new Set([...allPages.map(([page]) => wordsOf(page)), ...Object.keys(later)]);
const isLater = (file: string) => Object.values(later).some((files) => files?.includes(file));
const filesOf = (page: string) => [`${page}/page.tsx`, `${page}/loader.ts`].filter(existsSync);
