import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { ownLimits, reachedLimit } from '../../../src/contract/api/limits.ts';
import { atLength } from '../../support/at-length.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { randomNumbers } from '../../support/seed.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const tabs = 20;
const presses = atLength(100, 200);
/** Six tenths of all, so that some are refused. */
const limit = 1_500n * BigInt(presses);
/** No answer is late, however busy the machine is: a late one is unconfirmed. */
const minute = 60_000;
const timeouts = { headers: minute, body: minute, total: minute, createTransfer: minute };

describe.each(stores())('presses of Send at once, on $name', { retry: 0 }, ({ create }) => {
  test.each([
    ['sent at once', '0'],
    ['held first', '20'],
  ])('stay under the limits of their person, %s', { timeout: 240_000 }, async (_, seconds) => {
    let time = Date.parse('2026-03-02T12:00:00Z');
    const { url } = await openStore(create);
    const bff = await startBff({
      env: {
        ...{ DATABASE_URL: url, HOLD_SECONDS: seconds, SENDS_PER_MINUTE: '1000' },
        LIMITS: JSON.stringify({ USD: { day: String(limit), month: '100000000' } }),
      },
      sandbox: { clock: { now: () => time } },
      orders: { everyMs: 20 },
      timeouts,
    });
    onTestFinished(() => bff.close());
    const sender = await findUserByEmail(bff.db, 'sender@giro.example');
    if (!sender) throw new Error('no sender');
    const sessions = createSessions(bff.db, () => time, { idle: 86_400_000, max: 86_400_000 });
    const browsers = await Promise.all(
      Array.from({ length: tabs }, async () => {
        const browser = createBrowser(bff.app);
        browser.cookies.set('giro', await sessions.open(sender));
        return browser;
      }),
    );
    const [first] = browsers;
    if (!first) throw new Error('no tab');
    const body = await asShown(first, {
      ...{ destination_account_id: (await addRecipient(first)).id },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
    });
    // No two are the same transfer, which is refused by itself.
    const amounts = randomNumbers(presses, 50).map((one, index) => one * presses + index + 1);
    const answers = await Promise.all(
      amounts.map(async (cents, index) => {
        const headers = { 'idempotency-key': randomUUID() };
        const request = { ...body, source_amount_cents: String(cents) };
        const by = browsers[index % tabs] ?? first;
        const press = () => by.call('POST', '/api/transfers', request, headers);
        let answer = await press();
        // So many at once find the way to the service, or to the database, full: pressed again, with the same key.
        while (answer.status === 503) answer = await press();
        return { cents: BigInt(cents), ...answer };
      }),
    );

    const taken = answers.filter(({ status }) => status === (seconds === '0' ? 201 : 202));
    const refused = answers.filter(({ body }) => body.type === '/problems/limit-reached');
    const rest = answers.filter((one) => !taken.includes(one) && !refused.includes(one));
    expect(rest.map(({ status, body }) => [status, body])).toEqual([]);
    const sum = sumOf(taken);
    expect(sum <= limit).toBe(true);
    for (const { cents, body } of refused) {
      const told = reachedLimit.parse(body.limit);
      expect(told).toMatchObject({ currency: 'USD', span: 'day', limit });
      expect(told.used <= sum && told.used + cents > limit).toBe(true);
      // What is held counts from when it is sent, which somebody may stop.
      const frees = seconds === '0' ? new Date(time + 86_400_000).toISOString() : null;
      expect(told.frees_at).toBe(frees);
      // What is used only grows: none was refused that had fitted.
      expect(sum + cents > limit).toBe(true);
    }
    const own = ownLimits.parse((await first.call('GET', '/api/limits')).body);
    expect(own.items[0]?.spans[0]).toEqual({
      ...{ span: 'day', limit, used: sum, next: null },
    });

    time += 20_000;
    const written = () => bff.db.selectFrom('sends').select('source_amount_cents').execute();
    await expect
      .poll(async () => (await written()).length, { timeout: 120_000 })
      .toBe(taken.length);
    const sent = (await written()).map((row) => ({ cents: BigInt(row.source_amount_cents) }));
    expect(sumOf(sent)).toBe(sum);
    expect(refused.length).toBeGreaterThan(0);
    expect(taken.length).toBeGreaterThan(tabs);
  });
});

const sumOf = (list: readonly { cents: bigint }[]) =>
  list.reduce((sum, { cents }) => sum + cents, 0n);
