import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isOlderBrowser } from '../../../src/bff/page/older-browser.ts';
import { startRenderingBff } from '../../support/rendering-bff.ts';

const iPhone = (system: string, rest: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const android = (rest: string) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;
const mac = (rest: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) ${rest}`;
const firefox = (version: string) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/${version}`;

test.each([
  ['Chrome 108', android('Chrome/108.0.0.0 Mobile Safari/537.36'), true],
  ['Chrome 109', android('Chrome/109.0.0.0 Mobile Safari/537.36'), false],
  ['Chrome 156', android('Chrome/156.0.0.0 Mobile Safari/537.36'), false],
  ['Chrome 49', android('Chrome/49.0.2623.105 Mobile Safari/537.36'), true],
  ['a headless Chrome 153', android('HeadlessChrome/153.0.0.0 Safari/537.36'), false],
  [
    'Samsung Internet 20',
    android('SamsungBrowser/20.0 Chrome/106.0.0.0 Mobile Safari/537.36'),
    true,
  ],
  [
    'Samsung Internet 21',
    android('SamsungBrowser/21.0 Chrome/110.0.0.0 Mobile Safari/537.36'),
    false,
  ],
  ['a view of an app', android('Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36'), false],
  ['Android’s own old browser', android('Version/4.0 Mobile Safari/534.30'), true],
  ['Edge 18', mac('Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763'), true],
  ['Edge 109', mac('Chrome/109.0.0.0 Safari/537.36 Edg/109.0.1518.49'), false],
  ['Firefox 114', firefox('114.0'), true],
  ['Firefox 115', firefox('115.0'), false],
  ['Safari 15.3 of an iPhone', iPhone('15_3_1', 'Version/15.3 Mobile/15E148 Safari/604.1'), true],
  ['Safari 15.4 of an iPhone', iPhone('15_4', 'Version/15.4 Mobile/15E148 Safari/604.1'), false],
  ['Safari 26 of an iPhone', iPhone('18_6', 'Version/26.0 Mobile/15E148 Safari/604.1'), false],
  ['Chrome of an old iPhone', iPhone('14_8', 'CriOS/150.0.0.0 Mobile/15E148 Safari/604.1'), true],
  ['Firefox of a newer iPhone', iPhone('17_0', 'FxiOS/100.0 Mobile/15E148 Safari/605.1'), false],
  ['a view of an app of a newer iPhone', iPhone('16_2', 'Mobile/15E148'), false],
  ['Safari 15.3 of a Mac', mac('Version/15.3 Safari/605.1.15'), true],
  ['Safari 16.0 of a Mac', mac('Version/16.0 Safari/605.1.15'), false],
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', true],
  ['a program', 'curl/8.5.0', false],
  ['who does not say', undefined, false],
])('%s', (_name, userAgent, isOlder) => {
  expect(isOlderBrowser(userAgent)).toBe(isOlder);
});

test('an older browser gets a page without script, in its language, that says what to use', async () => {
  const { app } = await startRenderingBff(async () => {
    throw new Error('rendered for a browser that can not run it');
  });
  const ask = (language: string) =>
    app.inject({
      url: '/transfers',
      headers: { 'user-agent': firefox('102.0'), 'accept-language': language },
    });
  const { statusCode, body, headers } = await ask('pt-BR');
  expect(statusCode).toBe(200);
  expect(body).toContain('<html lang="pt-BR">');
  expect(body).toContain('Chrome 109, Safari 15.4, Firefox 115');
  expect(body).toContain('Este navegador é antigo demais');
  expect(body).not.toContain('<script');
  expect(headers['cache-control']).toBe('no-store');
  const [, style = ''] = /<style>(.*)<\/style>/.exec(body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  expect((await ask('es')).body).toContain('Este navegador es muy antiguo');
});
