import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { replicationWarnings } from '../../../../src/bff/cli/check-ledger.ts';
import { readConfig } from '../../../../src/bff/config/config.ts';
import { stopOrder } from '../../../../src/bff/ledger/orders/releases.ts';
import { connect } from '../../../../src/bff/ledger/store/ledger.ts';
import {
  readPosition,
  readReplication,
  tellsTimeline,
} from '../../../../src/bff/ledger/store/store-position.ts';
import { openStore } from '../../../support/open-store.ts';
import { addWaitingOrder } from '../../../support/orders.ts';
import { addPerson } from '../../../support/people.ts';
import { stores } from '../../../support/stores.ts';

describe.each(stores())('the position on $name', ({ name, create }) => {
  const isPostgres = name === 'PostgreSQL';
  const warningsFor = (url: string) =>
    replicationWarnings({ config: readConfig({ DATABASE_URL: url }) });

  test('counts the sends that are gone, and tells the timeline if there is one', async () => {
    const { open, url } = await openStore(create);
    const db = await open();
    expect(await tellsTimeline(db)).toBe(isPostgres);
    expect(await readPosition(db, [], isPostgres)).toEqual({
      timeline: isPostgres ? expect.stringMatching(/^\d+\.0{7}1\.\d+$/) : null,
      ...{ recorded: null, missing: 0 },
    });
    const forgotten = { key: 'a', forgotten_at: '2026-01-01T12:00:00.000Z' };
    await db.insertInto('forgotten_sends').values(forgotten).execute();
    expect(await readPosition(db, ['a', 'b'], isPostgres)).toMatchObject({ missing: 1 });
    expect(await warningsFor(url)).toEqual([]);
  });

  test('counts the changes of orders that are gone', async () => {
    const db = await (await openStore(create)).open();
    const ana = await addPerson(db, { email: 'ana@example.com' });
    const [one, other] = [await addWaitingOrder(db, ana.id), await addWaitingOrder(db, ana.id)];
    await stopOrder(db, other, ana.id, '2026-01-01T12:00:00.000Z');
    const missingOf = async (...orders: { id: string; revision: number }[]) =>
      (await readPosition(db, [], isPostgres, orders)).missing;
    expect(await missingOf(one, other)).toBe(0);
    expect(await missingOf({ ...one, revision: 2 }, { ...other, revision: 2 })).toBe(1);
    expect(await missingOf(one, { id: 'none', revision: 1 })).toBe(1);
    const forgotten = { key: 'none', forgotten_at: '2026-01-01T12:00:00.000Z' };
    await db.insertInto('forgotten_sends').values(forgotten).execute();
    expect(await missingOf(one, { id: 'none', revision: 1 })).toBe(0);
  });

  test.skipIf(!isPostgres)('tells it to every user, unless that right was taken away', async () => {
    const { open, url } = await openStore(create);
    const db = await open();
    const role = `plain_${crypto.randomUUID().replaceAll('-', '')}`;
    await sql`create role ${sql.ref(role)} login`.execute(db);
    onTestFinished(async () => {
      await sql`drop role ${sql.ref(role)}`.execute(db);
    });
    await sql`grant select on all tables in schema public to ${sql.ref(role)}`.execute(db);
    const as = new URL(url);
    as.username = role;
    const plain = await connect(as.href);
    onTestFinished(() => plain.destroy());
    expect(await tellsTimeline(plain)).toBe(true);
    expect((await readPosition(plain, [], true)).timeline).toMatch(/^\d+\.0{7}1\.\d+$/);
    expect(await readReplication(plain)).toEqual({
      ...{ commit: 'on', standbys: 0, isSynchronous: false },
    });
    await sql`revoke execute on function pg_control_system() from public`.execute(db);
    expect(await tellsTimeline(plain)).toBe(false);
    expect(await readPosition(plain, ['a'], false)).toMatchObject({ timeline: null, missing: 1 });
    expect(await warningsFor(as.href)).toEqual([
      expect.stringContaining('may not ask for the timeline'),
    ]);
    await sql`revoke all on all tables in schema public from ${sql.ref(role)}`.execute(db);
  });

  test.skipIf(!isPostgres)('warns of commits that a crash loses', async () => {
    const { open, url } = await openStore(create);
    const db = await open();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const here = sql.ref(rows[0]?.name ?? '');
    await sql`alter database ${here} set synchronous_commit = off`.execute(db);
    expect(await warningsFor(url)).toEqual([expect.stringContaining('synchronous_commit is off')]);
  });
});
