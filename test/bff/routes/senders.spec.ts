import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { isSentBy } from '../../../src/bff/ledger/transfers/transfer-filters.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, addWallet, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';

const early = '2026-01-01T00:00:00.000Z';
const bea = { email: 'bea@giro.example', password: 'sandbox', name: 'Bea' };
type Id = { id: string };
const idsOf = (items: Id[]) => items.map(({ id }) => id);
const idOf = async (bff: Bff, email: string) => (await findUserByEmail(bff.db, email))?.id ?? '';

describe.each(stores())('a sender for support, on $name', ({ create }) => {
  // PostgreSQL's clock decides whether anything is sent.
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  let sender: ReturnType<typeof createBrowser>;
  let other: ReturnType<typeof createBrowser>;
  let support: ReturnType<typeof createBrowser>;
  /** Ids of people. */
  let sam: string;
  let beas: string;
  let mama: Id;
  let theirs: string[];

  beforeAll(async () => {
    store = await create();
    const env = { DATABASE_URL: store.url };
    bff = await startBff({ env, sandbox: { clock, transfers: 300 } });
    [sender, other, support] = [
      createBrowser(bff.app),
      createBrowser(bff.app),
      createBrowser(bff.app),
    ];
    await addPerson(bff.db, bea);
    [sam, beas] = [await idOf(bff, 'sender@giro.example'), await idOf(bff, bea.email)];
    await sender.signIn('sender');
    await support.signIn('support');
    await other.call('POST', '/api/session', bea);
    mama = await addRecipient(sender);
    const sent = (await sendMoney(sender, mama.id)).body;
    await addWallet(other, { alias: 'Her wallet' });
    const older = bff.sandbox.transfers.map(({ id }) => `${id}`).filter((id) => id !== sent.id);
    const [mine, hers] = [older.slice(0, 129), older.slice(129, 170)];
    await bff.db.transaction().execute(async (tx) => {
      for (const id of mine) await own(tx, 'transfer', id, sam, early);
      for (const id of hers) await own(tx, 'transfer', id, beas, early);
    });
    theirs = [...mine, sent.id].toSorted((a, b) => Number(b) - Number(a));
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  const detail = async (id: string) =>
    (await support.call('GET', `/api/support/people/${id}`)).body;
  const transfersOf = (id: string, more = '') =>
    support.call('GET', `/api/transfers?sender=${id}${more}`);

  test('is shown with their recipients, the newest first, and nobody else’s', async () => {
    const wallet = await addWallet(sender);
    await sender.call('PUT', `/api/destination_accounts/${wallet.id}/marks`, { archived: true });
    const { recipients, ...rest } = await detail(sam);
    const named = { id: sam, name: 'Sam Sender', email: 'sender@giro.example' };
    expect(rest).toEqual({ sender: named, sends: [], orders: [] });
    expect(new Set(idsOf(recipients))).toEqual(new Set([wallet.id, mama.id]));
    expect(recipients.find(({ id }: Id) => id === mama.id)).toEqual({
      ...{ id: mama.id, archived: false, gone: false },
      details: {
        ...{ id: mama.id, alias: 'Mamá Bogotá', name: 'Gloria Patiño', account_tail: '4821' },
        ...{ bank_name: expect.any(String), country_name: 'Colombia', country_code: 'CO' },
      },
    });
    expect(recipients.find(({ id }: Id) => id === wallet.id)).toMatchObject({ archived: true });
    expect((await detail(beas)).recipients).toMatchObject([{ details: { alias: 'Her wallet' } }]);
  });

  test('has their transfers in the list: newest first, exact totals, nobody else’s', async () => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await transfersOf(sam, `&limit=50${cursor && `&cursor=${cursor}`}`);
      expect(body.total).toBe(theirs.length);
      const counts: number[] = Object.values(body.counts);
      expect(counts.reduce((sum, count) => sum + count)).toBe(theirs.length);
      ids.push(...idsOf(body.items));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    expect(ids).toEqual(theirs);
    expect((await transfersOf(beas)).body.total).toBe(41);
    expect((await transfersOf(crypto.randomUUID())).body).toMatchObject({ items: [], total: 0 });
  });

  test('has their transfers with the other filters of the list too', async () => {
    const { body } = await transfersOf(sam.toUpperCase(), '&state=executed&limit=200');
    const executed = bff.sandbox.transfers
      .filter(({ id, state }) => state === 'executed' && theirs.includes(`${id}`))
      .map(({ id }) => `${id}`);
    expect(idsOf(body.items).toSorted()).toEqual(executed.toSorted());
    expect(body.total).toBe(executed.length);
  });

  test('has the transfers found by an index of owners', async () => {
    const isTheirs = isSentBy(bff.db, { user_id: sam });
    const isSqlite = store.url.startsWith('sqlite');
    const tx = await bff.db.startTransaction().execute();
    if (!isSqlite) {
      // PostgreSQL reads a small table as a whole, or by any index: of many owners, and counted now, by theirs.
      await sql`insert into owners (kind, id, user_id, created_at)
        select 'transfer', 'of others ' || n, ${beas}, ${early} from generate_series(1, 5000) n`.execute(
        tx,
      );
      await sql`analyze owners`.execute(tx);
      await sql`set local enable_seqscan = off`.execute(tx);
    }
    const explain = sql.raw(isSqlite ? 'explain query plan' : 'explain');
    const { rows: plan } = await sql`${explain} select id from transfers where ${isTheirs}`.execute(
      tx,
    );
    await tx.rollback().execute();
    expect(JSON.stringify(plan)).toMatch(/owners_user|transfers_owner/);
  });

  test('has their open sends, and nobody else’s', async () => {
    const { body } = await sendMoney(sender, mama.id, { source_amount_cents: '504' });
    const { key } = body.send;
    expect((await detail(sam)).sends).toMatchObject([
      { key, alias: 'Mamá Bogotá', state: 'unconfirmed', sender: { id: sam } },
    ]);
    expect((await detail(beas)).sends).toEqual([]);
    const { body: all } = await support.call('GET', '/api/sends?state=unconfirmed');
    expect(all).toMatchObject([{ key, sender: { id: sam } }]);
  });

  test('has all their other sends in pages: in any state, the newest first, nobody else’s', async () => {
    const ended = ['sent', 'refused', 'not_sent'] as const;
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 2) + minute * 60_000).toISOString();
    const rows = Array.from({ length: 120 }, (_, count) => ({
      key: crypto.randomUUID(),
      state: ended[count % 3] ?? 'sent',
      // Several in the same moment.
      created_at: at(Math.floor(count / 7)),
    }));
    const one = { ...rows[0], key: crypto.randomUUID(), created_at: at(60) };
    await bff.db
      .insertInto('sends')
      .values(
        [...rows.map((row) => ({ ...row, user_id: beas })), { ...one, user_id: beas }].map(
          (row) => ({
            ...{ state: 'unresolved' as const, body_hash: row.key, known_transfer_ids: '[]' },
            ...{ destination_account_id: mama.id, source_amount_cents: '504' },
            ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
            ...{ guard_scope: beas, updated_at: row.created_at },
            ...(row.key === one.key ? { ...row, state: 'unresolved' as const } : row),
          }),
        ),
      )
      .execute();
    const keys: string[] = [];
    for (let cursor = ''; ; ) {
      const query = cursor && `?cursor=${cursor}`;
      const { status, body } = await support.call(
        'GET',
        `/api/support/people/${beas}/sends${query}`,
      );
      expect(status).toBe(200);
      expect(body.items.length).toBeLessThanOrEqual(50);
      keys.push(...body.items.map((send: { key: string }) => send.key));
      if (body.next_cursor === null) break;
      cursor = body.next_cursor;
    }
    const inOrder = rows.toSorted((a, b) =>
      a.created_at === b.created_at
        ? b.key.localeCompare(a.key)
        : b.created_at.localeCompare(a.created_at),
    );
    expect(keys).toEqual(inOrder.map(({ key }) => key));
    expect((await detail(beas)).sends).toMatchObject([{ key: one.key, state: 'unresolved' }]);
    await bff.db.deleteFrom('sends').where('user_id', '=', beas).execute();
    const wrong = await support.call('GET', `/api/support/people/${beas}/sends?cursor=x`);
    expect(wrong.status).toBe(400);
    for (const id of [crypto.randomUUID(), await idOf(bff, 'admin@giro.example')]) {
      expect((await support.call('GET', `/api/support/people/${id}/sends`)).status).toBe(404);
    }
    for (const browser of [sender, other]) {
      const refused = await browser.call('GET', `/api/support/people/${beas}/sends`);
      expect(refused.status).toBe(403);
    }
  });

  test('is refused to senders, with the transfers of anybody, and their ids never leave', async () => {
    for (const id of [sam, beas]) {
      const person = await other.call('GET', `/api/support/people/${id}`);
      expect([person.status, person.body.type]).toEqual([403, '/problems/forbidden']);
      const list = await other.call('GET', `/api/transfers?sender=${id}`);
      expect([list.status, list.body.type]).toEqual([403, '/problems/forbidden']);
    }
    const [sent = ''] = theirs;
    const answers = [
      await sender.call('GET', `/api/transfers/${sent}`),
      await sender.call('GET', '/api/transfers'),
      await sender.call('GET', '/api/sends?state=unconfirmed'),
      await sender.call('GET', `/api/destination_accounts/${mama.id}`),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(sam);
    }
  });

  test('is not found for an unknown or malformed id, nor is staff that never sent', async () => {
    const ids = [crypto.randomUUID(), 'ana@example.com', await idOf(bff, 'admin@giro.example')];
    for (const id of ids) {
      const { status, body } = await support.call('GET', `/api/support/people/${id}`);
      expect([status, body.type]).toEqual([404, '/problems/not-found']);
    }
    expect((await transfersOf('ana@example.com')).status).toBe(400);
  });

  test('is shown after another role, because what they sent stays theirs', async () => {
    const email = 'former@giro.example';
    await addPerson(bff.db, { email, password: 'sandbox', name: 'Fer', role: 'admin' });
    const former = await idOf(bff, email);
    expect((await support.call('GET', `/api/support/people/${former}`)).status).toBe(404);
    await own(bff.db, 'transfer', '1', former, early);
    expect((await detail(former)).sender).toMatchObject({ name: 'Fer' });
  });

  test('is one audit entry a visit, whichever calls the page makes at once', async () => {
    const looks = async () =>
      (await readAudit(bff.db, { limit: 10_000 })).filter(
        ({ action, subject }) => action === 'look-up' && subject === `user ${beas}`,
      ).length;
    clock.ahead += 61_000;
    const before = await looks();
    await Promise.all([detail(beas), transfersOf(beas), detail(beas)]);
    for (let second = 0; second <= 120; second += 15) {
      clock.ahead += 15_000;
      await Promise.all([detail(beas), transfersOf(beas)]);
    }
    expect(await looks()).toBe(before + 1);
    clock.ahead += 61_000;
    await transfersOf(beas);
    expect(await looks()).toBe(before + 2);
  });
});

test('tells recipients that the service no longer has from those that could not be read', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const bff = await startBff({ sandbox: { clock } });
  onTestFinished(() => bff.close());
  const [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  const sam = await idOf(bff, 'sender@giro.example');
  const { id } = await addRecipient(sender);
  await own(bff.db, 'account', '999', sam, early);
  // Its owner is known at every instance before its list is.
  await own(bff.db, 'account', '998', sam, new Date(clock.time).toISOString());
  const states = async () => {
    const { body } = await support.call('GET', `/api/support/people/${sam}`);
    const list: (Id & { details: object | null; gone: boolean })[] = body.recipients;
    return new Map(
      list.map((one) => [one.id, one.details ? 'known' : one.gone ? 'gone' : 'unread']),
    );
  };
  expect(await states()).toEqual(
    new Map(Object.entries({ [id]: 'known', 998: 'unread', 999: 'gone' })),
  );

  await bff.stopService();
  clock.time += 10 * 60_000;
  expect((await states()).get('999')).toBe('unread');
  expect((await states()).get(id)).toBe('known');
});

test('is not written down as seen when the audit cannot be written', async () => {
  const because = 'the trigger that refuses an entry is written for SQLite';
  const bff = await startBff({ store: { only: 'SQLite', because } });
  onTestFinished(() => bff.close());
  const support = createBrowser(bff.app);
  await support.signIn('support');
  const sam = await idOf(bff, 'sender@giro.example');
  await sql`create trigger refuse before insert on audit begin select raise(abort, 'no'); end`.execute(
    bff.db,
  );
  const calls = () =>
    Promise.all([
      support.call('GET', `/api/support/people/${sam}`),
      support.call('GET', `/api/transfers?sender=${sam}`),
    ]);
  for (const { status } of await calls()) expect(status).toBeGreaterThanOrEqual(500);
  await sql`drop trigger refuse`.execute(bff.db);
  for (const { status } of await calls()) expect(status).toBe(200);
  const rows = await readAudit(bff.db, { limit: 100 });
  expect(rows.filter(({ action }) => action === 'look-up')).toMatchObject([
    { subject: `user ${sam}`, outcome: 'done' },
  ]);
});
