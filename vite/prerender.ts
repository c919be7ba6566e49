import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import type { firstPaints } from '../src/app/prerender.tsx';
import { demoAccounts } from '../src/bff/auth/demo-accounts.ts';

const source = 'src/app/prerender.tsx';

/** Writes `first-paint.json` for who serves the page: the app's first HTML, rendered by its own components. */
export function prerendered(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'giro-prerendered',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle() {
      const { firstPaints } = await rendererOf(config);
      const paints = await firstPaints([...demoAccounts]);
      const text = JSON.stringify(paints);
      this.emitFile({ type: 'asset', fileName: 'first-paint.json', source: text });
    },
  };
}

type Renderer = { firstPaints: typeof firstPaints };

/** The same modules by the same plugins, built for Node and loaded. */
async function rendererOf({ configFile, cacheDir }: ResolvedConfig): Promise<Renderer> {
  // Within the project, where Node finds React.
  await mkdir(cacheDir, { recursive: true });
  const folder = await mkdtemp(join(cacheDir, 'prerender-'));
  try {
    await build({
      configFile: configFile ?? false,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: source,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'renderer.js' } },
      },
    });
    return await import(pathToFileURL(join(folder, 'renderer.js')).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
