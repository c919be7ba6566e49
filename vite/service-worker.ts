import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';

const source = 'src/app/offline/worker.ts';

/**
 * Builds the service worker `/sw.js` with the list of files to precache for the app shell: those of the
 * HTML, and the catalogues of every language, because no page renders without its messages.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'giro-service-worker',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // Runs after the HTML has been generated.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('index.html has not been generated yet');
      const html = String(page.source);
      const named = (what: RegExp) => [...html.matchAll(what)].map(([, file]) => file ?? '');
      const scripts = named(/<script [^>]*src="([^"]+)"/g);
      const words = Object.values(bundle).filter(
        (chunk) =>
          chunk.type === 'chunk' && /\.po(\?words=[\w-]+)?$/.test(chunk.facadeModuleId ?? ''),
      );
      if (scripts.length === 0 || words.length === 0)
        throw new Error('index.html has no script, or there is no catalogue');
      const ofPage = named(/"(\/assets\/[^"]+)"/g);
      const files = [...new Set([...ofPage, ...words.map(({ fileName }) => `/${fileName}`)])];
      const version = createHash('sha256').update(html).update(files.join()).digest('base64url');
      const kept = { version: version.slice(0, 12), scripts, files };
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await workerOf(kept) });
    },
  };
}

/** Builds a classic script, because not every browser supports module workers. */
async function workerOf(kept: object): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { __KEPT__: JSON.stringify(kept) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  });
  const [chunk] = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${source} could not be built`);
  return chunk.code;
}
