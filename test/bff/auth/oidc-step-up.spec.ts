import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { proofFault } from '../../../src/bff/auth/oidc.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { stepUpPaths } from '../../../src/contract/api/step-up.ts';
import { createBrowser } from '../../support/browser.ts';
import { passProvider } from '../../support/oidc-provider.ts';
import { ana, type Browser, giro, go, signIn, startBoth, whoIs } from './oidc-both.ts';

const ben = { ...ana, name: 'Ben', email: 'ben@org.example' };
const check = '/send?key=1&source_amount_cents=5001';

describe('the claims of a new proof', () => {
  const at = Date.parse('2026-01-01T12:00:00Z');
  const claims = (auth_time: unknown, acr?: string) => ({
    ...{ iss: 'https://login.example', sub: 'ana', auth_time },
    ...(acr && { acr }),
  });
  const fault = (given: ReturnType<typeof claims>, stepUpAcr: string[] = []) =>
    proofFault(given, stepUpAcr, at, at + 60_000);

  test.each([
    ['no-auth-time', undefined],
    ['no-auth-time', '1767268800'],
    ['signed-in-before', at / 1_000 - 31],
    ['signed-in-in-the-future', at / 1_000 + 91],
    [null, at / 1_000],
    [null, at / 1_000 + 60],
  ])('%s for the auth_time %s', (expected, auth_time) => {
    expect(fault(claims(auth_time))).toBe(expected);
  });

  test('must have one of the acr of OIDC_STEP_UP_ACR', () => {
    const wanted = ['urn:two', 'urn:three'];
    expect(fault(claims(at / 1_000, 'urn:three'), wanted)).toBeNull();
    expect(fault(claims(at / 1_000, 'urn:one'), wanted)).toBe('other-acr');
    expect(fault(claims(at / 1_000), wanted)).toBe('other-acr');
  });
});

/** Ana is signed in and has the first account of the service. */
async function start(env: Record<string, string> = {}) {
  const both = await startBoth({ ana, ben }, { STEP_UP_ABOVE: '{"CLP":"5000"}', ...env });
  const { browser, db } = both;
  await signIn(browser, 'ana');
  const user_id = (await whoIs(browser)).id;
  const made = await browser.call('POST', '/api/destination_accounts', {
    ...{ alias: 'Wallet', category: 'wallet', additional_data: 'bc1q' },
  });
  await own(db, 'account', made.body.id, user_id, new Date().toISOString());
  const shown = await browser.call('GET', `/api/destination_accounts/${made.body.id}`);
  const transfer = {
    destination_account_id: made.body.id,
    destination_account_fingerprint: shown.body.fingerprint,
    source_amount_cents: '5001',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
  };
  return { ...both, transfer };
}

/** Begins a challenge, and returns its id and the provider's address. */
async function beginProof(browser: Browser, key: string, transfer: object) {
  const begun = await browser.call('POST', stepUpPaths.proof, { key, ...transfer });
  expect(begun).toMatchObject({ status: 201, body: { methods: ['oidc'] } });
  const { id } = begun.body;
  const started = await browser.call('POST', stepUpPaths.oidc, { id, next: check });
  expect(started.status).toBe(200);
  return { id, url: new URL(started.body.url) };
}

const press = (browser: Browser, key: string, body: object) =>
  browser.call('POST', '/api/transfers', body, { 'idempotency-key': key });
const refused = `${giro}${check}&proof=refused`;
const unsupported = `${giro}${check}&proof=unsupported`;

describe('a proof at the provider', () => {
  test('asks for a new sign-in, opens no session, and counts for its transfer once', async () => {
    const { browser, transfer } = await start();
    const key = randomUUID();
    const needed = await press(browser, key, transfer);
    expect(needed).toMatchObject({ status: 409, body: { type: '/problems/step-up-required' } });
    const { id, url } = await beginProof(browser, key, transfer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ max_age: '0', prompt: 'login' },
    });
    expect(url.searchParams.has('acr_values')).toBe(false);
    const session = browser.cookies.get('giro');
    expect((await press(browser, key, { ...transfer, proof: id })).status).toBe(409);

    expect(await go(browser, await passProvider(url.href, 'ana'))).toBe(
      `${giro}${check}&proof=given`,
    );
    expect(browser.cookies.get('giro')).toBe(session);
    expect((await press(browser, key, { ...transfer, proof: id })).status).toBe(201);
    const other = { ...transfer, proof: id, after_sent: key };
    expect(await press(browser, randomUUID(), other)).toMatchObject({
      body: { type: '/problems/step-up-refused' },
    });
  });

  test('is refused of another person, and signs nobody in', async () => {
    const { browser, transfer } = await start();
    const key = randomUUID();
    const { id, url } = await beginProof(browser, key, transfer);
    expect(await go(browser, await passProvider(url.href, 'ben'))).toBe(refused);
    expect((await whoIs(browser)).email).toBe(ana.email.toLowerCase());
    expect((await press(browser, key, { ...transfer, proof: id })).status).toBe(409);
  });

  test.each([
    ['accepted', 'ana', `${giro}${check}&proof=given`],
    ['refused', 'ben', refused],
  ])('that is %s redeems its code once, and opens no session', async (_name, as, page) => {
    const { browser, db, provider, transfer } = await start();
    const { url } = await beginProof(browser, randomUUID(), transfer);
    const before = provider.codesRedeemed();
    const sessions = async () => (await db.selectFrom('sessions').selectAll().execute()).length;
    const opened = await sessions();
    expect(await go(browser, await passProvider(url.href, as))).toBe(page);
    expect(await sessions()).toBe(opened);
    expect(provider.codesRedeemed()).toBe(before + 1);
  });

  test('is refused of a person who cancels', async () => {
    const { browser, transfer } = await start();
    const { url } = await beginProof(browser, randomUUID(), transfer);
    expect(await go(browser, await passProvider(url.href, null))).toBe(refused);
  });

  test('is told to be unsupported without auth_time, and sends nothing', async () => {
    const { browser, transfer } = await start();
    const key = randomUUID();
    const { id, url } = await beginProof(browser, key, transfer);
    url.searchParams.delete('max_age');
    url.searchParams.delete('prompt');
    expect(await go(browser, await passProvider(url.href, 'ana'))).toBe(unsupported);
    expect((await press(browser, key, { ...transfer, proof: id })).status).toBe(409);
  });

  test('is told to be unsupported if the provider refuses the question', async () => {
    const { browser, transfer } = await start();
    const { url } = await beginProof(browser, randomUUID(), transfer);
    url.searchParams.set('max_age', '-1');
    expect(await go(browser, await passProvider(url.href, 'ana'))).toBe(unsupported);
  });

  test.each([
    ['before the challenge', 2, unsupported],
    ['after five minutes', -6, refused],
  ])('is refused of a sign-in %s', async (_name, minutes, page) => {
    const { browser, db, transfer } = await start();
    const { url } = await beginProof(browser, randomUUID(), transfer);
    const created_at = new Date(Date.now() + minutes * 60_000).toISOString();
    await db.updateTable('step_up_challenges').set({ created_at }).execute();
    expect(await go(browser, await passProvider(url.href, 'ana'))).toBe(page);
  });

  test('asks for the acr of OIDC_STEP_UP_ACR, and is refused without it', async () => {
    const { browser, transfer } = await start({ OIDC_STEP_UP_ACR: 'urn:two urn:three' });
    const { url } = await beginProof(browser, randomUUID(), transfer);
    expect(url.searchParams.get('acr_values')).toBe('urn:two urn:three');
    expect(await go(browser, await passProvider(url.href, 'ana'))).toBe(unsupported);
  });

  test('is not given by an ordinary sign-in, nor in another session', async () => {
    const { app, browser, transfer } = await start();
    const key = randomUUID();
    const { id } = await beginProof(browser, key, transfer);
    const laptop = createBrowser(app);
    await signIn(laptop, 'ana');
    expect((await press(laptop, key, { ...transfer, proof: id })).status).toBe(409);
    expect((await press(browser, key, { ...transfer, proof: id })).status).toBe(409);
    const started = await laptop.call('POST', stepUpPaths.oidc, { id, next: check });
    expect(started.body.type).toBe('/problems/step-up-refused');
  });
});
