import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { colorSchemeCookie, colorSchemeOf } from '../../contract/api/color-scheme.ts';
import { initialDataId } from '../../contract/api/initial-data.ts';
import { languageTags } from '../../contract/api/languages.ts';
import { type Page, pageAt, wordsOf } from '../../contract/api/pages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  type PageVisit,
  type RenderedPage,
  type RenderPage,
  timeZoneCookie,
} from '../../contract/api/rendered-page.ts';
import { withoutUnreadable } from '../../contract/text.ts';
import { numberSample } from '../../money/number-style.ts';
import { readingSessionOnce } from '../auth/access.ts';
import { callWithin } from '../auth/inner-call.ts';
import type { Theme } from '../config/theme.ts';
import { escapedHtml } from '../lib/escaped-html.ts';
import { knownZone } from '../lib/known-zone.ts';
import { requestedLocale } from '../lib/requested-locale.ts';
import { createTextCache } from '../lib/text-cache.ts';
import { answerOlderBrowser, isOlderBrowser } from './older-browser.ts';
import { emptyPage, loadRenderer } from './renderer.ts';
import { applyBrand, keptScheme, schemeHead, themeStyle } from './theme.ts';

/** The chunks in page.json, which the build writes: by page, by language and catalogue part, of the frame. */
const parts = z.object({
  pages: z.record(z.string(), z.array(z.string())),
  words: z.record(z.string(), z.array(z.string())),
  frame: z.array(z.string()),
});

const { timeZone: ownTimeZone } = new Intl.DateTimeFormat().resolvedOptions();

// The page depends on the language, the time zone and the session.
const vary = 'accept-language, cookie';

// A page takes up to 10 ms of CPU in all. Beyond this, the browsers at an address render for themselves.
const maxRendersPerMinute = 600;

// A slower service leaves the page to the browser, so that it does not delay the first paint.
const defaultMaxWaitMs = 150;

/** How each locale writes a number. */
const samples = createTextCache<string>();

export type PageOptions = {
  folder: string;
  theme: Theme;
  /** Milliseconds that a page waits for its data; a test of what pages bring waits longer on a busy machine. */
  maxWaitMs?: number | undefined;
  /** In place of the built renderer: of a test. */
  renderPage?: RenderPage | undefined;
};

/**
 * Creates the handlers of the app's page, shell and service worker. The page is one answer: HTML as the app
 * renders it for this person, CSS, preloads of the chunks that the URL needs, and the data it shows.
 */
export function createPage(app: FastifyInstance, options: PageOptions) {
  const { folder, theme, maxWaitMs, renderPage } = options;
  const preloadsOf = createPreloads(folder);
  const { html, hashes } = withStyles(
    applyBrand(readFileSync(join(folder, 'index.html'), 'utf8'), theme),
    folder,
    themeStyle(theme),
  );
  const template = templateOf(html);
  // With the styles it is most of a page, and the same in each: encoded once.
  const afterTitle = Buffer.from(template.afterTitle);
  const render = loadRenderer(app, folder, renderPage);
  const shared = createSharedReads();
  const limitOf = app.createRateLimit({ max: maxRendersPerMinute, timeWindow: '1 minute' });

  /** The page without personal data, which the service worker caches. */
  async function shell(request: FastifyRequest, reply: FastifyReply) {
    const visit = { ...visitOf(request, maxWaitMs), get: async () => undefined };
    const page = { ...(await render(visit)), data: '' };
    const { html: whole, styleHash } = filled(visit, page, shellScript);
    const tag = `"${tagOf(whole)}"`;
    const headers = { 'cache-control': 'no-cache', etag: tag, vary };
    void prepared(reply, styleHash, shellScriptHash).headers(headers);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(whole);
  }

  async function page(request: FastifyRequest, reply: FastifyReply) {
    // The scripts would fail in the middle of a press.
    if (isOlderBrowser(request.headers['user-agent'])) {
      return answerOlderBrowser(request, reply, theme.name);
    }
    const visit = { ...visitOf(request, maxWaitMs), get: createPageReads(app, request, shared) };
    const limit = await limitOf(request);
    const isOver = !limit.isAllowed && limit.isExceeded;
    const rendered = isOver ? emptyPage : await readingSessionOnce(() => render(visit));
    const { html: whole, styleHash } = filled(visit, rendered);
    const found = pageOf(visit.url);
    void reply.code(found ? 200 : 404).header('cache-control', 'no-store');
    // A link to it may be published, and a search engine must not keep what it leads to.
    if (found?.folder === 'verify') void reply.header('x-robots-tag', 'noindex');
    return compressed(request, prepared(reply, styleHash), whole);
  }

  function prepared(reply: FastifyReply, styleHash: string, scriptHash = earlyPressesHash) {
    const policy = String(reply.getHeader('content-security-policy'));
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        policy
          .replace("style-src 'self'", ["style-src 'self'", ...hashes, styleHash].join(' ').trim())
          .replace("script-src 'self'", `script-src 'self' ${scriptHash}`),
      );
  }

  function filled(visit: PageVisit, rendered: RenderedPage, script = earlyPresses) {
    const { locale, url, colorScheme } = visit;
    const { head, shown } = rendered;
    const { body, style } = withStyleRules(rendered.body);
    const before = [
      template.start,
      rootTag(visit),
      // Before the styles, so that the browser finds the chunks without parsing those.
      `<head>${preloadsOf(locale.locale, shown ?? url)}`,
      schemeHead(template.beforeTitle, colorScheme),
      head || template.title,
    ].join('');
    const after = [
      `${style && `<style>${style}</style>`}</head>`,
      template.beforeRoot,
      rootOf({ ...rendered, body }, script),
      template.end,
    ].join('');
    const page = Buffer.concat([Buffer.from(before), afterTitle, Buffer.from(after)]);
    return { html: page, styleHash: style && hashOf(style) };
  }

  return { page, shell, worker: createWorker(folder, tagOf(html)) };
}

/** The page's own elements: what is shown, the script for early presses, and the data. */
function rootOf({ body, data, shown }: RenderedPage, script: string): string {
  const state = shown === null ? 'inert' : `data-shown="${escapedHtml(shown)}"`;
  const block = `<script type="application/json" id="${initialDataId}">${data}</script>`;
  return `<div id="root" ${state}>${body}</div><script>${script}</script>${data && block}`;
}

/** The `html` element, with what the app must take as the server did. */
function rootTag({ locale, language, timeZone, colorScheme }: PageVisit): string {
  const { numberLocale } = locale;
  const attributes: [name: string, value: string | undefined][] = [
    ['lang', languageTags[locale.locale]],
    ['data-numbers', escapedHtml(numberLocale)],
    ['data-sample', samples(numberLocale, () => escapedHtml(numberSample(numberLocale)))],
    ['data-language', escapedHtml(language ?? '')],
    ['data-time-zone', timeZone ?? ownTimeZone],
    ['data-scheme', colorScheme],
  ];
  const given = attributes.filter(([, value]) => value !== undefined);
  return `<html ${given.map(([name, value]) => `${name}="${value}"`).join(' ')}>`;
}

const templateParts = z.object({
  ...{ start: z.string(), beforeTitle: z.string(), title: z.string(), afterTitle: z.string() },
  ...{ beforeRoot: z.string(), end: z.string() },
});

/** The built page in the pieces between which each visit has its own: with its styles it is long. */
function templateOf(html: string) {
  const found =
    /^(?<start>.*)<html lang="en">\s*<head>(?<beforeTitle>.*)(?<title><title>.*?<\/title>)(?<afterTitle>.*)<\/head>(?<beforeRoot>.*)<div id="root"><\/div>(?<end>.*)$/s.exec(
      html,
    );
  return z.parse(templateParts, found?.groups);
}

/**
 * The service worker with the hash of the page at its end. When the operator changes name, logo or accent,
 * the browser sees a new worker and caches the shell again.
 */
function createWorker(folder: string, tag: string) {
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    const script = await readFile(join(folder, 'sw.js'), 'utf8');
    void reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache');
    return reply.send(`${script}\n// ${tag}\n`);
  };
}

/** Reads page.json. Returns a function that writes the preloads of a page's chunks, beside those of the start. */
function createPreloads(folder: string) {
  const built = join(folder, 'page.json');
  const chunks = existsSync(built)
    ? z.parse(parts, JSON.parse(readFileSync(built, 'utf8')))
    : { pages: {}, words: {}, frame: [] };

  return (language: string, url: string): string => {
    const { folder = 'not-found', page }: { folder?: string; page?: Page } = pageOf(url) ?? {};
    const files = new Set([
      ...(page?.role === 'anyone' ? [] : chunks.frame),
      ...(chunks.pages[folder] ?? []),
      ...['start', wordsOf(folder)].flatMap((part) => chunks.words[`${language}/${part}`] ?? []),
    ]);
    return [...files].map((file) => `<link rel="modulepreload" href="/${file}">`).join('');
  };
}

/** The page at a path and query; undefined for none, and for a path such as `//`, which is no address. */
function pageOf(url: string) {
  const address = URL.parse(`http://giro${url}`);
  return address ? pageAt(address) : undefined;
}

const tagOf = (html: string | Buffer) =>
  createHash('sha256').update(html).digest('base64url').slice(0, 22);

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Until React has the page, keeps a form from being submitted by the browser itself, and marks it instead:
 * the app submits it then. React prevents the default of what it handles.
 */
const earlyPresses =
  "addEventListener('submit',(e)=>{if(!e.defaultPrevented){e.preventDefault();e.target.dataset.sent=''}})";

/** The CSP hash of the inline script. */
export const earlyPressesHash = hashOf(earlyPresses);

const shellScript = `${keptScheme}${earlyPresses}`;
const shellScriptHash = hashOf(shellScript);

/**
 * Moves style attributes to a stylesheet: the CSP refuses them, and hydration does not set them again. A style
 * that React sets later outweighs the stylesheet.
 */
function withStyleRules(html: string) {
  const rules = new Map<string, string>();
  const body = html.replace(/ style="([\w\s.:;%-]*)"/g, (_, text: string) => {
    const name = rules.get(text) ?? String(rules.size);
    rules.set(text, name);
    return ` data-style="${name}"`;
  });
  const style = [...rules].map(([text, name]) => `[data-style="${name}"]{${text}}`).join('');
  return { body, style };
}

/** Inlines the stylesheets, so that the first paint waits for no other file. Returns their CSP hashes. */
function withStyles(html: string, folder: string, ownStyle: string | null) {
  const styles: string[] = [];
  const inlined = html.replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g,
    (_link, file) => {
      styles.push(readFileSync(join(folder, file), 'utf8'));
      return '';
    },
  );
  // After the app's own styles, which it overrides.
  if (ownStyle !== null) styles.push(ownStyle);
  const tags = styles.map((style) => `<style>${style}</style>`).join('');
  return {
    html: inlined.replace('</head>', () => `${tags}</head>`),
    hashes: styles.map(hashOf),
  };
}

// A larger answer would delay the page. The browser reads it itself and can cache it.
const maxAnswerBytes = 128 * 1024;

const incomplete = z.object({ missing: z.array(z.unknown()).check(z.minLength(1)) });

type PageRead = PageVisit['get'];

/** How long what is the same for everybody is not read again for another page, in milliseconds. */
const sharedForMs = 1_000;
const maxShared = 500;

/** Reads that are the same for everybody who may read them: one in a second does for all pages. */
function createSharedReads() {
  const kept = new Map<string, { answer: ReturnType<PageRead>; at: number }>();
  return (url: string, read: PageRead): ReturnType<PageRead> => {
    const known = kept.get(url);
    if (known && performance.now() - known.at < sharedForMs) return known.answer;
    if (kept.size >= maxShared) kept.clear();
    const answer = read(url);
    const one = { answer, at: performance.now() };
    kept.set(url, one);
    // A failure is of one person or one moment.
    const forget = () => void (kept.get(url) === one && kept.delete(url));
    answer.then((found) => found?.status === 200 || forget(), forget);
    return answer;
  };
}

/** Of the deployment alone: signed out too. */
const isPublic = (url: string) => url === apiPaths.settings;

const isForEverybody = (url: string) =>
  url === apiPaths.countries || url === apiPaths.currencies || url.startsWith(`${apiPaths.banks}?`);

/** Reads the data of a page through the API's own routes, with the person's session and rights. */
export function createPageReads(
  app: FastifyInstance,
  request: FastifyRequest,
  shared = createSharedReads(),
): PageRead {
  const { 'accept-encoding': _, 'if-none-match': __, ...given } = request.headers;
  const headers = { ...given, accept: 'application/json' };
  // From another site the browser omits the strict cookie: the page itself reads the session.
  const isFromElsewhere = headers['sec-fetch-site'] === 'cross-site';

  let isSignedIn = false;

  async function read(url: string) {
    const { status, text } = await callWithin(app, request, { url, headers });
    if (url === apiPaths.session && status === 401 && isFromElsewhere) return undefined;
    if (status >= 500 || text.length > maxAnswerBytes || isIncomplete(text)) return undefined;
    if (url === apiPaths.session) isSignedIn = status === 200;
    return { status, text: readable(text) };
  }
  async function readForEverybody(url: string) {
    const answer = await read(url);
    return answer?.status === 200 ? { ...answer, isForEverybody: true as const } : answer;
  }
  return (url) => {
    const isShared = isPublic(url) || (isSignedIn && isForEverybody(url));
    return isShared ? shared(url, readForEverybody) : read(url);
  };
}

/**
 * An answer without characters that HTML can't hold: hydration would find another text than the server rendered. The
 * service and old rows may hold some.
 */
function readable(text: string): string {
  if (!/\\u(?:00|d[89a-f])/i.test(text)) return text;
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' ? withoutUnreadable(value) : value;
  return JSON.stringify(JSON.parse(text, clean));
}

/** True for an incomplete search, which is left to the page: it repeats it until it is complete. */
function isIncomplete(text: string): boolean {
  // Most searches say that nothing is missing, and need not be parsed for that.
  return /"missing":(?!\[\])/.test(text) && z.safeParse(incomplete, JSON.parse(text)).success;
}

function visitOf(request: FastifyRequest, maxWaitMs = defaultMaxWaitMs): Omit<PageVisit, 'get'> {
  const { locale, numberLocale, wanted } = requestedLocale(request);
  return {
    url: request.url,
    locale: { locale, numberLocale },
    language: wanted,
    timeZone: knownZone(request.cookies[timeZoneCookie]),
    colorScheme: colorSchemeOf(request.cookies[colorSchemeCookie]),
    maxWaitMs,
  };
}

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
// Compressed on each request, so at a quality that takes about a millisecond. In a window of 4 MB, which is the
// default, V8 would count the memory of each as its own garbage, and collect its whole heap after every few pages.
const quick = {
  // Nearly every page in one piece: each one more is handed over to the thread and back.
  chunkSize: 32 * 1024,
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

async function compressed(request: FastifyRequest, reply: FastifyReply, html: Buffer) {
  const accepted = request.headers['accept-encoding'] ?? '';
  void reply.header('vary', `accept-encoding, ${vary}`);
  if (/\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(await brotli(html, quick));
  if (/\bgzip\b/.test(accepted))
    return reply
      .header('content-encoding', 'gzip')
      .send(await gzipped(html, { chunkSize: quick.chunkSize }));
  return reply.send(html);
}
