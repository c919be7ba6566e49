/// <reference types="vitest/config" />
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bffInDevelopment } from './vite/bff-in-development.ts';
import { catalogueParts } from './vite/catalogue-parts.ts';
import { pageParts } from './vite/page-parts.ts';
import { precompressed } from './vite/precompressed.ts';
import { prerendered } from './vite/prerender.ts';
import { routeChunks } from './vite/route-chunks.ts';
import { serviceWorker } from './vite/service-worker.ts';

// React Router's advice to developers: calls that warn and do nothing else.
const warnings = ['warning', 'warnOnce'];

export default defineConfig(({ mode }) => ({
  // React has it itself by now.
  resolve: { alias: { 'use-sync-external-store/shim': 'react' } },
  plugins: [
    react(),
    lingui(),
    catalogueParts(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    pageParts(),
    prerendered(),
    serviceWorker(),
    precompressed(),
    mode === 'development' && bffInDevelopment(),
  ],
  // Nobody reads a class's name in what is built; in development it tells where it stands.
  css: { modules: mode === 'production' ? { generateScopedName: '[hash:base64:5]' } : {} },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // A hundredth smaller than the bundler's own: a thousand bytes of the first page. The wrapped
    // functions are compiled while the script comes, off the thread that the page needs.
    minify: 'terser',
    terserOptions: {
      module: true,
      compress: { passes: 3 },
      format: { wrap_func_args: true },
    },
    assetsInlineLimit: 0,
    // The page itself names the chunks that it needs, and one small stylesheet serves all pages.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_url, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: warnings },
      output: { codeSplitting: routeChunks },
    },
  },
}));
