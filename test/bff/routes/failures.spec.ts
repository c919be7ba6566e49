import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { startBff } from '../../support/start-bff.ts';
import { startLoggedBff } from '../../support/start-logged-bff.ts';

const reads = [
  '/api/countries',
  '/api/currencies',
  '/api/banks',
  '/api/destination_accounts',
  '/api/transfers',
  '/api/quotes?source_amount_cents=5&source_amount_currency=USD&destination_amount_currency=COP&country_id=1',
];

const body = {
  destination_account_id: '501',
  destination_account_fingerprint: 'never shown',
  source_amount_cents: '5',
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
};

test('an unreachable service is answered 503 and the person stays signed in', async () => {
  const { browser, stopService } = await startLoggedBff();
  await browser.signIn('sender');
  await stopService();
  const answers = await Promise.all(reads.map((path) => browser.call('GET', path)));
  for (const { status, body } of answers) {
    expect([status, body.type]).toEqual([503, '/problems/service-unreachable']);
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|ECONN/);
  }
  expect((await browser.call('GET', '/api/session')).status).toBe(200);
  expect((await browser.call('GET', '/healthz')).status).toBe(200);
  const ready = await browser.call('GET', '/readyz');
  expect([ready.status, ready.body]).toEqual([503, { store: true, service: false, clock: true }]);
});

test('credentials that the service rejects are answered 502, never 401', async () => {
  const { browser, sandbox } = await startLoggedBff({ clientSecret: 'wrong' });
  await browser.signIn('sender');
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(reads.map((path) => browser.call('GET', path)));
    for (const { status, body } of answers) {
      expect([status, body.type]).toEqual([502, '/problems/service-credentials']);
    }
  }
  const key = { 'idempotency-key': crypto.randomUUID() };
  expect((await browser.call('POST', '/api/transfers', body, key)).status).toBe(404);
  expect((await browser.call('GET', '/api/session')).status).toBe(200);
  expect(sandbox.requests.every(({ path }) => path.includes('/auth/'))).toBe(true);
  expect(sandbox.requests.length).toBeLessThanOrEqual(3);
});

test('a service that does not answer in time is answered 504', async () => {
  const bff = await startBff({
    timeouts: { headers: 2_000 },
    sandbox: { scenarios: { slow_ms: 4_000 } },
  });
  onTestFinished(() => bff.close());
  const browser = createBrowser(bff.app);
  await browser.signIn('sender');
  const { body: countries } = await browser.call('GET', '/api/countries');
  const query = `source_amount_cents=40800&source_amount_currency=USD&destination_amount_currency=COP&country_id=${countries[0].id}`;
  const { status, body } = await browser.call('GET', `/api/quotes?${query}`);
  expect([status, body.type]).toEqual([504, '/problems/service-timeout']);
});

const answers: [RequestListener, number, string, retry_after?: string][] = [
  [(_, res) => res.end('<html>'), 502, 'service-answer'],
  [(_, res) => res.end('[{"id":"x"}]'), 502, 'service-answer'],
  [(_, res) => res.writeHead(500).end('{}'), 503, 'service-unreachable'],
  [(_, res) => res.writeHead(403).end('{"message":"no"}'), 502, 'service-credentials'],
  [(_, res) => res.writeHead(400).end('{"message":"secret"}'), 502, 'service-refused'],
  [(_, res) => res.writeHead(302, { location: '/' }).end(), 502, 'service-answer'],
  [(_, res) => res.writeHead(429, { 'retry-after': '77' }).end(), 503, 'service-unreachable', '77'],
  [(_, res) => res.writeHead(401).end('{}'), 502, 'service-credentials'],
];

test('every bad answer of the service is a problem of the table, without the text of the service', async () => {
  let answer: RequestListener | undefined;
  const server = createServer((request, response) => {
    if (!request.url?.includes('/auth/')) return answer?.(request, response);
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    response.end(JSON.stringify({ token: crypto.randomUUID(), expires_at }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const { browser } = await startLoggedBff({ baseUrl: `http://127.0.0.1:${port}` });
  await browser.signIn('sender');

  for (const [badAnswer, status, name, retryAfter = null] of answers) {
    answer = badAnswer;
    const got = await browser.call('GET', '/api/currencies');
    expect([got.status, got.body.type]).toEqual([status, `/problems/${name}`]);
    expect(JSON.stringify(got.body)).not.toContain('secret');
    expect(got.headers.get('retry-after')).toBe(retryAfter);
    expect((await browser.call('GET', '/api/session')).status).toBe(200);
  }
});
