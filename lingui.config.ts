import { defineConfig } from '@lingui/cli';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // A folder of their own: the extractor reads no code that stands beside a catalogue.
  catalogs: [{ path: 'src/app/i18n/catalogues/{locale}', include: ['src/app'] }],
});
