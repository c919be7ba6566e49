import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { readLogo } from '../../../src/bff/page/logo.ts';
import { contrast, themeStyle } from '../../../src/bff/page/theme.ts';
import { createBrowser } from '../../support/browser.ts';
import { configErrors } from '../../support/config-errors.ts';
import { startBff } from '../../support/start-bff.ts';

const accent = { THEME_ACCENT: '#1A4FA3', THEME_ACCENT_DARK: '#8ab4ff' };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

/** A file of that name and content, gone when the test ends. */
function file(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'giro-theme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const tokens = readFileSync('src/app/ui/tokens.css', 'utf8');
const token = (name: string) =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1) ?? [];

test('contrast is as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#0b5d4a')).toBe(contrast('#0b5d4a', '#ffffff'));
});

describe('an accent', () => {
  test('is none by default, and overrides its own tokens and no other', () => {
    expect(themeStyle(readConfig({}).theme)).toBeNull();
    const style = themeStyle(readConfig(accent).theme) ?? '';
    expect(style).toMatch(/^html:root\{[^<>{}]+\}$/);
    expect(style).toContain('--accent:light-dark(#1a4fa3,#8ab4ff)');
    const names = [...style.matchAll(/--([\w-]+):/g)].map(([, name]) => name);
    expect(names).toEqual(['accent', 'accent-ink', 'accent-soft']);
    for (const name of names) expect(token(name ?? '')).toHaveLength(2);
  });

  test('of Giro itself would be taken', () => {
    const [light = '', dark = ''] = token('accent');
    expect(configErrors({ THEME_ACCENT: light, THEME_ACCENT_DARK: dark })).toEqual([]);
  });

  test('is read on every surface of the tokens', () => {
    const source = readFileSync('src/bff/page/theme.ts', 'utf8');
    for (const name of ['paper', 'card', 'sunk', 'wait-soft']) {
      const [light, dark] = token(name);
      const key = name.includes('-') ? `'${name}'` : name;
      const said = [...source.matchAll(new RegExp(`${key}: '(#\\w+)'`, 'g'))].map(([, hex]) => hex);
      expect(said, name).toEqual([light, dark]);
    }
    const lit = /\.main:hover[^}]*brightness\(([\d.]+)\)/s;
    expect(lit.exec(readFileSync('src/app/ui/button.module.css', 'utf8'))?.[1]).toBe('1.12');
  });

  test.each([
    // Too pale for white text; and only under the pointer.
    ['#ffcc00', /^THEME_ACCENT: #ffcc00 has 1\.\d\d:1 against .*text needs 4\.5:1.*darker colour$/],
    ['#0b6fd0', /^THEME_ACCENT: #0b6fd0 has [34]\.\d\d:1 against the text on a button under the/],
  ])('%s is refused by day, with its ratio and what to do', (light, line) => {
    expect(configErrors({ ...accent, THEME_ACCENT: light })).toEqual([expect.stringMatching(line)]);
  });

  test('is refused by night too, and both at once', () => {
    const lines = configErrors({ THEME_ACCENT: '#eeeeee', THEME_ACCENT_DARK: '#333366' });
    expect(lines).toEqual([
      expect.stringMatching(/^THEME_ACCENT: .*darker colour$/),
      expect.stringMatching(/^THEME_ACCENT_DARK: .*lighter colour$/),
    ]);
  });

  test.each(['THEME_ACCENT', 'THEME_ACCENT_DARK'])('without %s is half a theme', (missing) => {
    expect(configErrors({ ...accent, [missing]: '' })).toEqual([
      `${missing}: missing; set both of THEME_ACCENT and THEME_ACCENT_DARK, or none`,
    ]);
  });

  test.each(['green', '#abc', '#12345g', '#0b5d4a;}'])('%s is no colour', (color) => {
    expect(configErrors({ ...accent, THEME_ACCENT: color })).toEqual([
      'THEME_ACCENT: give #rrggbb',
    ]);
  });
});

describe('the manifest of the installed app', () => {
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(32);
    Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };

  async function manifestOf(env: Record<string, string>) {
    const bff = await startBff({ env });
    onTestFinished(() => bff.close());
    const answer = await bff.app.inject({ url: '/manifest.webmanifest' });
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/manifest\+json/),
      'cache-control': 'no-cache',
    });
    return answer.json();
  }

  test('has our name, colours of the tokens, and icons that are there, of their sizes', async () => {
    const manifest = await manifestOf({});
    const [paper] = token('paper');
    const colors = { background_color: paper, theme_color: paper };
    expect(manifest).toMatchObject({ name: 'Giro', start_url: '/', scope: '/', ...colors });
    expect(manifest.icons).toHaveLength(3);
    for (const { src, sizes } of manifest.icons) {
      const { size } = readLogo(`public${src}`);
      expect(`${size?.width}x${size?.height}`).toBe(sizes);
    }
  });

  test.each([
    ['logo.svg', svg, 'any'],
    ['logo.png', png(256, 256), '256x256'],
  ])('has the operator’s name and %s', async (name, content, sizes) => {
    const env = { THEME_NAME: 'Envíos Sol', THEME_LOGO: file(name, content) };
    expect(await manifestOf(env)).toMatchObject({
      name: 'Envíos Sol',
      short_name: 'Envíos Sol',
      icons: [{ src: expect.stringMatching(/^\/theme\/logo-/), sizes }],
    });
  });

  test.each([
    ['small', png(96, 96)],
    ['wide', png(400, 200)],
  ])('keeps our icons beside a logo that is %s', async (_what, content) => {
    const manifest = await manifestOf({ THEME_LOGO: file('logo.png', content) });
    expect(manifest.icons[0].src).toBe('/icons/icon-192.png');
  });
});

describe('a logo', () => {
  test('is served to anyone, for ever, as a picture, and told by the settings with the name', async () => {
    const THEME_LOGO = file('logo.svg', svg);
    const bff = await startBff({ env: { THEME_NAME: ' Envíos Sol ', THEME_LOGO } });
    onTestFinished(() => bff.close());
    const browser = createBrowser(bff.app);
    const { theme } = (await browser.call('GET', '/api/settings')).body;
    expect(theme).toEqual({
      name: 'Envíos Sol',
      logo: expect.stringMatching(/^\/theme\/logo-[\w-]{16}\.svg$/),
    });
    const answer = await bff.app.inject({ url: theme.logo });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(answer.body).toBe(svg);
    const other = await bff.app.inject({ url: theme.logo.replace('logo-', 'logo-x') });
    expect(other.statusCode).toBe(404);
    expect(other.headers['cache-control']).toBe('no-store');
  });

  test('is none by default, and has another address when it changes', async () => {
    expect(readConfig({}).theme).toEqual({ name: 'Giro', logo: null, accent: null });
    const [one, other] = [svg, svg.replace('M0', 'M1')].map(
      (content) => readConfig({ THEME_LOGO: file('logo.svg', content) }).theme.logo?.address,
    );
    expect(one).not.toBe(other);
  });

  test.each([
    ['logo.gif', 'GIF89a', /^THEME_LOGO: give an \.svg or a \.png file$/],
    ['logo.png', svg, /^THEME_LOGO: .*logo\.png is no PNG picture$/],
    ['logo.svg', 'plain words', /^THEME_LOGO: .*logo\.svg is no SVG picture$/],
    ['logo.svg', svg.padEnd(200_001), /^THEME_LOGO: .*logo\.svg has more than 200 kB$/],
  ])('%s is refused for what it is', (name, content, line) => {
    expect(configErrors({ THEME_LOGO: file(name, content) })).toEqual([
      expect.stringMatching(line),
    ]);
  });

  test('that is not there is named', () => {
    expect(configErrors({ THEME_LOGO: '/nowhere/logo.png' })).toEqual([
      "THEME_LOGO: /nowhere/logo.png can't be read",
    ]);
  });
});
