import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';
import { answer } from './routes/errors.ts';
import { createPage } from './routes/page.ts';

/**
 * Serves the built app: hashed files for ever, precompressed; the page for every address that is not
 * a file's or the API's, with the operator's own style.
 * @throws Error when the app is not built
 */
export async function serveApp(app: FastifyInstance, folder: string, themeStyle: string | null) {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error('the app is not built: run npm run build first');
  }
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
  const { page, shell } = createPage(app, { folder, themeStyle });
  app.get('/', page);
  app.get('/shell', shell);
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
