import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Limits } from '../../../src/bff/ledger/people/person-limits.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { sendOnce } from '../../../src/bff/sends/send-once.ts';
import { atLength } from '../../support/at-length.ts';
import { addPerson } from '../../support/people.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { actions, example, newCounts, runActions } from './limits-model.ts';
import { began, bodies, sendDepsOf, shown, transferOf, unchangedService } from './send-fixtures.ts';

describe.each(stores())('limits, on $name', { retry: 0 }, ({ name, create }) => {
  const numRuns = name === 'SQLite' ? atLength(40, 400) : atLength(12, 80);
  let db: LedgerDb;

  beforeAll(async () => {
    const store = await create();
    db = await openLedger(store.url);
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  test('take what a list of amounts with times lets through, and nothing else', {
    timeout: 240_000,
  }, async () => {
    const counts = newCounts();
    const property = fc.asyncProperty(actions, (list) => runActions(db, list, counts));
    await fc.assert(property, { numRuns, seed, examples: [[example]] });
    // Each thing happened.
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  });

  /** The statements of one send in USD. */
  async function statementsWith(limits: Limits): Promise<string[]> {
    const person = await addPerson(db, { email: `${randomUUID()}@giro.example` });
    const statements: string[] = [];
    const counted = db.withPlugin({
      transformQuery({ node }) {
        statements.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const id = String(Date.now());
    const client = { createTransfer: async () => ({ ...transferOf(bodies[0], 0), id }) };
    const sumRules = { ...unchangedService.sumRules, limits };
    const deps = sendDepsOf(counted, () => began, { client, sumRules });
    await sendOnce(deps, person.id, randomUUID(), shown(bodies[0]));
    return statements;
  }

  test('add no statement to a send where its currency has none', async () => {
    const without = await statementsWith(new Map());
    const other = await statementsWith(new Map([['CLP', { day: 1n }]]));
    const limited = await statementsWith(new Map([['USD', { day: 1_000_000n }]]));
    expect(other.length).toBe(without.length);
    expect(without.filter((one) => one.includes('person_limits'))).toEqual([]);
    // The person is locked, their figures read, what they sent and what waits.
    expect(limited.length).toBe(without.length + 4);
  });
});
