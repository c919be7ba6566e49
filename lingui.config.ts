import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { appLocales } from './src/contract/api/languages.ts';

export default defineConfig({
  sourceLocale: 'en',
  locales: [...appLocales],
  // Reads no tag in what a person or the service wrote.
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
  // The BFF's `msg` stands in for the macro, which needs a build.
  macro: { corePackage: ['@lingui/core/macro', '#msg'] },
  // Without line numbers, so that a change of the code alone changes no catalogue.
  format: formatter({ lineNumbers: false }),
  // A folder of their own: the extractor reads no code that stands beside a catalogue.
  catalogs: [{ path: 'src/app/i18n/catalogues/{locale}', include: ['src/app', 'src/bff'] }],
});
