import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { initialDataId } from '../../contract/api/initial-data.ts';
import {
  type AppLocale,
  acceptedLanguages,
  languageCookie,
  pickLocale,
} from '../../contract/api/languages.ts';
import { pageAt } from '../../contract/api/pages.ts';
import { deferScripts, deferScriptsHash } from './defer-scripts.ts';
import { createPainter } from './first-paint.ts';
import { type InitialData, readInitialData } from './initial-data.ts';
import { applyBrand, type Theme, themeStyle } from './theme.ts';

/** What the build says of the chunks: by page, by module, by language and part of the catalogue, and of the frame. */
const parts = z.object({
  pages: z.record(z.string(), z.array(z.string())),
  modules: z.record(z.string(), z.array(z.string())),
  words: z.record(z.string(), z.array(z.string())),
  frame: z.array(z.string()),
});

// By which the language is chosen, and who is signed in.
const vary = 'accept-language, cookie';

type Options = {
  folder: string;
  theme: Theme;
};

/**
 * The page of the app as one answer: its HTML and CSS, the names of the chunks that the address needs,
 * and the first answers of the API, asked for as the same person by the same routes and rights.
 */
export function createPage(app: FastifyInstance, { folder, theme }: Options) {
  const built = join(folder, 'page.json');
  const chunks = existsSync(built)
    ? z.parse(parts, JSON.parse(readFileSync(built, 'utf8')))
    : { pages: {}, modules: {}, words: {}, frame: [] };
  const { html: styled, hashes } = withStyles(
    applyBrand(readFileSync(join(folder, 'index.html'), 'utf8'), theme),
    folder,
    themeStyle(theme),
  );
  const html = deferScripts(styled);
  const tagOfPage = tagOf(html);
  const paint = createPainter(join(folder, 'first-paint.json'));

  /** The page without anything of anybody's, for a browser to keep. */
  function shell(request: FastifyRequest, reply: FastifyReply) {
    const nobody = { session: undefined, settings: undefined };
    const visit = { locale: localeOf(request), url: addressOf(request), ...nobody };
    const whole = paint(html, visit);
    const tag = `"${tagOf(whole)}"`;
    void prepared(reply).headers({ 'cache-control': 'no-cache', etag: tag, vary });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(whole);
  }

  /**
   * The service worker, as another one where the operator has changed what the shell looks like: a
   * browser then takes the shell anew.
   */
  async function worker(_request: FastifyRequest, reply: FastifyReply) {
    const script = await readFile(join(folder, 'sw.js'), 'utf8');
    void reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache');
    return reply.send(`${script}\n// ${tagOfPage}\n`);
  }

  async function page(request: FastifyRequest, reply: FastifyReply) {
    const url = addressOf(request);
    const locale = localeOf(request);
    const data = await readInitialData(app, request, url);
    const { session, settings, answers } = data;
    const links = [...preloads(locale, data)]
      .map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`)
      .join('');
    const block = `<script type="application/json" id="${initialDataId}">${escaped(answers)}</script>`;
    // The data stands before the script that asks for it; the chunks wait with it in the template.
    const filled = html
      .replace('<template>', () => `${block}<template>`)
      .replace('</template>', () => `${links}</template>`);
    const whole = paint(filled, { locale, session, settings, url });
    void reply.code(pageAt(url) ? 200 : 404).header('cache-control', 'no-store');
    return compressed(request, prepared(reply), whole);
  }

  function prepared(reply: FastifyReply): FastifyReply {
    const policy = String(reply.getHeader('content-security-policy'));
    const sources = ["style-src 'self'", ...hashes].join(' ');
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        policy
          .replace("style-src 'self'", sources)
          .replace("script-src 'self'", `script-src 'self' ${deferScriptsHash}`),
      );
  }

  function preloads(locale: AppLocale, { session, pages, modules }: InitialData): Set<string> {
    const words = pages.flatMap(({ page }) => page.words ?? []);
    return new Set([
      ...(session ? chunks.frame : []),
      ...pages.flatMap(({ folder }) => chunks.pages[folder] ?? []),
      ...modules.flatMap((module) => chunks.modules[module] ?? []),
      ...['start', ...words].flatMap((part) => chunks.words[`${locale}/${part}`] ?? []),
    ]);
  }

  return { page, shell, worker };
}

const tagOf = (html: string) => createHash('sha256').update(html).digest('base64url').slice(0, 22);

/** Puts the stylesheets into the page, so that nothing is waited for before the first paint. */
function withStyles(html: string, folder: string, ownStyle: string | null) {
  const styles: string[] = [];
  const inlined = html.replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g,
    (_link, file) => {
      styles.push(readFileSync(join(folder, file), 'utf8'));
      return '';
    },
  );
  // After the app's own, which it changes.
  if (ownStyle !== null) styles.push(ownStyle);
  const tags = styles.map((style) => `<style>${style}</style>`).join('');
  return {
    html: inlined.replace('</head>', () => `${tags}</head>`),
    hashes: styles.map(
      (style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ),
  };
}

const addressOf = ({ url }: FastifyRequest) => new URL(url, 'http://giro');

function localeOf({ cookies, headers }: FastifyRequest): AppLocale {
  const accepted = acceptedLanguages(headers['accept-language']);
  return pickLocale(cookies[languageCookie], accepted).locale;
}

/** JSON that can stand within a script element: nothing in it ends or opens one. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
// Made for each request: a quality that takes about a millisecond.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function compressed(request: FastifyRequest, reply: FastifyReply, html: string) {
  const accepted = request.headers['accept-encoding'] ?? '';
  void reply.header('vary', `accept-encoding, ${vary}`);
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(await brotli(html, quick));
  if (/\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(await gzipped(html));
  return reply.send(html);
}
