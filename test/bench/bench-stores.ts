import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres-server.ts';

export const storeNames = ['SQLite', 'PostgreSQL'] as const;
export type StoreName = (typeof storeNames)[number];

/**
 * Runs the work with an empty store on this machine's disk.
 * @param work gets its address, and the process of its PostgreSQL
 */
export async function withStore<T>(
  name: StoreName,
  work: (databaseUrl: string, postgresPid: number | null) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'giro-bench-'));
  if (name === 'PostgreSQL') {
    const server = await startPostgres(folder);
    return work(server.url, server.pid).finally(() => server.stop());
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return work(`sqlite:${join(folder, 'giro.db')}`, null).finally(remove);
}
