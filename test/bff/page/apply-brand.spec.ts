import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { start } from '../../../src/bff/server.ts';

/** Starts an app with this environment and returns a function that reads the body of a URL. */
async function answersOf(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'giro-branded-'));
  copyFileSync('index.html', join(folder, 'index.html'));
  writeFileSync(join(folder, 'sw.js'), 'const kept = 1;');
  const app = await start({
    config: readConfig(env),
    log: pino({ level: 'silent' }),
    appFolder: folder,
    startSandbox: async () => ({
      baseUrl: 'http://127.0.0.1:9',
      clientId: '',
      clientSecret: '',
      close: async () => {},
    }),
  });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  return async (url: string, cookies: Record<string, string> = {}) =>
    (await app.inject({ url, cookies })).body;
}

test.each(['/', '/shell', '/transfers/501', '/manifest.webmanifest', '/api/settings'])(
  '%s has the operator’s name and not Giro’s',
  async (url) => {
    const ask = await answersOf({ THEME_NAME: 'Casa Cambios' });
    const body = await ask(url);
    expect(body).toContain('Casa Cambios');
    expect(body).not.toContain('Giro');
  },
);

test('escapes the operator’s name in the title and the application name', async () => {
  const ask = await answersOf({ THEME_NAME: 'Ana "&" <Co> $1' });
  const body = await ask('/shell');
  const name = 'Ana &quot;&amp;&quot; &lt;Co&gt; $1';
  expect(body).toContain(`<title>${name}</title>`);
  expect(body).toContain(`<meta name="application-name" content="${name}" />`);
  expect(await (await answersOf({}))('/shell')).toContain('<title>Giro</title>');
});

test('the service worker changes when the shell changes', async () => {
  const worker = async (env: Record<string, string>) => (await answersOf(env))('/sw.js');
  const plain = await worker({});
  expect(plain).toMatch(/^const kept = 1;\n\/\/ [\w-]+\n$/);
  expect(await worker({ QUOTES_PER_MINUTE: '7' })).toBe(plain);
  const others = await Promise.all([
    worker({ THEME_NAME: 'Casa Cambios' }),
    worker({ THEME_ACCENT: '#1a4fa3', THEME_ACCENT_DARK: '#8ab4ff' }),
  ]);
  expect(new Set([plain, ...others]).size).toBe(3);
});

test.each([
  ['dark', ['not all', 'all']],
  ['light', ['all', 'not all']],
  ['blue', ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']],
])('the browser’s own bars have the colour of the scheme %s', async (scheme, bars) => {
  const body = await (await answersOf({}))('/sign-in', { 'giro-color-scheme': scheme });
  const media = body.matchAll(/<meta name="theme-color" media="(.*?)"/g);
  expect(Array.from(media, ([, one]) => one)).toEqual(bars);
});
