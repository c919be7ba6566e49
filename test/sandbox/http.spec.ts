import type { Dispatcher } from 'undici';
import { expect, test } from 'vitest';
import { dollars, idOf, start } from './start.ts';

const operations: readonly (readonly [Dispatcher.HttpMethod, string])[] = [
  ['GET', '/api/v3/transfers/simulate'],
  ['POST', '/api/v3/transfers'],
  ['GET', '/api/v3/transfers/1'],
  ['GET', '/api/v3/transfers'],
  ['POST', '/api/v3/distination_accounts'],
  ['PUT', '/api/v3/destination_accounts/1'],
  ['GET', '/api/v3/destination_account/1'],
  ['GET', '/api/v3/destination_accounts'],
  ['GET', '/api/v3/countries'],
  ['GET', '/api/v3/currencies'],
  ['GET', '/api/v3/destination_account_banks'],
];

test.each(operations)('%s %s requires a valid bearer token', async (method, path) => {
  const { call, bearer } = await start();
  const refused = { status: 401, body: { message: 'unauthorized' } };
  expect(await call(method, path)).toMatchObject(refused);
  expect(await call(method, path, { authorization: 'Bearer nobody' })).toMatchObject(refused);
  const bare = bearer.replace('Bearer ', '');
  expect(await call(method, path, { authorization: bare })).toMatchObject(refused);
});

test.each<readonly [Dispatcher.HttpMethod, string]>([
  ['POST', '/api/v3/destination_accounts'],
  ['PUT', '/api/v3/distination_accounts/501'],
  ['GET', '/api/v3/distination_accounts'],
  ['GET', '/api/v3/destination_accounts/501'],
  ['PUT', '/api/v3/destination_account/501'],
  ['POST', '/api/v3/transfers/simulate'],
  ['DELETE', '/api/v3/transfers/9001'],
  ['GET', '/api/v3/auth/authorize'],
  ['POST', '/api/v3/auth/destroy'],
  ['GET', '/api/v3/transfers/'],
  ['GET', '/api/v3/Transfers'],
  ['GET', '/api/v2/transfers'],
  ['GET', '/'],
])('%s %s is answered 404', async (method, path) => {
  const { as } = await start();
  expect(await as(method, path)).toMatchObject({ status: 404, body: { message: 'not found' } });
});

test.each([
  ['no body', undefined, 'the request body is missing'],
  ['malformed JSON', '{"source_amount_cents": 1,', 'malformed JSON'],
  ['a list', '[]', 'the request body must be a JSON object'],
  ['null', 'null', 'the request body must be a JSON object'],
  ['nesting without end', '['.repeat(500_000), 'malformed JSON'],
])('%s is answered 400', async (_, body, message) => {
  const { as } = await start();
  expect(await as('POST', '/api/v3/transfers', body)).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('refuses a body of more than 1 MB', async () => {
  const { as } = await start();
  const padded = (size: number) => `{"alias":"${'x'.repeat(size - 12)}"}`;
  const path = '/api/v3/distination_accounts';
  expect(await as('POST', path, padded(1024 * 1024))).toMatchObject({ status: 400 });
  expect(await as('POST', path, padded(1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { message: 'the request body is too large' },
  });
});

test('simulate reads the body of a GET, not its query, on a keep-alive connection', async () => {
  const started = await start();
  const country_id = await idOf(started, '/api/v3/countries', 'Colombia');
  const path = '/api/v3/transfers/simulate';
  const answers = [];
  for (let turn = 0; turn < 3; turn += 1) {
    answers.push(await started.as('GET', path, { ...dollars(100), country_id }));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);

  const query = `source_amount_cents=100&source_amount_currency=USD&destination_amount_currency=COP`;
  const inQuery = await started.as('GET', `${path}?${query}&country_id=${country_id}`);
  expect(inQuery).toMatchObject({ status: 400, body: { message: 'the request body is missing' } });
});

test('records every call, whatever the answer', async () => {
  const { call, sandbox, clock } = await start();
  clock.time += 5;
  await call('POST', '/api/v3/transfers');
  await call('GET', '/nowhere?at=all');
  expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v3/auth/authorize',
    'POST /api/v3/transfers',
    'GET /nowhere',
  ]);
  expect(sandbox.requests.at(-1)?.at).toBe(clock.time);
});

test('closing aborts a delayed answer', async () => {
  const started = await start();
  const country_id = await idOf(started, '/api/v3/countries', 'Colombia');
  const slow = started.as('GET', '/api/v3/transfers/simulate', { ...dollars(408), country_id });
  const ended = expect(slow).rejects.toThrow();
  await expect.poll(() => started.sandbox.requests.at(-1)?.path).toContain('simulate');
  await started.server.close();
  await ended;
});
