import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes each file of the app a second and a third time, compressed once for all who fetch it. */
export function precompressed(): Plugin {
  return {
    name: 'giro-precompressed',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
        const path = join(dir, name);
        const bytes = readFileSync(path);
        // At the highest quality, which is Node's own choice.
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
