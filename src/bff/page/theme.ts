import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type ColorScheme,
  colorSchemeCookie,
  colorSchemes,
} from '../../contract/api/color-scheme.ts';
import { manifestPath, themeFile } from '../../contract/api/paths.ts';
import { accentTokens } from '../config/accent.ts';
import type { Logo } from '../config/logo.ts';
import type { Theme } from '../config/theme.ts';
import { escapedHtml } from '../lib/escaped-html.ts';
import { ProblemError } from '../lib/problem.ts';

/** Replaces Giro's name with the operator's in the built page. */
export function applyBrand(html: string, { name }: Pick<Theme, 'name'>): string {
  return html.replace(
    /(<title>|<meta name="application-name" content=")Giro/g,
    (_, before) => before + escapedHtml(name),
  );
}

/**
 * The CSS that overrides the accent of tokens.css, and the tokens derived from it; null without an
 * accent. `html:root` is more specific than `:root`, so the order of the styles does not matter. Without `light-dark()`,
 * which Chrome 109, Safari 15.4 and Firefox 115 lack: the dark colours follow the device, unless the person chose a
 * scheme, and are never printed.
 */
export function themeStyle({ accent }: Pick<Theme, 'accent'>): string | null {
  if (!accent) return null;
  const [light, dark] = [accentLines('light', accent.light), accentLines('dark', accent.dark)];
  return (
    `html:root{${light}}` +
    `@media screen and (prefers-color-scheme:dark){html:root:not([data-scheme=light]){${dark}}}` +
    `@media screen{html:root[data-scheme=dark]{${dark}}}`
  );
}

function accentLines(scheme: ColorScheme, accent: string): string {
  const tokens = accentTokens(scheme, accent);
  const names = ['accent', 'accent-ink', 'accent-soft'] as const;
  return names.map((name) => `--${name}:${tokens[name]}`).join(';');
}

/** The head of a page in the scheme that the person chose: the browser's own bars take its colour. */
export function schemeHead(head: string, scheme: ColorScheme | undefined): string {
  if (scheme === undefined) return head;
  return head.replace(
    /media="\(prefers-color-scheme: (\w+)\)"/g,
    (_, own) => `media="${own === scheme ? 'all' : 'not all'}"`,
  );
}

/** The same in the browser, for a shell that was kept before the person chose. */
export const keptScheme =
  `{const s=/${colorSchemeCookie}=(${colorSchemes.join('|')})/.exec(document.cookie)?.[1];` +
  'if(s){document.documentElement.dataset.scheme=s;' +
  "for(const m of document.querySelectorAll('[name=theme-color]'))m.media=m.media.includes(s)?'all':'not all'}}";

// In public/icons, made from favicon.svg.
const ownIcons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** GET the web app manifest, and the operator's logo when there is one. */
export function themeRoutes(app: FastifyInstance, { name, logo }: Theme) {
  const manifest = JSON.stringify({
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    name,
    short_name: name,
    // Shown before the page is drawn: --paper of the light scheme, because a manifest has only one
    // colour.
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
      // Immutable: the URL has a hash of the content. The CSP keeps an SVG that is opened itself from
      // running scripts.
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(logo.type)
        .send(logo.bytes);
    },
  );
}

/** Browsers need a square icon of at least 192 pixels to install an app. */
const isIcon = ({ size }: Logo) => !size || (size.width === size.height && size.width >= 192);

function iconOf({ address, type, size }: Logo) {
  return { src: address, type, sizes: size ? `${size.width}x${size.height}` : 'any' };
}
