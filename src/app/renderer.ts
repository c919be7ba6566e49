import { parentPort } from 'node:worker_threads';
import { renderFor } from './render-thread.ts';
import { renderPage } from './server.tsx';

// The built renderer: the BFF starts a thread of it.
export { renderPage };

if (parentPort) renderFor(parentPort, renderPage);
