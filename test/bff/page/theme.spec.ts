import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contrast } from '../../../src/bff/config/accent.ts';
import { readConfig } from '../../../src/bff/config/config.ts';
import { readLogo } from '../../../src/bff/config/logo.ts';
import { themeStyle } from '../../../src/bff/page/theme.ts';
import { createBrowser } from '../../support/browser.ts';
import { configErrors } from '../../support/config-errors.ts';
import { startBff } from '../../support/start-bff.ts';

const accent = { THEME_ACCENT: '#1A4FA3', THEME_ACCENT_DARK: '#8ab4ff' };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

/** Writes a temporary file and returns its path. The file is removed after the test. */
function file(name: string, content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'giro-theme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const tokens = readFileSync('src/app/ui/tokens.css', 'utf8');
const token = (name: string) =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1) ?? [];

test('computes the contrast ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#ffffff', '#0b5d4a')).toBe(contrast('#0b5d4a', '#ffffff'));
});

describe('an accent', () => {
  test('is absent by default, and overrides only the accent tokens', () => {
    expect(themeStyle(readConfig({}).theme)).toBeNull();
    const style = themeStyle(readConfig(accent).theme) ?? '';
    expect(style).not.toMatch(/[<>]/);
    const names = new Set([...style.matchAll(/--([\w-]+):/g)].map(([, name]) => name));
    expect([...names]).toEqual(['accent', 'accent-ink', 'accent-soft']);
    for (const name of names) expect(token(name ?? '')).toHaveLength(2);
  });

  test('follows the device, or the scheme that the person chose, without light-dark()', () => {
    const style = themeStyle(readConfig(accent).theme) ?? '';
    expect(style).not.toContain('light-dark');
    const colors = [...style.matchAll(/([^{}]+)\{(?:([^{}]+)\{)?--accent:(#\w+)/g)];
    expect(colors.map(([, ...parts]) => parts)).toEqual([
      ['html:root', undefined, '#1a4fa3'],
      [
        '@media screen and (prefers-color-scheme:dark)',
        'html:root:not([data-scheme=light])',
        '#8ab4ff',
      ],
      ['@media screen', 'html:root[data-scheme=dark]', '#8ab4ff'],
    ]);
  });

  test('of Giro itself is accepted', () => {
    const [light = '', dark = ''] = token('accent');
    expect(configErrors({ THEME_ACCENT: light, THEME_ACCENT_DARK: dark })).toEqual([]);
  });

  test('is checked against every surface in tokens.css', () => {
    const source = readFileSync('src/bff/config/accent.ts', 'utf8');
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
    // Too pale for white text; too pale only while hovered.
    [
      '#ffcc00',
      /^THEME_ACCENT: #ffcc00 has a contrast of 1\.\d\d:1 with .*text needs 4\.5:1.*darker colour$/,
    ],
    [
      '#0b6fd0',
      /^THEME_ACCENT: #0b6fd0 has a contrast of [34]\.\d\d:1 with the text on a button under the/,
    ],
  ])('%s is refused in the light scheme, with its contrast and advice', (light, line) => {
    expect(configErrors({ ...accent, THEME_ACCENT: light })).toEqual([expect.stringMatching(line)]);
  });

  test('is refused in the dark scheme too, both in one error', () => {
    const lines = configErrors({ THEME_ACCENT: '#eeeeee', THEME_ACCENT_DARK: '#333366' });
    expect(lines).toEqual([
      expect.stringMatching(/^THEME_ACCENT: .*darker colour$/),
      expect.stringMatching(/^THEME_ACCENT_DARK: .*lighter colour$/),
    ]);
  });

  test.each(['THEME_ACCENT', 'THEME_ACCENT_DARK'])(
    'without %s is refused as incomplete',
    (missing) => {
      expect(configErrors({ ...accent, [missing]: '' })).toEqual([
        `${missing}: missing; set both THEME_ACCENT and THEME_ACCENT_DARK, or neither`,
      ]);
    },
  );

  test.each(['green', '#abc', '#12345g', '#0b5d4a;}'])('%s is refused as no colour', (color) => {
    expect(configErrors({ ...accent, THEME_ACCENT: color })).toEqual([
      'THEME_ACCENT: must be a colour such as #0b6e4f',
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

  test('has Giro’s name, the colours of tokens.css, and icons of the stated sizes', async () => {
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
  ])('keeps Giro’s icons with a logo that is %s', async (_what, content) => {
    const manifest = await manifestOf({ THEME_LOGO: file('logo.png', content) });
    expect(manifest.icons[0].src).toBe('/icons/icon-192.png');
  });
});

describe('a logo', () => {
  test('is served to anyone as an immutable picture, and is in the settings', async () => {
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

  test('is absent by default, and gets another URL when it changes', async () => {
    expect(readConfig({}).theme).toEqual({ name: 'Giro', logo: null, accent: null });
    const [one, other] = [svg, svg.replace('M0', 'M1')].map(
      (content) => readConfig({ THEME_LOGO: file('logo.svg', content) }).theme.logo?.address,
    );
    expect(one).not.toBe(other);
  });

  test.each([
    ['logo.gif', 'GIF89a', /^THEME_LOGO: must be an \.svg or \.png file$/],
    ['logo.png', svg, /^THEME_LOGO: .*logo\.png is not a PNG picture$/],
    ['logo.svg', 'plain words', /^THEME_LOGO: .*logo\.svg is not an SVG picture$/],
    [
      'logo.svg',
      svg.padEnd(200_001),
      /^THEME_LOGO: .*logo\.svg is larger than 200 kB; give a smaller file$/,
    ],
  ])('%s is refused with the reason', (name, content, line) => {
    expect(configErrors({ THEME_LOGO: file(name, content) })).toEqual([
      expect.stringMatching(line),
    ]);
  });

  test('that does not exist is reported with its path', () => {
    expect(configErrors({ THEME_LOGO: '/nowhere/logo.png' })).toEqual([
      "THEME_LOGO: /nowhere/logo.png can't be read; check the path and its rights",
    ]);
  });
});
