import { expect, onTestFinished, test } from 'vitest';
import { sturdy } from '../../src/bff/ledger/store/ledger.ts';
import { migrate } from '../../src/bff/ledger/store/migrate.ts';
import { createPostgresDialect } from '../../src/bff/ledger/store/postgres.ts';
import { createSqliteDialect } from '../../src/bff/ledger/store/sqlite.ts';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { migrationsWithNext } from '../support/next-migration.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

// Behind a balancer one instance is upgraded after the other: the older goes on over the ledger of the newer.

async function migrateFurther(url: string) {
  const path = /^sqlite:(.*)$/.exec(url)?.[1];
  // As Giro opens it: a statement that the running one's write locks out is tried again.
  const db = sturdy(path ? createSqliteDialect(path) : createPostgresDialect(url));
  await migrate(db, migrationsWithNext).finally(() => db.destroy());
}

test.each(stores())(
  'a running Giro goes on while a newer one migrates its ledger on $name',
  async (store) => {
    const { env, account_id, sandbox, databaseUrl, close } = await createSenderFixture(store);
    const giro = await startProcess({ ...env, SENDS_PER_MINUTE: '1000' });
    onTestFinished(async () => {
      await giro.kill();
      await close();
    });
    const caller = callerWith(giro, await cookieFor(giro, sender));
    const shown = await asShown(caller, transferTo(account_id, 0));
    let count = 0;
    async function send() {
      count += 1;
      const body = { ...shown, source_amount_cents: String(100_000 + count) };
      const key = { 'idempotency-key': crypto.randomUUID() };
      return (await caller.call('POST', '/api/transfers', body, key)).status;
    }
    const before = await Promise.all([send(), send(), send()]);
    let isMigrated = false;
    const migrating = migrateFurther(databaseUrl).finally(() => {
      isMigrated = true;
    });
    const during: number[] = [];
    while (!isMigrated) during.push(await send());
    await migrating;
    const after = await Promise.all([send(), send(), send()]);
    expect(new Set([...before, ...during, ...after])).toEqual(new Set([201]));
    expect(sandbox.transfers.length).toBe(count);
    const again = callerWith(giro, await cookieFor(giro, sender));
    const { body } = await again.call('GET', '/api/transfers');
    expect(body).toMatchObject({ total: count });
    expect((await again.call('GET', '/readyz')).status).toBe(200);

    await expect(startProcess(env)).rejects.toThrow(
      /is newer than this program.*Start the newer program/,
    );
  },
);
