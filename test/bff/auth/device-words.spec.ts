import { expect, test } from 'vitest';
import { deviceWords } from '../../../src/bff/auth/device-words.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

test.each([
  [`${windows} ${webKit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge', 'Windows'],
  [`${windows} ${webKit} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`, 'Opera', 'Windows'],
  [`${windows}; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox', 'Windows'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'Mac',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/131.0.0.0`, 'Chrome', 'ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Linux'],
  ['curl/8.11.0', null, null],
  ['<script>Chrome</script>', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceWords(userAgent)).toEqual({ browser, system });
});
