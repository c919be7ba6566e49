import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { ownLimits, personLimitsAnswer, reachedLimit } from '../../../src/contract/api/limits.ts';
import { sandboxMails } from '../../../src/contract/api/news.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { people } from '../../../src/contract/api/people.ts';
import { settings } from '../../../src/contract/api/session.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const hour = 3_600_000;
const longSessions = { SESSION_IDLE_MINUTES: '10000', SESSION_MAX_MINUTES: '10000' };
const limits = { USD: { transfer: '500000', day: '600000' }, CLP: { month: '90000000' } };

describe.each(stores())('limits of what a person sends, on $name', ({ create }) => {
  let bff: Bff;
  let time: number;
  let sender: ReturnType<typeof createBrowser>;
  let admin: ReturnType<typeof createBrowser>;
  let user: string;
  let account: string;

  beforeEach(async () => {
    time = Date.parse('2026-03-02T12:00:00Z');
    const { url } = await openStore(create);
    bff = await startBff({
      env: { DATABASE_URL: url, LIMITS: JSON.stringify(limits), ...longSessions },
      sandbox: { clock: { now: () => time } },
    });
    onTestFinished(() => bff.close());
    sender = createBrowser(bff.app);
    user = (await sender.signIn('sender')).body.user.id;
    admin = createBrowser(bff.app);
    await admin.signIn('admin');
    account = (await addRecipient(sender)).id;
  });

  const path = () => `/api/people/${user}/limits`;
  const set = (currency: string, span: string, amount: string | null) =>
    admin.call('PUT', path(), { currency, span, amount });
  const itemOf = async (currency: string, span: string) => {
    const { items } = personLimitsAnswer.parse((await admin.call('GET', path())).body);
    return items.find((one) => one.currency === currency && one.span === span);
  };
  /** Each limit in force of the sender, as they read it. */
  const inForce = async () => {
    const { items } = ownLimits.parse((await sender.call('GET', '/api/limits')).body);
    return Object.fromEntries(
      items.flatMap(({ currency, spans }) =>
        spans.map(({ span, limit, used }) => [`${currency} ${span}`, [limit, used]]),
      ),
    );
  };
  async function send(source_amount_cents: string) {
    const body = await asShown(sender, {
      ...{ destination_account_id: account, source_amount_cents },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
    });
    const headers = { 'idempotency-key': randomUUID() };
    return sender.call('POST', '/api/transfers', body, headers);
  }
  const mails = async () =>
    sandboxMails.parse((await admin.call('GET', apiPaths.sandboxMail)).body).mails;

  test('are read with what is used of them, and a refusal names them', async () => {
    expect(settings.parse((await sender.call('GET', apiPaths.settings)).body).limits).toEqual([
      'USD',
      'CLP',
    ]);
    expect((await send('480000')).status).toBe(201);
    const sent = time;
    expect(await inForce()).toEqual({
      'USD transfer': [500_000n, 0n],
      'USD day': [600_000n, 480_000n],
      'CLP month': [90_000_000n, 0n],
    });
    time += hour;
    const { status, body } = await send('120001');
    expect([status, body.type]).toEqual([409, '/problems/limit-reached']);
    expect(reachedLimit.parse(body.limit)).toEqual({
      ...{ currency: 'USD', span: 'day', limit: 600_000n, used: 480_000n },
      frees_at: new Date(sent + 24 * hour).toISOString(),
    });
    expect((await send('120000')).status).toBe(201);
    expect((await inForce())['USD day']).toEqual([600_000n, 600_000n]);
  });

  test('an admin lowers one at once, and raises one after a day, which is mailed', async () => {
    expect((await set('USD', 'day', '1000')).status).toBe(200);
    expect((await inForce())['USD day']).toEqual([1_000n, 0n]);
    expect((await send('1001')).body.type).toBe('/problems/limit-reached');
    expect(await mails()).toEqual([]);

    const from = new Date(time + 24 * hour).toISOString();
    expect((await set('USD', 'day', '700000')).status).toBe(200);
    // The person reads it too.
    const { items } = ownLimits.parse((await sender.call('GET', '/api/limits')).body);
    expect(items[0]?.spans.find(({ span }) => span === 'day')?.next).toEqual({
      ...{ limit: 700_000n, at: from },
    });
    expect(await itemOf('USD', 'day')).toEqual({
      ...{ currency: 'USD', subunit_to_unit: 100n, span: 'day' },
      ...{ operators: 600_000n, own: 1_000n },
      next: { amount: 700_000n, at: from },
    });
    await expect
      .poll(async () =>
        (await mails()).map(({ to, text }) => [
          to,
          /From \S.* you can send more in USD\./.test(text),
        ]),
      )
      .toEqual([['sender@giro.example', true]]);
    // Pressed again after a lost answer, it does not begin anew.
    time += hour;
    await set('USD', 'day', '700000');
    expect((await itemOf('USD', 'day'))?.next?.at).toBe(from);
    time += 23 * hour - 1;
    expect((await inForce())['USD day']?.[0]).toBe(1_000n);
    time += 1;
    expect((await inForce())['USD day']?.[0]).toBe(700_000n);
    expect(await itemOf('USD', 'day')).toMatchObject({ own: 700_000n, next: null });
    expect(await mails()).toHaveLength(1);
    const told = await readAudit(bff.db, { action: 'limit-change', limit: 10 });
    expect(told.map(({ email, subject, outcome }) => [email, subject, outcome])).toEqual(
      ['USD day 1000', `USD day 700000, from ${from}`, `USD day 700000, from ${from}`].map(
        (outcome) => ['admin@giro.example', `user ${user}`, outcome],
      ),
    );
  });

  test('a raise that waits is taken back, and the operator’s come back as they compare', async () => {
    // Nobody has one of these: any is lower.
    await set('CLP', 'day', '5');
    expect((await inForce())['CLP day']?.[0]).toBe(5n);
    await set('CLP', 'day', null);
    expect(await itemOf('CLP', 'day')).toMatchObject({ own: 5n, next: { amount: null } });
    await set('CLP', 'day', '5');
    expect(await itemOf('CLP', 'day')).toMatchObject({ own: 5n, next: null });

    await set('USD', 'transfer', '900000');
    await set('USD', 'transfer', '100');
    expect(await itemOf('USD', 'transfer')).toMatchObject({ own: 100n, next: null });
    time += 25 * hour;
    expect((await inForce())['USD transfer']?.[0]).toBe(100n);
  });

  test('are of senders alone, in currencies that have some', async () => {
    const unknown = await set('EUR', 'day', '5');
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['currency']]);
    for (const amount of ['-1', '1.5', '', '9'.repeat(61)]) {
      expect((await set('USD', 'day', amount)).status).toBe(422);
    }
    const { items } = people.parse((await admin.call('GET', apiPaths.people)).body);
    const others = items.filter(({ role }) => role !== 'sender');
    expect(others.map(({ role }) => role)).toEqual(expect.arrayContaining(['admin', 'support']));
    for (const { id, role } of [...others, { id: randomUUID(), role: null }]) {
      const of = `/api/people/${id}/limits`;
      const change = { currency: 'USD', span: 'day', amount: '5' };
      expect((await admin.call('GET', of)).status).toBe(404);
      // Nobody decides about themselves.
      const refused = role === 'admin' ? 403 : 404;
      expect((await admin.call('PUT', of, change)).status).toBe(refused);
    }
    expect(await bff.db.selectFrom('person_limits').selectAll().execute()).toEqual([]);
  });
});

test('with no limits nothing is said of them', async () => {
  const bff = await startBff();
  onTestFinished(() => bff.close());
  const browser = createBrowser(bff.app);
  await browser.signIn('sender');
  const { body } = await browser.call('GET', apiPaths.settings);
  expect(body).not.toHaveProperty('limits');
  expect((await browser.call('GET', '/api/limits')).body).toEqual({ items: [] });
});
