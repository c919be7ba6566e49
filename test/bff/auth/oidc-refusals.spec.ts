import { describe, expect, onTestFinished, test } from 'vitest';
import { demoAccounts } from '../../../src/bff/auth/demo-accounts.ts';
import { changeUser, findUserByEmail, listUsers } from '../../../src/bff/ledger/people/users.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { createBrowser } from '../../support/browser.ts';
import { freePort, oidcClient, passProvider, startProvider } from '../../support/oidc-provider.ts';
import { startBff } from '../../support/start-bff.ts';
import { startLoggedBff } from '../../support/start-logged-bff.ts';
import { ana, begin, giro, go, problem, signIn, startBoth, whoIs } from './oidc-both.ts';

describe('refuses the sign-in', () => {
  test('of a person who cancels at the provider, and keeps the page to return to', async () => {
    const { browser } = await startBoth();
    const back = await passProvider(await begin(browser, '?next=/transfers'), null);
    expect(await go(browser, back)).toBe(`${problem('denied')}&next=%2Ftransfers`);
    expect(browser.cookies.size).toBe(0);
  });

  test('with another state, and keeps the attempt usable', async () => {
    const { browser } = await startBoth();
    const back = new URL(await passProvider(await begin(browser), 'ana'));
    const state = back.searchParams.get('state') ?? '';
    back.searchParams.set('state', 'x'.repeat(43));
    expect(await go(browser, back.href)).toBe(problem('expired'));
    back.searchParams.delete('state');
    expect(await go(browser, back.href)).toBe(problem('expired'));
    back.searchParams.set('state', state);
    expect(await go(browser, back.href)).toBe(`${giro}/`);
  });

  test('in another browser than the one that started it', async () => {
    const { browser, app } = await startBoth();
    const back = await passProvider(await begin(browser), 'ana');
    const victim = createBrowser(app);
    expect(await go(victim, back)).toBe(problem('expired'));
    await begin(victim);
    expect(await go(victim, back)).toBe(problem('expired'));
    expect(victim.cookies.has('giro')).toBe(false);
  });

  test('with the same answer a second time', async () => {
    const { browser } = await startBoth();
    const start = await begin(browser);
    const attempt = browser.cookies.get('giro-oidc') ?? '';
    const back = await passProvider(start, 'ana');
    await go(browser, back);
    browser.cookies.set('giro-oidc', attempt);
    expect(await go(browser, back)).toBe(problem('expired'));
  });

  test('with a used code, or a code of another attempt', async () => {
    const { browser } = await startBoth();
    const used = new URL(await passProvider(await begin(browser), 'ana'));
    await go(browser, used.href);
    const unused = new URL(await passProvider(await begin(browser), 'ana'));
    for (const { searchParams } of [used, unused]) {
      browser.cookies.clear();
      const again = new URL(await passProvider(await begin(browser), 'ana'));
      again.searchParams.set('code', searchParams.get('code') ?? '');
      expect(await go(browser, again.href)).toBe(problem('failed'));
      expect(browser.cookies.has('giro')).toBe(false);
    }
  });

  test.each(['nonce', 'code_challenge'])('with another %s than Giro sent', async (name) => {
    const { browser } = await startBoth();
    const start = new URL(await begin(browser));
    start.searchParams.set(name, 'A'.repeat(43));
    expect(await go(browser, await passProvider(start.href, 'ana'))).toBe(problem('failed'));
    expect(browser.cookies.size).toBe(0);
  });

  test('with an id token signed with an unpublished key', async () => {
    const provider = await startProvider({ giro, people: { ana }, foreignKeys: true });
    const bff = await startBff({ env: provider.env });
    onTestFinished(() => bff.close());
    const browser = createBrowser(bff.app);
    expect(await signIn(browser, 'ana')).toBe(problem('failed'));
    expect(browser.cookies.has('giro')).toBe(false);
  });

  test('with an id token issued more than a minute in the future', async () => {
    const { browser, time } = await startBoth();
    time.now -= 2 * 60_000;
    expect(await signIn(browser, 'ana')).toBe(problem('failed'));
    time.now += 90_000;
    expect(await signIn(browser, 'ana')).toBe(`${giro}/`);
  });

  test('after 10 minutes at the provider', async () => {
    const { browser, time } = await startBoth();
    const back = await passProvider(await begin(browser), 'ana');
    time.now += 10 * 60_000 + 1;
    expect(await go(browser, back)).toBe(problem('expired'));
  });

  test.each([
    ['none', undefined],
    ['another', 'manager'],
    ['admin in a list', ['admin']],
    ['two', ['sender', 'support']],
    ['one as part of a text', 'sender support'],
    ['one inside an object', { sender: true }],
  ])('with %s of the roles', async (_which, giro_role) => {
    const { browser, db } = await startBoth({ ana: { ...ana, giro_role } });
    expect(await signIn(browser, 'ana')).toBe(problem('no-role'));
    expect(await findUserByEmail(db, ana.email)).toBeUndefined();
  });

  test('of a person without a role, and ends their open sessions', async () => {
    const { browser, app, provider } = await startBoth();
    await signIn(browser, 'ana');
    provider.people.ana = { ...ana, giro_role: [] };
    expect(await signIn(createBrowser(app), 'ana')).toBe(problem('no-role'));
    expect((await browser.call('GET', '/api/session')).status).toBe(401);
  });

  test('of a disabled user', async () => {
    const { browser, db } = await startBoth();
    await signIn(browser, 'ana');
    await changeUser(db, ana.email, { disabled_at: new Date().toISOString() });
    expect(await signIn(browser, 'ana')).toBe(problem('disabled'));
    expect([...browser.cookies.keys()]).toEqual(['giro-oidc-device']);
  });

  test('with the email of another user, or an unverified one', async () => {
    const { browser, db, provider } = await startBoth({
      eve: { ...ana, email: 'SENDER@giro.example' },
      bob: { ...ana, email_verified: false },
      ida: { ...ana, email: undefined },
    });
    expect(await signIn(browser, 'eve')).toBe(problem('email-taken'));
    expect(await signIn(browser, 'bob')).toBe(problem('no-email'));
    expect(await signIn(browser, 'ida')).toBe(problem('no-email'));
    provider.people.eve = { ...ana, email: 'eve@org.example' };
    expect(await signIn(browser, 'eve')).toBe(`${giro}/`);
    provider.people.eve = { ...ana, email: 'sender@giro.example' };
    expect(await signIn(browser, 'eve')).toBe(`${giro}/`);
    expect(await whoIs(browser)).toMatchObject({ email: 'eve@org.example' });
    expect(await listUsers(db)).toHaveLength(demoAccounts.length + 1);
  });

  test('while the provider is down; Giro starts, passwords work, and the provider works once it is up', async () => {
    const port = await freePort();
    const env = {
      PUBLIC_ORIGIN: giro,
      OIDC_ISSUER: `http://localhost:${port}`,
      OIDC_CLIENT_ID: 'giro',
      OIDC_CLIENT_SECRET: 'a secret of the test provider',
    };
    const bff = await startBff({ env });
    onTestFinished(() => bff.close());
    const browser = createBrowser(bff.app);
    expect(await begin(browser, '?next=/send')).toBe(`${problem('unreachable')}&next=%2Fsend`);
    expect((await browser.signIn('sender')).status).toBe(200);
    const provider = await startProvider({ giro, people: { ana }, port });
    const back = await passProvider(await begin(browser), 'ana');
    expect(await go(browser, back)).toBe(`${giro}/`);

    const late = await passProvider(await begin(browser), 'ana');
    await provider.stop();
    expect(await go(browser, late)).toBe(problem('unreachable'));
  });

  test('after 60 attempts within a minute', async () => {
    const { browser } = await startBoth();
    const answers: string[] = [];
    for (let count = 0; count < 61; count += 1) answers.push(await begin(browser));
    expect(answers.filter((location) => location === problem('too-many'))).toHaveLength(1);
    expect(answers.at(-1)).toBe(problem('too-many'));
  });
});

test('takes a call that can’t be read for no unexpected error', async () => {
  const provider = await startProvider({ giro, people: { ana } });
  const { browser, lines } = await startLoggedBff({ env: provider.env });
  expect(await go(browser, `${giro}${apiPaths.oidcCallback}?state=%00`)).toBe(problem('failed'));
  expect(lines.join('')).toContain('sign-in: The request is not valid');
  expect(lines.join('')).not.toContain('unexpected error');
});

test('logs the reason as a code, and never the person', async () => {
  const provider = await startProvider({ giro, people: { ana } });
  const { browser, lines } = await startLoggedBff({ env: provider.env });
  const used = new URL(await passProvider(await begin(browser), 'ana'));
  await go(browser, used.href);
  const again = new URL(await passProvider(await begin(browser), 'ana'));
  again.searchParams.set('code', used.searchParams.get('code') ?? '');
  await go(browser, again.href);
  const tampered = new URL(await begin(browser));
  tampered.searchParams.set('nonce', 'tampered');
  await go(browser, await passProvider(tampered.href, 'ana'));
  provider.people.ana = { ...ana, giro_role: 'none' };
  await signIn(browser, 'ana');

  const log = lines.join('');
  const reasons = lines.map((line) => JSON.parse(line)).filter(({ problem }) => problem);
  expect(reasons).toMatchObject([
    { problem: 'failed', code: 'invalid_grant' },
    { problem: 'failed', code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' },
    { problem: 'no-role' },
  ]);
  const secrets = [...used.searchParams.values(), ...again.searchParams.values()];
  const told = [ana.name, ana.email.toLowerCase(), oidcClient.secret, ...secrets];
  for (const word of told.filter((word) => word !== provider.issuer)) {
    expect(log.toLowerCase()).not.toContain(word.toLowerCase());
  }
});
