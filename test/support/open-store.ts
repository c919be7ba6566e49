import { onTestFinished } from 'vitest';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import type { Store } from './stores.ts';

/** A store for one test, whose ledger can be opened repeatedly; deleted when the test ends. */
export async function openStore(create: Store['create'], as?: 'empty') {
  const store = await create(as);
  const opened: LedgerDb[] = [];
  onTestFinished(async () => {
    await Promise.all(opened.map((db) => db.destroy()));
    await store.remove();
  });
  return {
    url: store.url,
    async open() {
      const db = await openLedger(store.url);
      opened.push(db);
      return db;
    },
  };
}
