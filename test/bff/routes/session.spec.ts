import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

let bff: Bff;
let address = 0;

beforeAll(async () => {
  bff = await startBff();
});
afterAll(() => bff.close());

/** Signs in from a new address each time, because the limit is per address. */
function signIn(body: unknown, { headers = {}, from = `10.0.0.${++address}`, app = bff.app } = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { host: 'localhost', origin: 'http://localhost', ...headers },
    payload: Object(body),
    remoteAddress: from,
  });
}

const sender = { email: 'sender@giro.example', password: 'sandbox' };

describe('sign-in', () => {
  test('returns the person and an HttpOnly, SameSite=Strict cookie', async () => {
    const answer = await signIn(sender);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      user: { id: expect.any(String), email: sender.email, name: 'Sam Sender', role: 'sender' },
    });
    const hidden = { value: expect.any(String), httpOnly: true, sameSite: 'Strict' };
    expect(answer.cookies).toEqual([
      { name: 'giro', path: '/', ...hidden },
      { name: 'giro-device', path: '/api/session', maxAge: 31_536_000, ...hidden },
    ]);
  });

  test.each([
    ['0', undefined],
    ['1', true],
  ])(
    'with TRUST_PROXY=%s believes X-Forwarded-Proto only of a trusted proxy',
    async (TRUST_PROXY, secure) => {
      const own = await startBff({ env: { TRUST_PROXY } });
      const headers = { 'x-forwarded-proto': 'https' };
      const origin = `${secure ? 'https' : 'http'}://localhost`;
      const answer = await signIn(sender, { app: own.app, headers: { ...headers, origin } });
      await own.close();
      expect(answer.cookies.map(({ name, secure }) => [name, secure])).toEqual([
        ['giro', secure],
        ['giro-device', secure],
      ]);
    },
  );

  test('accepts the email in any case', async () => {
    expect((await signIn({ ...sender, email: ' Sender@GIRO.example ' })).statusCode).toBe(200);
  });

  test('answers a wrong password, an unknown person and a disabled one alike', async () => {
    const gone = { email: 'gone@giro.example', password: 'a good password' };
    await addPerson(bff.db, gone);
    await changeUser(bff.db, gone.email, { disabled_at: new Date().toISOString() });
    const answers = await Promise.all([
      signIn({ ...sender, password: 'wrong' }),
      signIn({ ...sender, email: 'nobody@giro.example' }),
      signIn(gone),
    ]);
    const bodies = answers.map((answer) => ({ ...answer.json(), request_id: '' }));
    expect(bodies[0]).toMatchObject({ type: '/problems/wrong-password', status: 401 });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    for (const answer of answers) expect(answer.cookies).toEqual([]);
  });

  test.each([
    [{}, ['email', 'password']],
    [{ email: 'a@b.example' }, ['password']],
    [{ ...sender, password: 'x'.repeat(1_025) }, ['password']],
    [{ email: ['a'], password: { $ne: '' } }, ['email', 'password']],
  ])('refuses %o with errors by field', async (body, fields) => {
    const answer = await signIn(body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(fields);
  });

  test('opens a new session and closes the old one', async () => {
    const browser = createBrowser(bff.app);
    await browser.signIn('sender');
    const before = browser.cookies.get('giro') ?? '';
    await browser.signIn('sender');
    expect(browser.cookies.get('giro')).not.toBe(before);
    browser.cookies.set('giro', before);
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
  });

  test('never accepts a session id that the caller chose', async () => {
    const answer = await signIn(sender, { headers: { cookie: 'giro=chosen' } });
    expect(answer.cookies[0]?.value).not.toBe('chosen');
  });

  test('is limited by address, with Retry-After', async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await signIn({}, { from: '10.9.9.9' })).statusCode).toBe(422);
    }
    const refused = await signIn(sender, { from: '10.9.9.9' });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ type: '/problems/too-many-requests', status: 429 });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await signIn({}, { from: '10.9.9.8' })).statusCode).toBe(422);
  });
});

describe('a session', () => {
  test('returns the person until sign-out', async () => {
    const browser = createBrowser(bff.app);
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
    await browser.signIn('support');
    const { body } = await browser.call('GET', '/api/session');
    expect(body.user).toMatchObject({ email: 'support@giro.example', role: 'support' });

    const id = browser.cookies.get('giro') ?? '';
    expect((await browser.call('DELETE', '/api/session')).status).toBe(204);
    expect(browser.cookies.has('giro')).toBe(false);
    browser.cookies.set('giro', id);
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
    expect((await browser.call('DELETE', '/api/session')).status).toBe(204);
  });

  test('follows a changed role or a disabled user on the next request', async () => {
    const browser = createBrowser(bff.app);
    await browser.signIn('sender');
    await changeUser(bff.db, sender.email, { role: 'support' });
    expect((await browser.call('GET', '/api/session')).body.user.role).toBe('support');
    expect((await browser.call('POST', '/api/transfers', {})).status).toBe(403);
    await changeUser(bff.db, sender.email, { disabled_at: new Date().toISOString() });
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
    await changeUser(bff.db, sender.email, { role: 'sender', disabled_at: null });
  });
});

test('over https the cookie is Secure and has the prefix __Host-', async () => {
  const secure = await startBff({ env: { PUBLIC_ORIGIN: 'https://giro.example' } });
  const headers = { origin: 'https://giro.example' };
  const answer = await signIn(sender, { headers, app: secure.app });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-giro=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    expect.stringMatching(
      /^giro-device=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/api\/session; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
  expect((await signIn(sender, { app: secure.app })).statusCode).toBe(403);
  await secure.close();
});

test('behind one proxy the limit uses the address from the proxy, not from the caller', async () => {
  const behind = await startBff({ env: { TRUST_PROXY: 'true' } });
  const from = (said: string) =>
    signIn({}, { app: behind.app, from: '127.0.0.1', headers: { 'x-forwarded-for': said } });
  for (let count = 0; count < 20; count += 1) await from(`10.0.1.${count}, 10.7.7.7`);
  expect((await from('10.0.2.1, 10.7.7.7')).statusCode).toBe(429);
  expect((await from('10.7.7.7, 10.7.7.8')).statusCode).toBe(422);
  await behind.close();
});
