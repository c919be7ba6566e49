import { relative } from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/**
 * Answers the part of a catalogue that one page needs: `en.po?words=quote` holds the messages of
 * `pages/quote` and of what it shares with few others, `en.po?words=start` those of the sign-in page
 * and of everything else.
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

// The first that fits an origin. Not every start is to wait for what is of few pages.
const parts: [origin: RegExp, parts: string[]][] = [
  [/app\/pages\/sign-in\/oidc-problem/, ['oidc']],
  [/app\/pages\/(sign-in|not-found)\//, ['start']],
  [/app\/(form\/|i18n\/service-words|ui\/error-summary)/, ['recipients', 'send']],
  [/app\/shortcuts\//, ['support', 'transfers']],
  [
    /app\/(transfers\/case-report|ui\/(copy-button|from-sender|timeline))/,
    ['send', 'support', 'transfers'],
  ],
  [/app\/accounts\/(check-digits|account-fields|field-value)/, ['recipients', 'send']],
  [/app\/(accounts\/|i18n\/use-account-words)/, ['recipients', 'send', 'support', 'transfers']],
  [
    /app\/(live\/|i18n\/use-state-name|ui\/tail)/,
    ['health', 'recipients', 'send', 'support', 'transfers'],
  ],
];

/** The parts that hold a message of a file. */
export function partsOf(origin: string): string[] {
  const found = parts.find(([what]) => what.test(origin));
  if (found) return found[1];
  const [, folder = 'start'] = /app\/pages\/([^/]+)\//.exec(origin) ?? [];
  return [folder];
}
