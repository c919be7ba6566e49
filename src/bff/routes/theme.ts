import type { FastifyInstance, FastifyRequest } from 'fastify';
import { themeFile } from '../../contract/api/paths.ts';
import type { RouteDeps } from '../deps.ts';
import { ProblemError } from '../problem.ts';

/** The operator's logo, where there is one; kept for ever, for its address names its content. */
export function themeRoutes(app: FastifyInstance, { config }: Pick<RouteDeps, 'config'>) {
  const { logo } = config.theme;
  if (!logo) return;
  app.get(
    themeFile(':file'),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      if (themeFile(request.params.file) !== logo.address) throw new ProblemError('not-found');
      // An SVG that is opened by itself runs no script of its own: the policy of every answer says so.
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(logo.type)
        .send(logo.bytes);
    },
  );
}
