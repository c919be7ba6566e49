import { expect, test } from 'vitest';
import { basic, noon, start, text } from './start.ts';

const path = {
  authorize: '/api/v3/auth/authorize',
  refresh: '/api/v3/auth/refresh',
  destroy: '/api/v3/auth/destroy',
  list: '/api/v3/transfers',
};

test('a token is opaque and expires after its lifetime; several can be valid', async () => {
  const { call, authorize, clock } = await start({ token_lifetime_ms: 1000 });
  const [one, other] = [await authorize(), await authorize()];
  expect(one.token).not.toBe(other.token);
  expect(one.expires_at).toBe('2026-01-01T12:00:01.000+00:00');

  const list = (token: string) => call('GET', path.list, { authorization: `Bearer ${token}` });
  expect((await list(one.token)).status).toBe(200);
  expect((await list(other.token)).status).toBe(200);
  clock.time += 1000;
  expect(await list(one.token)).toMatchObject({ status: 401, body: { message: 'unauthorized' } });
});

test('the Date header follows the clock', async () => {
  const { as } = await start();
  expect((await as('GET', path.list)).headers.date).toBe(new Date(noon).toUTCString());
});

test('refresh extends the same token, and refuses an unknown or expired one', async () => {
  const { call, authorize, clock } = await start({ token_lifetime_ms: 60_000 });
  const { token } = await authorize();
  const refresh = (body: object) => call('POST', path.refresh, { authorization: basic, body });

  clock.time += 30_000;
  const refreshed = await refresh({ token });
  expect(refreshed).toMatchObject({
    status: 200,
    body: { token, expires_at: '2026-01-01T12:01:30.000+00:00' },
  });
  clock.time += 59_000;
  expect((await call('GET', path.list, { authorization: `Bearer ${token}` })).status).toBe(200);
  clock.time += 1_000;
  const gone = { status: 404, body: { message: 'record_not_found' } };
  expect(await refresh({ token })).toMatchObject(gone);
  expect(await refresh({ token: 'never given out' })).toMatchObject(gone);
  expect(await refresh({ token: 7 })).toMatchObject({
    status: 400,
    body: { errors: { token: ['is not a string'] } },
  });
});

test('a destroyed token is refused', async () => {
  const { call, authorize } = await start();
  const { token } = await authorize();
  const destroy = () => call('DELETE', path.destroy, { authorization: basic, body: { token } });
  expect(await destroy()).toMatchObject({ status: 200, body: { message: 'token deactivated' } });
  expect((await call('GET', path.list, { authorization: `Bearer ${token}` })).status).toBe(401);
  expect(await destroy()).toMatchObject({ status: 404, body: { message: 'record_not_found' } });
});

test('revokeTokens invalidates every token', async () => {
  const { as, sandbox } = await start();
  sandbox.revokeTokens();
  expect((await as('GET', path.list)).status).toBe(401);
});

test.each([
  ['no header', undefined],
  ['a wrong secret', `Basic ${btoa('sandbox-client:wrong')}`],
  ['a wrong client', `Basic ${btoa('wrong:sandbox-secret')}`],
  ['a secret with a correct beginning', `Basic ${btoa('sandbox-client:sandbox-secret2')}`],
  ['credentials that are not encoded', 'Basic sandbox-client:sandbox-secret'],
])('token endpoints refuse %s', async (_, authorization) => {
  const { call } = await start();
  const what = authorization ? { authorization } : {};
  const refused = { status: 401, body: { message: 'invalid credentials' } };
  expect(await call('POST', path.authorize, what)).toMatchObject(refused);
  expect(await call('POST', path.refresh, what)).toMatchObject(refused);
  expect(await call('DELETE', path.destroy, what)).toMatchObject(refused);
});

test('each kind of endpoint refuses the credentials of the other', async () => {
  const { as, call } = await start();
  expect((await as('POST', path.authorize)).status).toBe(401);
  expect((await call('GET', path.list, { authorization: basic })).status).toBe(401);
});

test('accepts configured credentials', async () => {
  const { call, sandbox } = await start({
    credentials: { client_id: 'id', client_secret: 'a:b' },
  });
  expect(sandbox).toMatchObject({ client_id: 'id', client_secret: 'a:b' });
  const authorization = `Basic ${btoa('id:a:b')}`;
  const { status, body } = await call('POST', path.authorize, { authorization });
  expect(status).toBe(200);
  expect(text(body, 'token')).toMatch(/^[\w-]{43}$/);
  expect((await call('POST', path.authorize, { authorization: basic })).status).toBe(401);
});
