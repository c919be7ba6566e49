import pg from 'pg';
import { expect } from 'vitest';
import { startWithStandby } from './postgres-server.ts';
import { startGate } from './tcp-gate.ts';

/** Two PostgreSQL, and the address at which Giro finds the one that is used. */
export async function startStandbyDatabase() {
  const pair = await startWithStandby();
  const used = { host: '127.0.0.1', port: pair.primary.port };
  const address = await startGate(used);
  const on = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };
  return {
    url: `postgres://giro@127.0.0.1:${address.port}/postgres`,
    async caughtUp() {
      const { rows } = await on(pair.primary.url, 'select pg_current_wal_lsn() as at');
      const behind = `select pg_last_wal_replay_lsn() >= '${rows[0]?.at}' as done`;
      await expect.poll(async () => (await on(pair.standby.url, behind)).rows[0]?.done).toBe(true);
    },
    /** What is written from now on is on the primary alone. */
    cutOff: () => pair.gate.shut(),
    killPrimary: () => pair.primary.kill(),
    /** @returns the keys of the sends that the standby has */
    async promoteStandby(): Promise<Set<string>> {
      await on(pair.standby.url, 'select pg_promote()');
      const { rows } = await on(pair.standby.url, 'select key from sends');
      used.port = pair.standby.port;
      return new Set(rows.map(({ key }) => String(key)));
    },
    async stop() {
      await address.close();
      await pair.stop();
    },
  };
}
