import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../lib/problem.ts';
import { answer } from '../routes/errors.ts';
import { createPage } from './page.ts';
import type { Theme } from './theme.ts';

/** Whether the build has put the app there. */
export const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'));

/**
 * Serves the built app: hashed files for ever, precompressed; the page for every address that is not
 * a file's or the API's, with the operator's own name and style.
 */
export async function serveApp(app: FastifyInstance, folder: string, theme: Theme) {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes(`${folder}/assets/`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const { page, shell, worker } = createPage(app, { folder, theme });
  app.get('/', page);
  app.get('/shell', shell);
  if (existsSync(join(folder, 'sw.js'))) app.get('/sw.js', worker);
  app.setNotFoundHandler(async (request, reply) => {
    const read = request.method === 'GET' || request.method === 'HEAD';
    // As the router reads it, which has refused what can't be decoded.
    const path = decodeURIComponent(request.url.replace(/\?.*$/s, ''));
    if (!read || /^\/+(api|assets)(\/|$)/i.test(path)) {
      return answer(new ProblemError('not-found'), request, reply);
    }
    return page(request, reply);
  });
}
