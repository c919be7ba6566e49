import type { FastifyInstance, FastifyRequest } from 'fastify';
import { manifestPath, themeFile } from '../../contract/api/paths.ts';
import { ProblemError } from '../lib/problem.ts';
import type { Logo } from '../logo.ts';
import type { RouteDeps } from './deps.ts';

// Of public/icons, made from the mark of favicon.svg.
const ownIcons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** What this app is called and looks like once it is installed, and its logo, where it has its own. */
export function themeRoutes(app: FastifyInstance, { config }: Pick<RouteDeps, 'config'>) {
  const { name, logo } = config.theme;
  const manifest = JSON.stringify({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name,
    short_name: name,
    // Before the page is drawn: tokens.css's --paper by day, for there can be only one.
    background_color: '#f7f6f2',
    theme_color: '#f7f6f2',
    icons: logo && isIcon(logo) ? [iconOf(logo)] : ownIcons,
  });
  app.get(manifestPath, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest),
  );

  if (!logo) return;
  app.get(
    themeFile(':file'),
    async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
      if (themeFile(request.params.file) !== logo.address) throw new ProblemError('not-found');
      // Kept for ever, for its address names its content.
      // An SVG that is opened by itself runs no script of its own: the policy of every answer says so.
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(logo.type)
        .send(logo.bytes);
    },
  );
}

/** Browsers install an app with a square of 192 pixels at least. */
const isIcon = ({ size }: Logo) => !size || (size.width === size.height && size.width >= 192);

function iconOf({ address, type, size }: Logo) {
  return { src: address, type, sizes: size ? `${size.width}x${size.height}` : 'any' };
}
