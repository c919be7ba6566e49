import { describe, expect, onTestFinished, test } from 'vitest';
import { findUserByEmail, listUsers } from '../../../src/bff/ledger/users.ts';
import { createBrowser } from '../../support/browser.ts';
import { startProvider } from '../../support/oidc-provider.ts';
import { startBff } from '../../support/start-bff.ts';
import { ana, begin, giro, signIn, startBoth, whoIs } from './oidc-both.ts';

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
    expect(await listUsers(db)).toHaveLength(4);
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

describe('sign-out', () => {
  test('redirects to the provider, and from there to the sign-in page', async () => {
    const { browser, provider } = await startBoth();
    await signIn(browser, 'ana');
    const { status, body } = await browser.call('DELETE', '/api/session');
    expect(status).toBe(200);
    const url = new URL(body.end_session_url);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'giro',
      post_logout_redirect_uri: `${giro}/sign-in`,
    });
    expect([...browser.cookies.keys()]).toEqual(['giro-oidc-device']);
    expect((await browser.call('DELETE', '/api/session')).status).toBe(204);
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
