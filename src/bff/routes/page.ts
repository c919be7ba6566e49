import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { firstDataId, firstDataKey } from '../../contract/api/first-data.ts';
import {
  type AppLocale,
  acceptedLanguages,
  languageCookie,
  pickLocale,
} from '../../contract/api/languages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  session as sessionAnswer,
  settings as settingsAnswer,
} from '../../contract/api/session.ts';
import { createPainter } from '../first-paint.ts';
import { needsOf } from '../page-needs.ts';

/** What the build says of the chunks, by page, by language and part of the catalogue, and of the frame. */
const parts = z.object({
  pages: z.record(z.string(), z.array(z.string())),
  words: z.record(z.string(), z.array(z.string())),
  frame: z.array(z.string()),
});

// What the service has not answered by then is left to the page, which is not to wait for it.
const deadline = 150;

// By which the language is chosen, and who is signed in.
const vary = 'accept-language, cookie';

type Options = {
  folder: string;
  /** The CSS of the operator's own look, or null. */
  themeStyle: string | null;
};

/**
 * The page of the app as one answer: its HTML and CSS, the names of the chunks that the address needs,
 * and the first answers of the API, asked for as the same person by the same routes and rights.
 */
export function createPage(app: FastifyInstance, { folder, themeStyle }: Options) {
  const built = join(folder, 'page.json');
  const chunks = existsSync(built)
    ? z.parse(parts, JSON.parse(readFileSync(built, 'utf8')))
    : { pages: {}, words: {}, frame: [] };
  const { html, hashes } = withStyles(
    readFileSync(join(folder, 'index.html'), 'utf8'),
    folder,
    themeStyle,
  );
  const paint = createPainter(join(folder, 'first-paint.json'));

  /** The page without anything of anybody's, for a browser to keep. */
  function shell(request: FastifyRequest, reply: FastifyReply) {
    const nobody = { session: undefined, settings: undefined };
    const whole = paint(html, { locale: localeOf(request), url: addressOf(request), ...nobody });
    const tag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;
    void prepared(reply).headers({ 'cache-control': 'no-cache', etag: tag, vary });
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(whole);
  }

  async function page(request: FastifyRequest, reply: FastifyReply) {
    const url = addressOf(request);
    const locale = localeOf(request);
    const { page, reads } = needsOf(url.pathname, url.searchParams);
    const { session, settings, answers } = await firstAnswers(request, reads);
    const links = preloads(locale, session ? page : 'sign-in', Boolean(session))
      .map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`)
      .join('');
    const block = `<script type="application/json" id="${firstDataId}">${escaped(answers)}</script>`;
    const whole = paint(html, { locale, session, settings, url })
      .replace('</head>', () => `${links}</head>`)
      .replace('</body>', () => `${block}</body>`);
    return compressed(request, prepared(reply).header('cache-control', 'no-store'), whole);
  }

  function prepared(reply: FastifyReply): FastifyReply {
    const policy = String(reply.getHeader('content-security-policy'));
    const sources = ["style-src 'self'", ...hashes].join(' ');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy.replace("style-src 'self'", sources));
  }

  function preloads(locale: AppLocale, page: string, signedIn: boolean) {
    const [words = ''] = page.split('/');
    return new Set([
      ...(signedIn ? chunks.frame : []),
      ...(chunks.pages[page] ?? []),
      ...(chunks.words[`${locale}/start`] ?? []),
      ...(chunks.words[`${locale}/${words}`] ?? []),
    ])
      .values()
      .toArray();
  }

  /** The answers that were there in time, as the JSON of `firstData`. */
  async function firstAnswers(request: FastifyRequest, reads: string[]) {
    const { cookie } = request.headers;
    const [session, settings] = await Promise.all([
      ask(request, apiPaths.session),
      ask(request, apiPaths.settings),
    ]);
    const signedIn = cookie !== undefined && session?.[0] === 200;
    // From another site a browser leaves its strict cookie at home: the page then asks itself.
    const fromElsewhere = request.headers['sec-fetch-site'] === 'cross-site';
    const known = signedIn || !fromElsewhere ? session : null;
    const rest = signedIn
      ? await Promise.all(reads.map(async (url) => [url, await inTime(ask(request, url))] as const))
      : [];
    const all = [
      [apiPaths.session, known] as const,
      [apiPaths.settings, settings] as const,
      ...rest,
    ];
    const entries = all.flatMap(([url, answer]) =>
      answer ? [[firstDataKey(url), { status: answer[0], body: answer[1] }]] : [],
    );
    return {
      session: known ? (signedIn ? z.parse(sessionAnswer, known[1]) : null) : undefined,
      settings: settings ? z.parse(settingsAnswer, settings[1]) : undefined,
      answers: Object.fromEntries(entries),
    };
  }

  /** Asks as the browser would have done. An answer that is a fault is left for the browser to ask again. */
  async function ask(request: FastifyRequest, url: string): Promise<[number, unknown] | null> {
    const { 'accept-encoding': _, 'if-none-match': __, ...headers } = request.headers;
    const remoteAddress = request.socket.remoteAddress;
    const answer = await app.inject({
      url,
      headers: { ...headers, accept: 'application/json' },
      ...(remoteAddress ? { remoteAddress } : {}),
    });
    const known = answer.statusCode === 200 || url === apiPaths.session;
    return known && answer.statusCode < 500 ? [answer.statusCode, answer.json()] : null;
  }

  return { page, shell };
}

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, deadline, null);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

/** Puts the stylesheets into the page, so that nothing is waited for before the first paint. */
function withStyles(html: string, folder: string, themeStyle: string | null) {
  const styles: string[] = [];
  const inlined = html.replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g,
    (_link, file) => {
      styles.push(readFileSync(join(folder, file), 'utf8'));
      return '';
    },
  );
  // After the app's own, which it changes.
  if (themeStyle !== null) styles.push(themeStyle);
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
