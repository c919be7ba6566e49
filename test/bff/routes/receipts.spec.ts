import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { erasePerson, exportPerson } from '../../../src/bff/ledger/keep/personal-data.ts';
import { applyRetention } from '../../../src/bff/ledger/keep/retention.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { addReceipt } from '../../../src/bff/ledger/transfers/receipts.ts';
import { readReceipt, receiptSigningKey, signReceipt } from '../../../src/bff/lib/receipt-code.ts';
import { issuedReceipt } from '../../../src/contract/api/receipt.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';
import { startInstance } from './start-instance.ts';

const password = 'a password of one';
const secretOf = (name: string) => name.padEnd(32, '.');
const [old, current, foreign] = [secretOf('old'), secretOf('current'), secretOf('foreign')];

describe.each(stores())('receipts on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  let sender: ReturnType<typeof createBrowser>;
  let eva: ReturnType<typeof createBrowser>;
  let id: string;

  beforeAll(async () => {
    store = await create();
    bff = await startBff({
      env: { DATABASE_URL: store.url, TRUST_PROXY: '1', GIRO_SECRET: old },
      sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    });
    [sender, eva] = [createBrowser(bff.app), createBrowser(bff.app)];
    await sender.signIn('sender');
    await addPerson(bff.db, { email: 'eva@example.com', name: 'Eva', role: 'sender', password });
    await eva.call('POST', '/api/session', { email: 'eva@example.com', password });
    id = await sent(sender);
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  async function sent(by: ReturnType<typeof createBrowser>): Promise<string> {
    const recipient = await addRecipient(by, { alias: `Gloria ${randomUUID()}` });
    return (await sendMoney(by, recipient.id)).body.id;
  }
  async function issue(by = sender, of = id) {
    const { status, body } = await by.call('POST', `/api/transfers/${of}/receipts`);
    expect(status).toBe(201);
    return issuedReceipt.parse(body);
  }
  const withdraw = (by: typeof sender, receipt: string, of = id) =>
    by.call('DELETE', `/api/transfers/${of}/receipts`, { id: receipt });

  /** A service whose transfers are not completed until `settle`. */
  async function slowBff() {
    const clock = { at: Date.now(), now: () => clock.at };
    const slow = await startBff({
      sandbox: { clock, assigned_after_ms: 3_600_000, settled_after_ms: 7_200_000 },
    });
    onTestFinished(() => slow.close());
    const browser = createBrowser(slow.app);
    await browser.signIn('sender');
    const settle = () => {
      clock.at += 10_000_000;
    };
    return { slow, browser, settle };
  }

  const numbered = (count: number) => String(count).padStart(10, '0');

  /** A stranger checks a code, each time from another address. */
  let calls = 0;
  async function check(code: string, { app }: Pick<Bff, 'app'> = bff) {
    calls += 1;
    const headers = { 'x-forwarded-for': `192.0.2.${calls}` };
    return createBrowser(app).call('POST', '/api/receipts/verify', { code }, headers);
  }

  test('a stranger reads what the receipt says and the state now, and nothing more', async () => {
    const { code, facts, link } = await issue();
    const { status, body } = await check(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ verdict: 'genuine', facts },
      now: { state: 'executed', as_of: expect.any(String), account_changed: false },
    });
    expect(facts).toMatchObject({ number: id, state: 'executed', sent: '100000 CLP' });
    expect(facts.account).toBe('4821');
    expect(facts.gets).toMatch(/^\d+\.\d\d COP$/);
    expect(JSON.stringify(body)).not.toMatch(/Gloria|Patiño|@|00123454821/);
    expect(link).toBe(`http://localhost/verify#${code}`);
  });

  test('a receipt of a transfer that is not completed never says so', async () => {
    const { slow, browser, settle } = await slowBff();
    const own = await sent(browser);
    const { code, facts } = await issue(browser, own);
    expect(facts.state).toBe('pending');
    settle();
    const { body } = await check(code, slow);
    expect(body).toMatchObject({ facts: { state: 'pending' }, now: { state: 'executed' } });
  });

  test('says that the account was changed after it was issued', async () => {
    const { slow, browser, settle } = await slowBff();
    const recipient = await addRecipient(browser);
    const { body: transfer } = await sendMoney(browser, recipient.id);
    const { code } = await issue(browser, transfer.id);
    const path = `/api/destination_accounts/${recipient.id}`;
    const { body: shown } = await browser.call('GET', path);
    const own = { ...shown, bank_number: '00999999999' };
    expect((await browser.call('PUT', path, own)).status).toBe(200);
    settle();
    const { body } = await check(code, slow);
    expect(body).toMatchObject({
      ...{ verdict: 'genuine', facts: { account: '4821' } },
      now: { state: 'executed', account_changed: true },
    });
    expect(JSON.stringify(body)).not.toContain('9999');
  });

  test('says that it was withdrawn by the sender, and nothing more', async () => {
    const { code, facts } = await issue();
    const other = await issue();
    expect((await withdraw(sender, facts.id)).status).toBe(204);
    expect((await withdraw(sender, facts.id)).status).toBe(204);
    expect((await check(code)).body).toEqual({ verdict: 'withdrawn' });
    expect((await check(other.code)).body.verdict).toBe('genuine');
  });

  test('the transfer’s page lists what stands, the newest first', async () => {
    const own = await sent(sender);
    const [first, second] = [await issue(sender, own), await issue(sender, own)];
    const listed = async () => {
      const { body } = await sender.call('GET', `/api/transfers/${own}`);
      return body.receipts.map(({ id }: { id: string }) => id);
    };
    expect(new Set(await listed())).toEqual(new Set([first.facts.id, second.facts.id]));
    await withdraw(sender, first.facts.id, own);
    expect(await listed()).toEqual([second.facts.id]);
  });

  test('is issued and withdrawn by the sender alone', async () => {
    const { facts } = await issue();
    const support = createBrowser(bff.app);
    await support.signIn('support');
    expect((await support.call('POST', `/api/transfers/${id}/receipts`)).status).toBe(403);
    expect((await withdraw(support, facts.id)).status).toBe(403);
    expect((await eva.call('POST', `/api/transfers/${id}/receipts`)).status).toBe(404);
    expect((await withdraw(eva, facts.id)).status).toBe(404);
    const evas = await sent(eva);
    // Not by way of a transfer of one's own.
    expect((await withdraw(eva, facts.id, evas)).status).toBe(404);
    expect((await withdraw(sender, '0000000000')).status).toBe(404);
    expect(
      (await createBrowser(bff.app).call('POST', `/api/transfers/${id}/receipts`)).status,
    ).toBe(401);
    const { body } = await support.call('GET', `/api/transfers/${id}`);
    expect(body.receipts.map((one: { id: string }) => one.id)).toContain(facts.id);
  });

  test('answers every forgery alike, without a reason', async () => {
    const { code, facts } = await issue();
    const [header, payload, signature] = code.split('.');
    const altered = Buffer.from(JSON.stringify({ ...facts, sent: '9000.00 CLP' }));
    const forged = [
      `${header}.${altered.toString('base64url')}.${signature}`,
      signReceipt({ ...facts, state: 'pending' }, receiptSigningKey(foreign)),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      code.slice(0, -10),
      code.repeat(100),
      `${code}=`,
      '',
      // The key leaked: signed rightly, but of no such receipt.
      signReceipt({ ...facts, gets: '1.00 COP' }, receiptSigningKey(old)),
    ];
    for (const one of forged) {
      const { status, body } = await check(one);
      expect([status, body], one.slice(0, 80)).toEqual([200, { verdict: 'not-genuine' }]);
    }
    expect((await check(code)).body.verdict).toBe('genuine');
  });

  test('says that there is no record of a receipt that was signed here and is not known', async () => {
    const { facts } = await issue();
    const code = signReceipt({ ...facts, id: '0123456789' }, receiptSigningKey(old));
    expect((await check(code)).body).toEqual({ verdict: 'unknown' });
  });

  test('a stranger may check 20 codes a minute', async () => {
    const stranger = createBrowser(bff.app);
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const ask = () => stranger.call('POST', '/api/receipts/verify', { code: 'a' }, headers);
    for (let count = 0; count < 20; count++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test('a transfer can have 100 receipts, with those withdrawn', async () => {
    const own = await sent(sender);
    const { code, facts } = await issue(sender, own);
    await withdraw(sender, facts.id, own);
    const { receipt, key } = await recorded(facts.id);
    for (let count = 1; count < 100; count++) {
      expect(await addReceipt(bff.db, { ...receipt, id: numbered(count) }, key)).toBe(true);
    }
    expect(await addReceipt(bff.db, { ...receipt, id: numbered(100) }, key)).toBe(false);
    const { status, body } = await sender.call('POST', `/api/transfers/${own}/receipts`);
    expect([status, body.detail]).toEqual([429, expect.stringContaining('100 receipts')]);
    expect((await check(code)).body).toEqual({ verdict: 'withdrawn' });
    await issue(sender, await sent(sender));

    async function recorded(id: string) {
      const { revoked_at: _, ...receipt } = await bff.db
        .selectFrom('receipts')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { kid, x } = receiptSigningKey(old);
      return { receipt, key: { kid, x } };
    }
  });

  test('what was issued before a change of GIRO_SECRET stays genuine, also after the old one is gone', async () => {
    const { code, facts } = await issue();
    const { headers, body } = await createBrowser(bff.app).call(
      'GET',
      '/.well-known/giro-receipt-keys.json',
    );
    expect(headers.get('content-type')).toMatch(/^application\/jwk-set\+json/);
    expect(readReceipt(code, body.keys)).toEqual(facts);
    const app = await startInstance(store.url, {
      env: { GIRO_SECRET: current, TRUST_PROXY: '1' },
    });
    expect((await check(code, { app })).body).toMatchObject({ verdict: 'genuine', facts });
    const set = await createBrowser(app).call('GET', '/.well-known/giro-receipt-keys.json');
    const kids = set.body.keys.map(({ kid }: { kid: string }) => kid);
    expect(kids).toEqual([receiptSigningKey(current).kid, receiptSigningKey(old).kid]);
  });

  test('the audit has who issued and who withdrew', async () => {
    const own = await sent(sender);
    const { facts } = await issue(sender, own);
    await withdraw(sender, facts.id, own);
    const subjects = { whole: [`transfer ${own}`], between: null };
    const entries = await readAudit(bff.db, { subjects, limit: 10 });
    const done = entries.map(({ action, outcome }) => `${action} ${outcome}`);
    expect(done).toEqual(['receipt-issue done', 'receipt-withdraw done']);
  });

  test('is in the export of the person, and goes with them', async () => {
    await addPerson(bff.db, { email: 'ana@example.com', name: 'Ana', role: 'sender', password });
    const ana = createBrowser(bff.app);
    await ana.call('POST', '/api/session', { email: 'ana@example.com', password });
    const { code, facts } = await issue(ana, await sent(ana));
    const user = await findUserByEmail(bff.db, 'ana@example.com');
    if (!user) throw new Error('Ana is there');
    const exported = await exportPerson(bff.db, user);
    expect(exported.receipts).toMatchObject([{ id: facts.id, user_id: user.id }]);
    await bff.db.transaction().execute((tx) => erasePerson(tx, user, new Date().toISOString()));
    expect((await check(code)).body).toEqual({ verdict: 'unknown' });
  });

  test('is kept as long as sends are', async () => {
    const { code } = await issue();
    const day = 24 * 60 * 60_000;
    const kept = { audit: null, events: null, news: day, rates: day, sends: 400 * day };
    await applyRetention(bff.db, kept, Date.now());
    expect((await check(code)).body.verdict).toBe('genuine');
    await applyRetention(bff.db, kept, Date.now() + 401 * day);
    expect((await check(code)).body).toEqual({ verdict: 'unknown' });
  });
});
