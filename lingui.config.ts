import { defineConfig } from '@lingui/cli';
import { appLocales } from './src/contract/api/languages.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...appLocales],
  // A folder of their own: the extractor reads no code that stands beside a catalogue.
  catalogs: [{ path: 'src/app/i18n/catalogues/{locale}', include: ['src/app'] }],
});
