import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { pageAddresses } from '../../contract/api/pages.ts';
import { ProblemError } from '../lib/problem.ts';
import { answer } from '../routes/errors.ts';
import { createPage, type PageOptions } from './page.ts';

/** True when the folder has a built app. */
export const isBuilt = (folder: string) => existsSync(join(folder, 'index.html'));

/**
 * Serves the built app: hashed files, precompressed and immutable, and the page with the operator's name
 * and style for every other GET outside /api and /assets.
 */
export async function serveApp(app: FastifyInstance, options: PageOptions) {
  const { folder } = options;
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    cacheControl: false,
    allowedPath: (path) => !path.startsWith('/server/'),
    setHeaders(reply, path) {
      const hashed = path.includes(`${folder}/assets/`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!hashed) return;
      // A browser obeys a document's policies only. A cold page would fetch 1.3 kB of them with each chunk.
      reply.removeHeader('permissions-policy');
      reply.header('content-security-policy', "default-src 'none';frame-ancestors 'none'");
    },
  });
  const { page, shell, worker } = createPage(app, options);
  // Before the files: a page is none of them, and to look for one takes the file system.
  for (const address of pageAddresses) app.get(address, page);
  app.get('/shell', shell);
  if (existsSync(join(folder, 'sw.js'))) app.get('/sw.js', worker);
  app.setNotFoundHandler(async (request, reply) => {
    const read = request.method === 'GET' || request.method === 'HEAD';
    // The router has already refused a path that can't be decoded.
    const path = decodeURIComponent(request.url.replace(/\?.*$/s, ''));
    if (!read || /^\/+(api|assets)(\/|$)/i.test(path)) {
      return answer(new ProblemError('not-found'), request, reply);
    }
    return page(request, reply);
  });
}
