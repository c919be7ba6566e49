import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { applyRetention } from '../../../src/bff/ledger/keep/retention.ts';
import { disown, own } from '../../../src/bff/ledger/people/owners.ts';
import { addStateObservations } from '../../../src/bff/ledger/transfers/state-observations.ts';
import { createSums } from '../../../src/bff/tracking/statement.ts';
import { transferCasePaths } from '../../../src/contract/api/case.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import type { StatementRow } from '../../../src/contract/api/statement.ts';
import { createBrowser } from '../../support/browser.ts';
import { fillStatement } from '../../support/fill-statement.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { seed } from '../../support/seed.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const dayMs = 24 * 60 * 60_000;
const zone = 'America/Santiago';
const march = { from: '2026-03-01', to: '2026-03-31', zone };
/** When March ends there. */
const marchEnd = '2026-04-01T03:00:00.000Z';
const monthOf = (month: string, last: string) =>
  new URLSearchParams({ from: `2026-${month}-01`, to: `2026-${month}-${last}`, zone });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe.each(stores())('a statement, on $name', ({ create }) => {
  const close: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const one of close.splice(0).toReversed()) await one();
  });

  async function start() {
    const store = await create();
    close.push(() => store.remove());
    const clock = { time: Date.parse('2026-03-05T15:00:00Z'), now: () => clock.time };
    const sandbox = { clock, assigned_after_ms: dayMs, settled_after_ms: 3 * dayMs };
    const bff = await startBff({
      sandbox,
      env: { DATABASE_URL: store.url },
      tracking: { intervals: { min: 20, max: 20 } },
    });
    close.push(() => bff.close());
    const [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];

    /** Lives on until a moment, and until Giro has read the list then. */
    async function liveUntil(time: string) {
      clock.time = Date.parse(time);
      // Sessions end after some days, and sign-ins are limited.
      for (const [one, role] of [
        [sender, 'sender'],
        [support, 'support'],
      ] as const) {
        if ((await one.call('GET', '/api/session')).status !== 200) await one.signIn(role);
      }
      const readAt = async () => {
        const { body } = await support.call('GET', '/api/transfers');
        return Date.parse(body.as_of);
      };
      await expect.poll(readAt, { timeout: 10_000 }).toBeGreaterThanOrEqual(clock.time);
    }

    const made = async (query: URLSearchParams) =>
      (await sender.call('GET', `/api/statement?${query}`)).body;
    const fileOf = async (query: URLSearchParams) =>
      bytesOf(await sender.fetch(`/api/statement.csv?${query}`));
    await liveUntil('2026-03-05T15:00:00Z');
    const { user } = (await sender.call('GET', '/api/session')).body;
    return { bff, clock, sender, support, user: user.id as string, liveUntil, made, fileOf };
  }

  const query = new URLSearchParams(march);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const linesOf = (bytes: Buffer) => bytes.toString().trimEnd().split('\r\n').slice(1);
  type Started = Awaited<ReturnType<typeof start>>;

  /** March: one completed, one rejected, one that ends in April. */
  async function liveThroughMarch({ sender, liveUntil }: Started) {
    const mother = await addRecipient(sender);
    const uncle = await addRecipient(sender, { alias: '=Tío', bank_number: '00123459999' });
    await sendMoney(sender, mother.id);
    await liveUntil('2026-03-09T12:00:00Z');
    await sendMoney(sender, uncle.id, { source_amount_cents: '13' });
    await liveUntil('2026-03-13T12:00:00Z');
    await liveUntil('2026-03-30T12:00:00Z');
    await sendMoney(sender, mother.id, { source_amount_cents: '250000' });
    return { mother: mother.id as string, uncle: uncle.id as string };
  }

  function rename(bff: Bff, id: string) {
    const account = bff.sandbox.accounts.find((one) => `${one.id}` === id);
    Object.assign(account ?? {}, { alias: 'Someone else', first_name: 'Nobody', bank_number: '1' });
  }

  test('is the same in June as when its month ended, byte for byte', async () => {
    const started = await start();
    const { bff, sender, support, user, liveUntil, made, fileOf } = started;
    const { mother, uncle } = await liveThroughMarch(started);

    await liveUntil('2026-04-01T02:00:00Z');
    expect(await made(query)).toMatchObject({ state: 'so-far', hash: null, total: 3 });
    await liveUntil('2026-04-01T03:05:00Z');
    expect(await made(query)).toMatchObject({ state: 'closing', hash: null, total: 3 });
    await liveUntil('2026-04-01T04:00:00Z');
    const { made_at: _, ...then } = await made(query);
    const file = await fileOf(query);
    expect(then).toMatchObject({
      ...{ state: 'closed', hash: sha256(file), total: 3, unkept: 0 },
      counts: { completed: 1, rejected: 1, open: 1, earlier: 0 },
      person: { id: user },
    });
    const states = then.rows.map(({ state, ended_at }: StatementRow) => [state, ended_at !== null]);
    expect(states).toEqual([
      ['executed', true],
      ['rejected', true],
      ['assigned', false],
    ]);
    expect(linesOf(file)[1]).toMatch(/^period,\d+,rejected,.*,Gloria Patiño,'=Tío,9999,\d+$/);

    // What comes later: its end, other transfers, other names, a note of support, and what is written late.
    const [, , late] = then.rows;
    const writeLate = (id: string, state: string, seenAt: string) =>
      bff.db
        .transaction()
        .execute((tx) => addStateObservations(tx, [{ transfer_id: id, state }], seenAt));
    await writeLate(late.id, 'executed', '2026-03-31T12:00:00.000Z');
    await liveUntil('2026-04-03T12:00:00Z');
    rename(bff, mother);
    rename(bff, uncle);
    await sendMoney(sender, mother, { source_amount_cents: '700' });
    await support.call('POST', transferCasePaths.case(late.id), {});
    await support.call('POST', transferCasePaths.notes(late.id), {
      ...{ id: randomUUID(), text: 'Ana called' },
    });
    const written = { reference: 'Flat 4B', note: 'For the bathroom' };
    await sender.call('PUT', apiPaths.transferNotes(late.id), { ...written, revision: 0 });
    const [other] = bff.sandbox.transfers.slice(-1);
    await writeLate(`${other?.id}`, 'rejected', '2026-03-20T12:00:00.000Z');
    await liveUntil('2026-06-15T12:00:00Z');

    const { made_at: __, ...again } = await made(query);
    const withWritten = (lines: Partial<typeof written>) => ({
      ...then,
      rows: then.rows.map((row: StatementRow) => (row === late ? { ...row, ...lines } : row)),
    });
    expect(again).toEqual(withWritten(written));
    expect(await fileOf(query)).toEqual(file);
    const bySupport = await support.fetch(`/api/support/people/${user}/statement.csv?${query}`);
    expect(await bytesOf(bySupport)).toEqual(file);
    const { body } = await support.call('GET', `/api/support/people/${user}/statement?${query}`);
    const { made_at: ___, ...theirs } = body;
    expect(theirs).toEqual(withWritten({ reference: written.reference }));

    const april = await made(monthOf('04', '30'));
    expect(april).toMatchObject({
      ...{ state: 'closed', total: 2 },
      counts: { completed: 1, rejected: 1, open: 0, earlier: 1 },
    });
    expect(april.rows.at(-1)).toMatchObject({
      ...{ id: late.id, part: 'earlier', state: 'executed', ended_at: marchEnd },
    });
    // In the closed March it would have changed what was printed.
    expect(april.rows[0]).toMatchObject({ id: `${other?.id}`, ended_at: expect.anything() });
    expect(april.rows[0].ended_at >= marchEnd).toBe(true);
    expect(await made(monthOf('05', '31'))).toMatchObject({ state: 'closed', total: 0 });
  });

  test('takes what a person gets later when they get it, and nothing that is taken back', async () => {
    const { bff, user, liveUntil, made, fileOf } = await start();
    await liveUntil('2026-04-01T04:00:00Z');
    expect(await made(query)).toMatchObject({ state: 'closed', total: 0 });
    const [id, seenAt] = ['77', '2026-03-10T12:00:00.000Z'];
    const fields = { destination_account_id: '1', state: 'executed', owned: 0, ended: 1 };
    await bff.db
      .insertInto('transfers')
      .values({
        ...{ id, id_order: '0277', ...fields, read_at: seenAt, content_change: 0, change: 0 },
        ...{ source_amount_cents: '5', source_amount_currency: 'CLP', owner_id: null },
        ...{ destination_amount_cents: '6', destination_amount_currency: 'COP' },
      })
      .execute();
    await bff.db
      .insertInto('sightings')
      .values({ transfer_id: id, state: 'executed', seen_at: seenAt })
      .execute();
    await own(bff.db, 'transfer', id, user, '2026-03-11T12:00:00.000Z');
    expect(await made(query)).toMatchObject({ state: 'closed', total: 0 });
    expect(await made(monthOf('04', '30'))).toMatchObject({
      ...{ state: 'so-far', unkept: 1 },
      rows: [{ id, recipient: null, began_at: marchEnd, ended_at: marchEnd, state: 'executed' }],
    });
    // What a later program writes otherwise would change statements that were printed.
    expect((await fileOf(monthOf('04', '30'))).toString()).toBe(
      `\ufeff${[
        'part,id,state,first_seen_at,ended_at,source_amount,source_amount_currency',
        'destination_amount,destination_amount_currency,rate,name,alias,account_ending',
        `destination_account_id\r\nperiod,77,executed,${marchEnd},${marchEnd},5,CLP,0.06,COP,0.01`,
        ',,,1\r\n',
      ].join(',')}`,
    );
    await disown(bff.db, 'transfer', id);
    expect(await made(monthOf('04', '30'))).toMatchObject({ total: 0 });
  });

  test('has rows to print up to 1,000 transfers, and with more the sums, the hash and the file', async () => {
    const { bff, user, liveUntil, made, fileOf } = await start();
    await liveUntil('2026-04-01T04:00:00Z');
    await fillStatement(bff.db, { user_id: user, count: 1_001 });
    const october = monthOf('10', '31');
    for (const day of ['from', 'to']) {
      october.set(day, `${october.get(day)}`.replace('2026', '2025'));
    }
    const file = await fileOf(october);
    const { total, rows, counts, sums, hash } = await made(october);
    expect([total, rows]).toEqual([1_001, []]);
    expect(counts).toMatchObject({ completed: 762, rejected: 127, open: 112 });
    expect(sums.length).toBeGreaterThan(0);
    expect(hash).toBe(sha256(file));
    const ids = linesOf(file).map((line) => line.split(',')[1]);
    expect(new Set(ids).size).toBe(1_001);
    await disown(bff.db, 'transfer', `${ids[500]}`);
    const fewer = await made(october);
    expect([fewer.total, fewer.rows.length]).toEqual([1_000, 1_000]);
    expect(fewer.hash).toBe(sha256(await fileOf(october)));
  });

  test('says that retention deleted from it, and has no hash then', async () => {
    const started = await start();
    const { bff, clock, liveUntil, made } = started;
    await liveThroughMarch(started);
    await liveUntil('2026-04-03T12:00:00Z');
    await liveUntil('2026-06-15T12:00:00Z');
    const kept = { audit: null, events: null, news: dayMs, rates: dayMs, sends: 70 * dayMs };
    expect(await applyRetention(bff.db, kept, clock.time)).toMatchObject({ sends: 3 });
    expect(await made(query)).toMatchObject({
      ...{ state: 'partial', hash: null, total: 0, kept_since: '2026-04-06T12:00:00.000Z' },
    });
    expect(await made(monthOf('05', '31'))).toMatchObject({ state: 'closed' });
  });

  test('is refused for days that the calendar has not, another order, and no time zone', async () => {
    const { sender, support, user } = await start();
    for (const [name, wrong] of Object.entries({
      from: { from: '2026-02-30' },
      to: { from: '2026-04-01' },
      zone: { zone: 'Santiago' },
    })) {
      const url = `/api/statement?${new URLSearchParams({ ...march, ...wrong })}`;
      const { status, body } = await sender.call('GET', url);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [name]]);
    }
    const audit = await support.call('GET', `/api/support/people/${user}/statement?${query}`);
    expect(audit.status).toBe(200);
    const other = await support.call(
      'GET',
      `/api/support/people/${randomUUID()}/statement?${query}`,
    );
    expect(other.status).toBe(404);
  });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 40n });
const currency = fc.constantFrom('CLP', 'COP', 'USD');
const rows: fc.Arbitrary<StatementRow[]> = fc.array(
  fc.record({
    id: fc.constant('1'),
    part: fc.constantFrom('period', 'earlier'),
    state: fc.constantFrom('pending', 'assigned', 'executed', 'rejected'),
    began_at: fc.constant('2026-03-01T00:00:00.000Z'),
    ended_at: fc.constant(null),
    source_amount_cents: amount,
    source_amount_currency: currency,
    destination_amount_cents: amount,
    destination_amount_currency: currency,
    source_subunits: fc.constantFrom(null, 1n, 100n),
    destination_subunits: fc.constantFrom(null, 1n, 100n),
    destination_account_id: fc.constant('1'),
    recipient: fc.constant(null),
  }),
);

test('sums are what a fold over each currency adds up to', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const sums = createSums();
      for (const row of all) sums.add(row);
      const isOpen = (state: string) => state === 'pending' || state === 'assigned';
      const sides = all.flatMap((row) => [
        {
          kind: isOpen(row.state) ? 'open' : row.state === 'rejected' ? 'rejected' : 'sent',
          ...{ currency: row.source_amount_currency, subunits: row.source_subunits },
          cents: row.source_amount_cents,
        },
        {
          kind: row.state === 'executed' ? 'received' : 'none',
          ...{ currency: row.destination_amount_currency, subunits: row.destination_subunits },
          cents: row.destination_amount_cents,
        },
      ]);
      const counted = sides.filter(({ kind }) => kind !== 'none');
      for (const sum of sums.all()) {
        const same = counted.filter(
          ({ kind, currency: of, subunits }) =>
            kind === sum.kind && of === sum.currency && subunits === sum.subunits,
        );
        expect(same.length).toBeGreaterThan(0);
        expect(sum.cents).toBe(same.reduce((total, { cents }) => total + cents, 0n));
      }
      const groups = new Set(counted.map((one) => `${one.kind} ${one.currency} ${one.subunits}`));
      expect(sums.all()).toHaveLength(groups.size);
    }),
    { seed },
  );
});
