/// <reference types="vitest/config" />
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bffInDevelopment } from './vite/bff-in-development.ts';
import { catalogueParts } from './vite/catalogue-parts.ts';
import { pageParts } from './vite/page-parts.ts';
import { pageRenderer } from './vite/page-renderer.ts';
import { precompressed } from './vite/precompressed.ts';
import { routeChunks } from './vite/route-chunks.ts';
import { serviceWorker } from './vite/service-worker.ts';

// React Router's warnings and assertions about its use: marked as pure, so that tree shaking removes the calls.
// Tests of components and `npm run dev` keep them.
const forDevelopers = ['warning', 'warnOnce', 'invariant'];

// What libraries ask before they use it, as the oldest supported browsers answer. The renderer is built without.
const inBrowsers = Object.fromEntries(
  Object.entries({
    object: ['window', 'document', 'navigator', 'performance'],
    function: [
      ...['setTimeout', 'clearTimeout', 'queueMicrotask', 'reportError', 'MessageChannel'],
      ...['AbortController', 'FormData', 'Promise', 'URLSearchParams', 'WeakMap'],
    ],
    undefined: ['process', 'setImmediate'],
  }).flatMap(([type, names]) => names.map((name) => [`typeof ${name}`, JSON.stringify(type)])),
);

export default defineConfig(({ mode }) => ({
  // React has included this shim's hook since version 18, so the shim is not bundled.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  environments: { client: { define: mode === 'production' ? inBrowsers : {} } },
  plugins: [
    react(),
    lingui(),
    catalogueParts(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    pageParts(),
    pageRenderer(),
    serviceWorker(),
    precompressed(),
    mode === 'development' && bffInDevelopment(),
  ],
  // Short class names in production; in development the default names show the file.
  css: { modules: mode === 'production' ? { generateScopedName: '[hash:base64:5]' } : {} },
  build: {
    outDir: 'dist',
    // All but static blocks of classes works in the oldest browsers that Giro supports; none is in the output, as
    // `test/deploy/oldest-browsers.spec.ts` checks. Lowered for Safari 15.4 by name, private fields cost 1 kB.
    target: 'es2022',
    cssTarget: ['chrome109', 'safari15.4', 'firefox115'],
    assetsInlineLimit: 0,
    // A chunk is fetched together with those it imports, without the page that asks for it. One small
    // stylesheet serves all pages.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (url, deps, { hostId }) =>
        deps.filter((dep) => dep !== url && dep !== hostId),
    },
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: forDevelopers },
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        codeSplitting: routeChunks,
        // The first script names every chunk, and the hashes of the names compress least: in hex it is 90 bytes less.
        hashCharacters: 'hex',
      },
    },
  },
}));
