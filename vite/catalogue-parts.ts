import { relative } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/**
 * Answers the part of a catalogue that one page needs: `en.po?words=quote` holds the messages of
 * `pages/quote` and of what it shares with few others, `en.po?words=start` those of everything outside of `pages`, and of the sign-in page.
 */
export function catalogueParts(): Plugin {
  const config = getConfig();
  return {
    name: 'giro-catalogue-parts',
    transform: {
      filter: { id: /\.po\?words=/ },
      async handler(_code, id) {
        const [file = '', query] = id.split('?');
        const part = new URLSearchParams(query).get('words');
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
        const own = Object.entries(messages).filter(([id]) =>
          entries[id]?.origin?.some(([origin]) => partsOf(origin).some((one) => one === part)),
        );
        const compiled = createCompiledCatalog(locale, Object.fromEntries(own), {
          namespace: 'es',
        });
        return { code: compiled.source, map: null, moduleType: 'js' };
      },
    },
  };
}

// Of several pages, but of few: not every start is to wait for them.
const shared: Record<string, string[]> = { case: ['support', 'transfers', 'send'] };

function partsOf(origin: string): string[] {
  const group = shared[/^src\/app\/([^/]+)\//.exec(origin)?.[1] ?? ''];
  if (group) return group;
  const folder = /^src\/app\/pages\/([^/]+)\//.exec(origin)?.[1] ?? 'sign-in';
  return [folder === 'sign-in' || folder === 'not-found' ? 'start' : folder];
}
