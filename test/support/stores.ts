import { randomUUID } from 'node:crypto';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { fastFolder } from './fast-folder.ts';
import { reusedDatabases } from './reused-databases.ts';

export type Store = {
  name: 'SQLite' | 'PostgreSQL';
  /**
   * Creates a store: its DATABASE_URL, and a function that removes it. An empty one has no table; others may have
   * all of them already, which saves half a second.
   */
  create(as?: 'empty'): Promise<{ url: string; remove(): Promise<void> }>;
};

export const sqlite: Store = {
  name: 'SQLite',
  async create(as) {
    const folder = fastFolder('giro-ledger-');
    const file = join(folder, 'giro.db');
    if (as !== 'empty') copyFileSync(inject('migratedFile'), file);
    return {
      url: `sqlite:${file}`,
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

function postgres(server: string): Store {
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const reused = reusedDatabases(server, inject('migratedRows'));
  return {
    name: 'PostgreSQL',
    async create(as) {
      if (as !== 'empty') return reused.create();
      const name = `giro_${randomUUID().replaceAll('-', '')}`;
      await run(`create database ${name} template template1 strategy file_copy`);
      const url = new URL(server);
      url.pathname = `/${name}`;
      return { url: url.href, remove: () => run(`drop database ${name} with (force)`) };
    },
  };
}

/** What leaves PostgreSQL out, and why it must: test/house.spec.ts looks for the words. */
export type Only = { only: 'SQLite'; because: string };

/** The stores to run a spec on: SQLite, and PostgreSQL except in the quick run, which starts none. */
export function stores(left?: Only): Store[] {
  const url = inject('postgresUrl');
  return url && !left ? [sqlite, postgres(url)] : [sqlite];
}

/** The store of a spec that runs on one: PostgreSQL, the stricter, if it is installed. */
export const strictestStore = (left?: Only): Store => stores(left).at(-1) ?? sqlite;

/** An empty ledger in the strictest store. `destroy` removes the store too. */
export async function openTestLedger(left?: Only): Promise<LedgerDb> {
  const { url, remove } = await databaseOf(left);
  const db = await openLedger(url);
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await destroy();
    await remove();
  };
  return db;
}

/** A database for one server: SQLite's is in memory, as the sandbox's. */
export async function databaseOf(left?: Only): Promise<{ url: string; remove(): Promise<void> }> {
  const store = strictestStore(left);
  return store === sqlite ? { url: 'sqlite::memory:', remove: async () => {} } : store.create();
}
