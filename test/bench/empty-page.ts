import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('empty-page', import.meta.url));
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' };

const listening = z.object({ port: z.number() });

/** Serves a React page with only a button and a field, the baseline of the ratios. */
export async function startEmptyPage(): Promise<{ url: string; close: () => void }> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { write: false, modulePreload: { polyfill: false } },
  });
  const files = new Map<string, Buffer>();
  for (const { output } of [built].flat().filter((one) => 'output' in one)) {
    for (const file of output) {
      const content = file.type === 'chunk' ? file.code : file.source;
      files.set(`/${file.fileName}`, brotliCompressSync(content));
    }
  }
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const file = files.get(path);
    const type = types[path.split('.').pop() ?? ''] ?? 'text/plain';
    response.writeHead(file ? 200 : 404, { 'content-type': type, 'content-encoding': 'br' });
    response.end(file);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.parse(listening, server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
