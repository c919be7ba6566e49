import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPainter, type Visit } from '../../../src/bff/page/first-paint.ts';
import type { FirstPaint } from '../../../src/contract/api/first-paint.ts';

const html =
  '<html lang="en"><head><title>Giro</title></head><body><div id="root"></div></body></html>';
const settings = {
  sandbox: true,
  demo_accounts: [],
  country_field_rules: {},
  oidc: false,
  support: { email: null, phone: null, url: null },
  theme: { name: 'Ana & <Co>', logo: null },
};
const session = {
  user: { id: '1', email: '"[[name]]"@giro.example', name: 'Ana', role: 'sender' as const },
};
const common = { locale: 'es' as const, at: '', asks: '', when: {}, head: '' };
const paints: FirstPaint[] = [
  { ...common, view: 'starting', body: 'starting' },
  { ...common, view: 'starting', locale: 'en', body: 'starting' },
  { ...common, view: 'sign-in', when: { oidc: true }, body: 'href="/o?next=%2F%5B%5Bnext%5D%5D"' },
  {
    ...common,
    view: 'sign-in',
    when: { oidc: false, logo: false },
    head: '<title>Entrar · [[name]]</title>',
    body: 'form of [[name]]',
  },
  { ...common, view: 'sender', at: '^/$', asks: '_cents=', body: 'figures' },
  { ...common, view: 'sender', at: '^/$', when: { sandbox: true }, body: 'quote' },
  { ...common, view: 'sender', body: 'frame of [[email]]' },
  { ...common, view: 'support', body: 'other frame' },
];

const folder = mkdtempSync(join(tmpdir(), 'giro-paint-'));
const file = join(folder, 'first-paint.json');
writeFileSync(file, JSON.stringify(paints));
const paint = createPainter(file);
afterAll(() => rmSync(folder, { recursive: true }));

const at = (path: string, visit: Partial<Visit> = {}) =>
  paint(html, {
    locale: 'es',
    session: null,
    settings,
    url: new URL(path, 'http://giro'),
    ...visit,
  });

test('whoever is signed out gets the form itself, in their language and with the operator’s name', () => {
  const page = at('/sign-in');
  expect(page).toContain('<html lang="es-419">');
  expect(page).toContain('<title>Entrar · Ana &amp; &lt;Co&gt;</title>');
  expect(page).toContain('<div id="root">form of Ana &amp; &lt;Co&gt;</div>');
  expect(at('/transfers/501')).toBe(page);
});

test.each([
  ['/', 'quote'],
  ['/?source_amount_cents=1', 'figures'],
  ['/transfers', 'frame of'],
])('at %s whoever is signed in gets what nobody can press: %s', (path, looks) => {
  expect(at(path, { session })).toContain(`<div id="root" inert>${looks}`);
});

test('each role gets its own, and an e-mail writes nothing into the page', () => {
  expect(at('/transfers', { session })).toContain('frame of &quot;[[name]]&quot;@giro.example<');
  const support = { user: { ...session.user, role: 'support' as const } };
  expect(at('/transfers', { session: support })).toContain('other frame');
});

test.each([
  ['/sign-in', ''],
  ['/', ''],
  ['/transfers?q=a&sort=b', '?next=%2Ftransfers%3Fq%3Da%26sort%3Db'],
  ['/sign-in?next=/recipients', '?next=%2Frecipients'],
  ['/sign-in?next=//evil.example', ''],
])('from %s the organisation leads back by "%s"', (path, query) => {
  const organised = { ...settings, oidc: true };
  expect(at(path, { settings: organised })).toContain(`href="/o${query}"`);
});

test.each([
  ['nobody knows who it is', '/', { session: undefined }],
  ['the settings are not known', '/', { settings: undefined }],
  ['an organisation led back', '/sign-in?problem=denied', {}],
])('where %s, it is only said that the app begins', (_why, path, visit) => {
  expect(at(path, visit)).toContain('<title>Giro</title>');
  expect(at(path, visit)).toContain('<div id="root" inert>starting</div>');
});

test('without anything rendered the page stays empty, in the right language', () => {
  const empty = createPainter(join(folder, 'none.json'));
  const url = new URL('/', 'http://giro');
  const page = empty(html, { locale: 'pt', session: null, settings, url });
  expect(page).toBe(html.replace('"en"', '"pt-BR"'));
});
