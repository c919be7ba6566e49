import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

// Node's default is the highest quality. Blocks of 512 kB and four direct distances suit the first scripts better than
// brotli's own choice.
const brotli = {
  params: { [constants.BROTLI_PARAM_LGBLOCK]: 19, [constants.BROTLI_PARAM_NDIRECT]: 4 },
};

/** Writes a brotli and a gzip copy of each file, so that the server need not compress on each request. */
export function precompressed(): Plugin {
  return {
    name: 'giro-precompressed',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
        const path = join(dir, name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, brotli));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
