import { dirname, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { rendererFile } from '../src/bff/page/renderer.ts';

/** Builds the app for Node as well: the BFF renders each page with it. */
export function pageRenderer(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'giro-page-renderer',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const { configFile, build: options } = config;
      await build({
        configFile: configFile ?? false,
        logLevel: 'error',
        publicDir: false,
        // In one file with React's production code, whatever NODE_ENV the server runs with.
        ssr: { noExternal: true },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        build: {
          ssr: 'src/app/server.tsx',
          outDir: resolve(options.outDir, dirname(rendererFile)),
          minify: false,
          rolldownOptions: {
            output: { codeSplitting: false, entryFileNames: rendererFile.split('/').pop() ?? '' },
          },
        },
      });
    },
  };
}
