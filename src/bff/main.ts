import './needs-node.js';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { StartSandbox } from './start.ts';

// What a long list leaves behind is collected before it doubles the heap: less memory, and shorter stalls.
setFlagsFromString('--heap-growing-percent=30');

// Keeps Node's compiled code for the next start. It lies in node_modules, which only those who may change
// the program can write. It must be on before the first import, hence the dynamic one.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/giro', import.meta.url)));
const { serve } = await import('./serve.ts');

const startSandbox: StartSandbox = async () => {
  const { createSandbox } = await import('../sandbox/sandbox.ts');
  const sandbox = createSandbox();
  const { url, close } = await sandbox.listen();
  const { client_id: clientId, client_secret: clientSecret } = sandbox;
  return { baseUrl: url, clientId, clientSecret, close };
};

await serve(process.env, startSandbox);
// Flushed now: a killed process would never write it.
flushCompileCache();
