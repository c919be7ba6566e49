import { createHash } from 'node:crypto';
import { get as httpGet } from 'node:http';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { createPageReads, earlyPressesHash } from '../../../src/bff/page/page.ts';
import { writeInitialData } from '../../../src/contract/api/initial-data.ts';
import type { PageVisit, RenderPage } from '../../../src/contract/api/rendered-page.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient } from '../../support/recipients.ts';
import { startRenderingBff } from '../../support/rendering-bff.ts';

type Answers = Record<string, Awaited<ReturnType<PageVisit['get']>>>;

/** A renderer that reads these URLs for each page, in order, and notes what it was given. */
function createReader(urls: readonly string[]) {
  const visits: Omit<PageVisit, 'get'>[] = [];
  const answers: Answers = {};
  const renderPage: RenderPage = async ({ get, ...visit }) => {
    visits.push(visit);
    for (const url of urls) answers[url] = await get(url);
    const read = Object.entries(answers);
    const queries = read.map(([url, answer]) => ({ queryKey: [url], data: answer?.text }));
    const data = writeInitialData({ queries, texts: {} });
    return { head: '', body: '<p>body</p>', data, shown: visit.url };
  };
  return { renderPage, visits, answers };
}

async function startReading(...urls: string[]) {
  const reader = createReader(urls);
  const bff = await startRenderingBff(reader.renderPage);
  return { ...reader, ...bff, browser: createBrowser(bff.app) };
}

describe('a read of the page', () => {
  test('has the same answer as the person’s own call', async () => {
    const urls = ['/api/session', '/api/countries', '/api/destination_accounts'];
    const { browser, answers } = await startReading(...urls);
    await browser.signIn('sender');
    await addRecipient(browser);
    await browser.fetch('/');
    for (const url of urls) {
      const text = await (await browser.fetch(url)).text();
      expect(answers[url]).toMatchObject({ status: 200, text });
    }
  });

  test('has the rights of the person', async () => {
    const one = '/api/destination_accounts/501';
    const { app, browser, answers } = await startReading(
      '/api/session',
      one,
      '/api/support/totals',
    );
    await browser.signIn('sender');
    await addRecipient(browser);
    await browser.fetch('/');
    expect(answers[one]?.status).toBe(200);
    expect(answers['/api/support/totals']?.status).toBe(403);

    await createBrowser(app).fetch('/');
    expect(answers['/api/session']?.status).toBe(401);
    expect(answers[one]?.status).toBe(401);
  });

  test('tells nobody signed in from a visit from another site, which has no cookie', async () => {
    const { browser, answers } = await startReading('/api/session');
    await browser.fetch('/', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(answers['/api/session']).toBeUndefined();
    await browser.fetch('/', { headers: { 'sec-fetch-site': 'none' } });
    expect(answers['/api/session']?.status).toBe(401);
  });

  test('is shared for a moment where it is the same for everybody, with those who are signed in', async () => {
    const banks = '/api/banks?country_name=Colombia';
    const { app, browser, answers } = await startReading('/api/session', banks, '/api/settings');
    await browser.signIn('sender');
    const other = createBrowser(app);
    await other.signIn('support');
    await browser.fetch('/');
    const [first, session] = [answers[banks], answers['/api/session']];
    expect(first?.status).toBe(200);
    await other.fetch('/');
    expect(answers[banks]).toBe(first);
    expect(answers['/api/session']).not.toEqual(session);

    // Marked for the caches of the renderer, which hold nothing of a person.
    const marked = Object.entries(answers).filter(([, answer]) => answer?.isForEverybody);
    expect(marked.map(([url]) => url).sort()).toEqual([banks, '/api/settings']);

    await createBrowser(app).fetch('/');
    expect(answers[banks]).toMatchObject({ status: 401 });
    expect(answers[banks]?.isForEverybody).toBeUndefined();
  });

  test('is shared for a moment also before sign-in where it is public', async () => {
    const { app, browser, answers } = await startReading('/api/settings');
    await browser.fetch('/sign-in');
    const first = answers['/api/settings'];
    expect(first?.status).toBe(200);
    await createBrowser(app).fetch('/sign-in');
    expect(answers['/api/settings']).toBe(first);
  });

  test('is not shared where it failed', async () => {
    const banks = `/api/banks?country_name=${'a'.repeat(5_000)}`;
    const { browser, answers } = await startReading('/api/session', banks);
    await browser.signIn('sender');
    await browser.fetch('/');
    const first = answers[banks];
    expect(first?.status).toBe(400);
    await browser.fetch('/');
    expect(answers[banks]).not.toBe(first);
  });

  test.each([
    ['of 128 kB', 200, 'a'.repeat(128 * 1024), true],
    ['that is larger', 200, 'a'.repeat(128 * 1024 + 1), false],
    ['that is refused', 404, '{}', true],
    ['of a server that failed', 500, '{}', false],
    ['of a service that failed', 503, '{}', false],
    ['that lacks nothing', 200, '{"missing":[]}', true],
    ['that lacks a part', 200, '{"missing":["some-transfers"]}', false],
  ])('with an answer %s: %i', async (_name, status, text, isTaken) => {
    const app = Fastify();
    app.get('/read', (_request, reply) => reply.code(status).send(text));
    app.get('/page', async (request) => (await createPageReads(app, request)('/read')) ?? null);
    const { body } = await app.inject('/page');
    expect(body === 'null' ? undefined : JSON.parse(body)).toEqual(
      isTaken ? { status, text } : undefined,
    );
  });

  test('has no characters that HTML can not hold', async () => {
    const app = Fastify();
    const row = {
      alias: 'a\u0000\u001b\ud800b',
      note: 'one\n\ttwo',
      path: 'C:\\u0000',
      name: 'José 😀',
    };
    app.get('/read', async () => [row]);
    app.get('/page', async (request) => (await createPageReads(app, request)('/read')) ?? null);
    const { text } = JSON.parse((await app.inject('/page')).body);
    expect(JSON.parse(text)).toEqual([{ ...row, alias: 'a\ufffdb' }]);
  });

  test('is left to the browser when a search is incomplete', async () => {
    const odd = '/api/support/search?q=nobody';
    const reader = createReader([odd]);
    const { app } = await startRenderingBff(reader.renderPage, {
      sandbox: { transfers: 3, odd: ['rows'] },
    });
    const browser = createBrowser(app);
    await browser.signIn('support');
    const { body } = await browser.call('GET', odd);
    expect(body.missing).toEqual(['some-recipients', 'some-transfers']);
    await browser.fetch('/support?q=nobody');
    expect(reader.answers[odd]).toBeUndefined();
  });

  test('answers in full, whatever the browser accepts and has cached', async () => {
    const { browser, answers } = await startReading('/api/settings');
    const { headers } = await browser.fetch('/api/settings');
    await browser.fetch('/', {
      headers: { 'if-none-match': headers.get('etag') ?? '*', 'accept-encoding': 'identity' },
    });
    expect(JSON.parse(answers['/api/settings']?.text ?? '')).toMatchObject({ sandbox: true });
  });
});

describe('the page', () => {
  test('escapes the URL, the language and the cookies', async () => {
    const { browser, visits } = await startReading('/api/settings');
    const evil = '"><script>alert(1)</script>';
    browser.cookies.set('giro-language', encodeURIComponent(evil));
    browser.cookies.set('giro-time-zone', encodeURIComponent(evil));
    const headers = { 'accept-language': `en-${evil}, es-CL-u-x-${evil}` };
    const html = await (await browser.fetch(`/transfers?q=${evil}&s='`, { headers })).text();
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(visits.at(-1)).toMatchObject({ timeZone: undefined, locale: { locale: 'en' } });
  });

  test('has data that can not end its script element', async () => {
    const evil = '</script><script>alert(1)</script>';
    const { app } = await startRenderingBff(async () => ({
      ...{ head: '', body: '', shown: `/?a="${evil}` },
      data: writeInitialData({
        queries: [{ queryKey: ['$&', evil], data: evil }],
        texts: { [evil]: evil },
      }),
    }));
    const { body } = await app.inject('/');
    expect(body).not.toContain('<script>alert');
    expect(body).toContain(
      'data-shown="/?a=&quot;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
    );
    expect(body).toContain('$&');
  });

  test('replaces the title by the head, and nothing in either by patterns', async () => {
    const head = '<link rel="icon" href="/a"><title>$& $1 · Giro</title>';
    const { app } = await startRenderingBff(async () => ({
      ...{ head, body: '<b>$`</b>', data: '', shown: '/' },
    }));
    const { body } = await app.inject('/');
    expect(body).toContain(`<head>${head}</head>`);
    expect(body).toContain('<div id="root" data-shown="/"><b>$`</b></div>');
    expect(body).not.toContain('initial-data');
  });

  test('has the styles of its body in a stylesheet that the policy allows by hash', async () => {
    const text = 'He said &quot; style=&quot;a:b&quot;';
    const { app } = await startRenderingBff(async () => ({
      head: '',
      body: `<i style="width:10%">${text}</i><b style="color:red"></b><u style="width:10%"></u>`,
      ...{ data: '', shown: '/' },
    }));
    const { body, headers } = await app.inject('/');
    expect(body).toContain(
      `<i data-style="0">${text}</i><b data-style="1"></b><u data-style="0"></u>`,
    );
    const style = '[data-style="0"]{width:10%}[data-style="1"]{color:red}';
    expect(body).toContain(`<style>${style}</style>`);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  test('shows a skeleton inert', async () => {
    const { app } = await startRenderingBff(async () => ({
      ...{ head: '', body: '<i></i>', data: '[]', shown: null },
    }));
    const { body } = await app.inject('/');
    expect(body).toContain('<title>Giro</title>');
    expect(body).toContain('<div id="root" inert><i></i></div>');
  });

  test.each([
    ['es-CL,en;q=0.5', undefined, 'es-419', 'es-CL'],
    ['es-CL,en;q=0.5', 'pt', 'pt-BR', 'pt-BR'],
    ['en-XX-u-nu-thai', undefined, 'en', 'en'],
    ['de', 'xx', 'en', 'en'],
  ])(
    'for %s and the choice %s is in %s, with numbers in %s',
    async (accepted, chosen, lang, numbers) => {
      const { browser, visits } = await startReading();
      if (chosen) browser.cookies.set('giro-language', chosen);
      const answer = await browser.fetch('/', { headers: { 'accept-language': accepted } });
      expect(await answer.text()).toContain(`<html lang="${lang}" data-numbers="${numbers}" `);
      expect(visits.at(-1)?.locale.numberLocale).toBe(numbers);
    },
  );

  test.each([
    ['America/Santiago', 'America/Santiago'],
    ['america/santiago', 'America/Santiago'],
    ['Mars/Olympus', undefined],
    ['+05:30', undefined],
    ['', undefined],
  ])('takes the time zone %j for %s', async (cookie, zone) => {
    const { browser, visits } = await startReading();
    browser.cookies.set('giro-time-zone', encodeURIComponent(cookie));
    await browser.fetch('/');
    expect(visits.at(-1)?.timeZone).toBe(zone);
  });

  test.each([
    ['dark', 'dark'],
    ['light', 'light'],
    ['', undefined],
    ['"><script>', undefined],
  ])('takes the colour scheme %j for %s', async (cookie, scheme) => {
    const { browser, visits } = await startReading();
    browser.cookies.set('giro-color-scheme', encodeURIComponent(cookie));
    const html = await (await browser.fetch('/sign-in')).text();
    expect(visits.at(-1)?.colorScheme).toBe(scheme);
    const [, root = ''] = /<html ([^>]*)>/.exec(html) ?? [];
    expect(/ data-scheme="(.*?)"/.exec(root)?.[1]).toBe(scheme);
  });

  test('is kept by no cache, and depends on language and person', async () => {
    const { browser } = await startReading();
    const { headers } = await browser.fetch('/');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('accept-encoding, accept-language, cookie');
    expect(headers.get('content-security-policy')).toContain(
      `script-src 'self' ${earlyPressesHash}`,
    );
  });

  test('is rendered at most 600 times a minute for one address, and then by the browser', async () => {
    const { app, visits } = await startReading();
    const ask = () => app.inject({ url: '/', remoteAddress: '192.0.2.1' });
    for (let count = 0; count < 600; count += 1) await ask();
    expect(visits).toHaveLength(600);
    const { statusCode, body } = await ask();
    expect([statusCode, visits.length]).toEqual([200, 600]);
    expect(body).toContain('<div id="root" inert></div>');
    await app.inject({ url: '/', remoteAddress: '192.0.2.2' });
    expect(visits).toHaveLength(601);
  });
});

describe('without a rendered page', () => {
  const failure = new Error('broken here');

  test('the browser renders an empty one, and the log says why', async () => {
    const { app, logged } = await startRenderingBff(() => Promise.reject(failure));
    const { statusCode, body } = await app.inject('/recipients');
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Giro</title>');
    expect(body).toContain('<div id="root" inert></div>');
    expect(logged.join()).toContain('page: not rendered on the server');
    expect(logged.join()).toContain('broken here');
  });

  test('the browser gets what was read, and the log says what is broken', async () => {
    const skeleton = { head: '', body: '<i></i>', data: '[]', shown: null, error: failure };
    const { app, logged } = await startRenderingBff(async () => skeleton);
    const { body } = await app.inject('/recipients');
    expect(body).toContain('id="initial-data">[]<');
    expect(logged.join()).toContain('broken here');
  });
});

test('the shell has no personal data, and asks for none', async () => {
  const get = vi.fn();
  const { app } = await startRenderingBff(async (visit) => {
    get(await visit.get('/api/session'));
    return { head: '', body: '<i></i>', data: '[{"of":"Ana"}]', shown: null };
  });
  const browser = createBrowser(app);
  await browser.signIn('sender');
  const answer = await browser.fetch('/shell');
  const html = await answer.text();
  expect(get.mock.calls).toEqual([[undefined]]);
  expect(html).toContain('<div id="root" inert><i></i></div>');
  expect(html).not.toContain('Ana');
  expect(html).not.toContain('initial-data');
  const etag = answer.headers.get('etag') ?? '';
  const again = await browser.fetch('/shell', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('the shell takes the colour scheme by itself, by a script that its policy allows', async () => {
  const { app } = await startRenderingBff(async () => ({
    ...{ head: '', body: '', data: '', shown: null },
  }));
  const answer = await createBrowser(app).fetch('/shell');
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(await answer.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(
    `script-src 'self' 'sha256-${hash}';`,
  );
  const bars = ['light', 'dark'].map((scheme) => ({ media: `(prefers-color-scheme: ${scheme})` }));
  const dataset: { scheme?: string } = {};
  const run = (cookie: string) =>
    runInNewContext(script, {
      document: { cookie, documentElement: { dataset }, querySelectorAll: () => bars },
      addEventListener() {},
    });
  run('giro-color-scheme=blue');
  expect(dataset).toEqual({});
  run('giro-language=es; giro-color-scheme=dark');
  expect(dataset).toEqual({ scheme: 'dark' });
  expect(bars.map(({ media }) => media)).toEqual(['not all', 'all']);
});

const anyKey = '00000000-0000-4000-8000-000000000000';

const statuses: [path: string, status: number][] = [
  ['/', 200],
  ['/sign-in?next=/transfers', 200],
  ['/sign-in/', 200],
  ['/send', 200],
  ['/recipients/', 200],
  ['/Recipients/new', 200],
  ['/recipients/101', 200],
  ['/recipients/101/edit', 200],
  ['/transfers?q=101', 200],
  // The page itself finds out whether the transfer exists and is the person's.
  ['/transfers/123', 200],
  [`/sends/${anyKey}`, 200],
  ['/support', 200],
  ['/support/health', 200],
  ['/shell', 200],
  ['/recipients/101~', 404],
  ['/recipients/0101', 404],
  ['/transfers/123/edit', 404],
  ['/support.bak', 404],
  ['/nothing', 404],
];

test.each([[undefined], ['sender' as const], ['support' as const]])(
  'a URL without a page is answered 404 with the app, any other 200 (%s)',
  async (role) => {
    const { browser } = await startReading();
    if (role) await browser.signIn(role);
    const answered: typeof statuses = [];
    for (const [path] of statuses) {
      const answer = await browser.fetch(path);
      answered.push([path, answer.status]);
      expect(await answer.text()).toContain('<title>Giro</title>');
    }
    expect(answered).toEqual(statuses);
  },
);

test.each(['//', '//evil.example/recipients', '/\\evil.example'])(
  'a URL like %s, which could name another host, is no page',
  async (url) => {
    const { app, visits } = await startReading();
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    // A raw request: the test's own client would parse the URL.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = httpGet({ host: '127.0.0.1', port, path: url, agent: false }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      asked.once('error', reject);
    });
    expect([status, visits]).toEqual([404, []]);
  },
);
