import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageDescriptor, setupI18n } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type AppLocale, appLocales, languageTags } from '../../contract/api/languages.ts';

type Translate = (message: MessageDescriptor, values?: Record<string, unknown>) => string;

const folder = join(import.meta.dirname, '../../app/i18n/catalogues');
const ofServer = /^#: src\/bff\//m;

/** The server's messages in each language, read when the server starts: an unreadable catalogue stops it. */
const translators = new Map(
  await Promise.all(
    appLocales.map(async (locale) => [locale, await readMessages(locale)] as const),
  ),
);

async function readMessages(locale: AppLocale): Promise<Translate> {
  const filename = join(folder, `${locale}.po`);
  const [head = '', ...entries] = (await readFile(filename, 'utf8')).split(/\r?\n\r?\n/);
  // The app has most messages, and parsing all of them would delay each start.
  const own = [head, ...entries.filter((entry) => ofServer.test(entry))].join('\n\n');
  const catalogue = await formatter().parse(own, { locale, sourceLocale: 'en', filename });
  const texts = Object.entries(catalogue).map(([id, { translation, message }]) => [
    id,
    translation || message || '',
  ]);
  const i18n = setupI18n({
    locale,
    locales: languageTags[locale],
    messages: { [locale]: Object.fromEntries(texts) },
  });
  // Lingui has no compiler where NODE_ENV is production.
  i18n.setMessagesCompiler(compileMessage);
  return ({ id, message }, values) => i18n._(id, values, { ...(message && { message }) });
}

/** Says a message in a language, with its values: in English where the catalogue has no translation. */
export function translate(locale: AppLocale, ...of: Parameters<Translate>): string {
  const say = translators.get(locale);
  if (!say) throw new Error(`no catalogue of ${locale}`);
  return say(...of);
}
