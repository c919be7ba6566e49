import { describe, expect, onTestFinished, test } from 'vitest';
import { demoAccounts } from '../../../src/bff/auth/demo-accounts.ts';
import { findUserByEmail, listUsers } from '../../../src/bff/ledger/people/users.ts';
import { createBrowser } from '../../support/browser.ts';
import { passProvider, startProvider } from '../../support/oidc-provider.ts';
import { startBff } from '../../support/start-bff.ts';
import {
  ana,
  type Browser,
  begin,
  giro,
  go,
  problem,
  signIn,
  startBoth,
  whoIs,
} from './oidc-both.ts';

describe('sign-in with a provider', () => {
  test('uses the authorization code flow with fresh PKCE, state and nonce', async () => {
    const { browser, provider } = await startBoth();
    const [first, second] = [new URL(await begin(browser)), new URL(await begin(browser))];
    expect(first.origin).toBe(provider.issuer);
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'giro',
      redirect_uri: `${giro}/api/sign-in/oidc/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
    }
  });

  test('creates the user, opens a session and redirects to the page', async () => {
    const { browser, db } = await startBoth();
    expect(await signIn(browser, 'ana', '?next=/recipients%3Fq%3Dx')).toBe(
      `${giro}/recipients?q=x`,
    );
    expect(await whoIs(browser)).toMatchObject({
      email: 'ana@org.example',
      name: 'Ana Díaz',
      role: 'sender',
    });
    expect([...browser.cookies.keys()]).toEqual(['giro', 'giro-oidc-device']);
    expect((await findUserByEmail(db, ana.email))?.password_hash).toBeNull();
  });

  test('keeps the attempt in an HttpOnly, SameSite=Lax cookie', async () => {
    const provider = await startProvider({ giro: 'https://giro.example', people: {} });
    const bff = await startBff({ env: provider.env });
    onTestFinished(() => bff.close());
    const { headers } = await bff.app.inject('/api/sign-in/oidc');
    expect(headers['set-cookie']).toMatch(
      /^__Host-giro-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('recognizes a person with a new name and email, and closes the old session', async () => {
    const { browser, db, provider } = await startBoth();
    await signIn(browser, 'ana');
    const { id } = await whoIs(browser);
    const before = browser.cookies.get('giro') ?? '';
    provider.people.ana = { ...ana, name: 'Ana Ruiz', email: 'ruiz@org.example' };
    await signIn(browser, 'ana');
    expect(await whoIs(browser)).toMatchObject({ id, name: 'Ana Ruiz', email: 'ruiz@org.example' });
    expect(await listUsers(db)).toHaveLength(demoAccounts.length + 1);
    browser.cookies.set('giro', before);
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
  });

  test('tells by mail of each new device once, whatever the email, and not of the first', async () => {
    const { app, db, browser, provider } = await startBoth();
    const told = async () =>
      (await db.selectFrom('news').select('kind').execute()).map(({ kind }) => kind);
    await signIn(browser, 'ana');
    await signIn(browser, 'ana');
    expect(await told()).toEqual([]);
    const other = createBrowser(app);
    await signIn(other, 'ana');
    provider.people.ana = { ...ana, email: 'ruiz@org.example' };
    await signIn(other, 'ana');
    expect(await told()).toEqual(['new-device']);
    provider.people.eva = { ...ana, email: 'eva@org.example' };
    await signIn(createBrowser(app), 'eva');
    await signIn(other, 'eva');
    expect(await told()).toEqual(['new-device', 'new-device']);
  });

  test('closes the other sessions when the role changes', async () => {
    const { browser, app, provider } = await startBoth();
    await signIn(browser, 'ana');
    const elsewhere = createBrowser(app);
    await signIn(elsewhere, 'ana');
    expect((await browser.call('GET', '/api/session')).status).toBe(200);
    provider.people.ana = { ...ana, giro_role: 'support' };
    await signIn(elsewhere, 'ana');
    expect((await whoIs(elsewhere)).role).toBe('support');
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
  });

  test('reads the role from a nested claim', async () => {
    const realm_access = { roles: ['offline_access', 'support'] };
    const people = { sue: { ...ana, giro_role: undefined, realm_access } };
    const { browser } = await startBoth(people, { OIDC_ROLE_CLAIM: 'realm_access.roles' });
    await signIn(browser, 'sue');
    expect((await whoIs(browser)).role).toBe('support');
  });

  test.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/.//evil.example',
    '/api/session',
  ])('never redirects to %s', async (next) => {
    const { browser } = await startBoth();
    expect(await signIn(browser, 'ana', `?next=${encodeURIComponent(next)}`)).toBe(`${giro}/`);
  });
});

test.each([
  ['client_secret_basic', {}],
  ['client_secret_basic', { OIDC_CLIENT_AUTH: 'client_secret_basic' }],
  ['client_secret_post', { OIDC_CLIENT_AUTH: 'client_secret_post' }],
])('the client secret is sent by %s with %j', async (way, env) => {
  const { browser, provider } = await startBoth({ ana }, env);
  expect(await signIn(browser, 'ana')).toBe(`${giro}/`);
  expect(provider.secretSentBy()).toBe(way);
});

describe('sign-out', () => {
  /** Signs out in Giro, and returns where the browser goes on. */
  async function signOut(browser: Browser): Promise<string> {
    const { status, body, headers } = await browser.call('DELETE', '/api/session');
    expect(status).toBe(200);
    expect(JSON.stringify([body, ...headers])).not.toMatch(idToken);
    return body.end_session_url;
  }
  const idToken = /eyJ[\w-]+\.eyJ/;
  const sessionIn = (page: URL) => page.searchParams.get('id_token_hint') ?? '';

  test('ends the session at the provider, which then asks for the password again', async () => {
    const { browser, provider } = await startBoth();
    const atProvider = new Map<string, string>();
    await go(browser, await passProvider(await begin(browser), 'ana', atProvider));
    // Signed in there: nobody is asked.
    await go(browser, await passProvider(await begin(browser), null, atProvider));
    expect((await browser.call('GET', '/api/session')).status).toBe(200);

    const own = await signOut(browser);
    expect(own).toBe(`${giro}/api/sign-out/oidc`);
    const url = new URL(await go(browser, own));
    expect(url.origin).toBe(provider.issuer);
    expect(url.href.length).toBeLessThan(2_048);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'giro',
      post_logout_redirect_uri: `${giro}/sign-in`,
      id_token_hint: expect.stringMatching(idToken),
    });
    expect(await passProvider(url.href, null, atProvider)).toBe(`${giro}/sign-in`);
    const again = await passProvider(await begin(browser), null, atProvider);
    expect(await go(browser, again)).toBe(problem('denied'));
  });

  test('reads the id token in no script, and once, within a minute, in the browser that left', async () => {
    const { app, browser, db, time } = await startBoth();
    await signIn(browser, 'ana');
    const { id_token_sealed } = await db
      .selectFrom('sessions')
      .select('id_token_sealed')
      .executeTakeFirstOrThrow();
    expect(id_token_sealed).toMatch(/^[0-9a-f]{12}\./);
    expect(id_token_sealed).not.toMatch(idToken);
    const own = await signOut(browser);
    expect([...browser.cookies.keys()].toSorted()).toEqual(['giro-oidc-device', 'giro-oidc-out']);
    const kept = browser.cookies.get('giro-oidc-out') ?? '';
    expect(await go(createBrowser(app), own)).toBe('/sign-in');
    expect(sessionIn(new URL(await go(browser, own)))).toMatch(idToken);
    browser.cookies.set('giro-oidc-out', kept);
    expect(await go(browser, own)).toBe('/sign-in');
    expect((await browser.call('DELETE', '/api/session')).status).toBe(204);

    await signIn(browser, 'ana');
    await signOut(browser);
    time.now += 61_000;
    expect(await go(browser, own)).toBe('/sign-in');
    expect(await db.selectFrom('oidc_sign_outs').selectAll().execute()).toHaveLength(1);
    await signIn(browser, 'ana');
    await signOut(browser);
    expect(await db.selectFrom('oidc_sign_outs').selectAll().execute()).toHaveLength(1);
  });

  test('answers with an HttpOnly cookie for its own address', async () => {
    const { browser } = await startBoth();
    await signIn(browser, 'ana');
    const { headers } = await browser.call('DELETE', '/api/session');
    expect(headers.get('set-cookie')).toMatch(
      /giro-oidc-out=[\w-]{43}; Max-Age=60; Path=\/api\/sign-out\/oidc; HttpOnly; SameSite=Strict/,
    );
  });

  test('names nobody to the provider when the id token is too long for a URL, or not its own', async () => {
    const long = 'ana'.repeat(500);
    const { browser, provider, db } = await startBoth({
      ana,
      [long]: { ...ana, email: 'long@org.example' },
    });
    await signIn(browser, long);
    const plain = { client_id: 'giro', post_logout_redirect_uri: `${giro}/sign-in` };
    const url = new URL(await signOut(browser));
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual(plain);

    await signIn(browser, 'ana');
    await db.updateTable('sessions').set({ id_token_sealed: 'of another secret' }).execute();
    const own = new URL(await go(browser, await signOut(browser)));
    expect(Object.fromEntries(own.searchParams)).toEqual(plain);
  });

  test('ends at the sign-in page when the provider has gone since', async () => {
    const { browser, provider, time } = await startBoth();
    await signIn(browser, 'ana');
    // What Giro knows of the provider is an hour old a moment after the sign-out.
    for (const minutes of [29, 29, 1.5]) {
      time.now += minutes * 60_000;
      await signIn(browser, 'ana');
    }
    const own = await signOut(browser);
    await provider.stop();
    time.now += 45_000;
    expect(await go(browser, own)).toBe('/sign-in');
  });

  test('stays in Giro after a password sign-in, or when the provider has no sign-out URL', async () => {
    const { browser } = await startBoth();
    await browser.signIn('sender');
    expect((await browser.call('DELETE', '/api/session')).status).toBe(204);

    const people = { ana };
    const configuration = { features: { rpInitiatedLogout: { enabled: false } } };
    const provider = await startProvider({ giro, people, configuration });
    const bff = await startBff({ env: provider.env });
    onTestFinished(() => bff.close());
    const other = createBrowser(bff.app);
    await signIn(other, 'ana');
    expect((await other.call('DELETE', '/api/session')).status).toBe(204);
    expect((await other.call('GET', '/api/session')).status).toBe(401);
  });
});

test('without a provider the route does not exist, and the settings say so', async () => {
  const bff = await startBff();
  onTestFinished(() => bff.close());
  const browser = createBrowser(bff.app);
  expect((await browser.call('GET', '/api/sign-in/oidc')).status).toBe(404);
  expect((await browser.call('GET', '/api/settings')).body.oidc).toBe(false);
  const { browser: other } = await startBoth();
  expect((await other.call('GET', '/api/settings')).body.oidc).toBe(true);
});

test('an image on a sibling site closes no session', async () => {
  const { browser } = await startBoth();
  await signIn(browser, 'ana');
  const image = { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' };
  expect((await browser.call('GET', '/api/sign-in/oidc', undefined, image)).status).toBe(303);
  expect((await browser.call('GET', '/api/session')).status).toBe(200);
});
