import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../../../src/bff/cli/cli.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import { hearsNotices, listenPostgres } from '../../../../src/bff/ledger/store/postgres.ts';
import { silentLog } from '../../../../src/bff/service/log.ts';
import { hasPgbouncer, startPgbouncer } from '../../../support/pgbouncer.ts';
import { stores } from '../../../support/stores.ts';

const shared = stores().find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!shared)('PostgreSQL behind PgBouncer, as it is without configuration', () => {
  async function databaseBehind(poolMode: 'session' | 'transaction') {
    if (!shared) throw new Error('no PostgreSQL');
    const store = await shared.create();
    onTestFinished(store.remove);
    const pooler = await startPgbouncer(store.url, poolMode);
    onTestFinished(pooler.stop);
    return { direct: store.url, url: pooler.url };
  }

  async function doctor(url: string) {
    const said: string[] = [];
    const code = await runCommand(['doctor'], {
      ...{ env: { DATABASE_URL: url }, say: (line: string) => said.push(line) },
      ...{ readStdin: async () => '', now: () => Date.now(), log: silentLog },
    });
    return { code, said: said.filter((line) => line.startsWith('notices ')) };
  }

  test.for(['session', 'transaction'] as const)(
    'is opened with pool_mode=%s, and ends a statement that hangs',
    async (poolMode, { skip }) => {
      skip(!hasPgbouncer(), 'pgbouncer is not installed here');
      const { url } = await databaseBehind(poolMode);
      const db = await openLedger(url);
      onTestFinished(() => db.destroy());
      const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
      expect(rows).toEqual([{ statement_timeout: '10s' }]);
    },
  );

  test.for([
    ['session', true],
    ['transaction', false],
  ] as const)(
    'with pool_mode=%s, notices of other instances arrive: %s',
    async ([poolMode, arrive], { skip }) => {
      skip(!hasPgbouncer(), 'pgbouncer is not installed here');
      const { direct, url } = await databaseBehind(poolMode);
      expect(await hearsNotices(direct, 2_000)).toBe(true);
      let told = 0;
      const listening = listenPostgres(url, 'giro_test', () => {
        told += 1;
      });
      onTestFinished(() => listening.close());
      await expect.poll(() => told).toBe(1);
      expect(await hearsNotices(url, 500)).toBe(arrive);
      await expect.poll(() => listening.isOn()).toBe(arrive);

      const { code, said } = await doctor(url);
      expect(code).toBe(0);
      expect(said).toEqual(arrive ? [] : [expect.stringMatching(/WARN.*pool_mode=session/)]);
    },
  );
});
