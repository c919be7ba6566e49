import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LedgerDb, openLedger } from '../../../src/bff/ledger/ledger.ts';
import { addUser } from '../../../src/bff/ledger/users.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import { stores } from '../../support/stores.ts';
import { createLedgerWorld } from './ledger-world.ts';
import { createModelWorld } from './model-world.ts';
import { type Action, allActions, checkOwnTransfers, ourActions, play } from './world.ts';

/** Another each run; a failure is brought back by it. */
const seed = Date.now() % 2 ** 31;
process.stdout.write(`seed of the properties of sending: ${seed}\n`);

const nothing = () => {};
const inMemory = { url: 'sqlite::memory:', remove: async () => {} };

describe('the rules alone', () => {
  const people = ['ana', 'ben'];
  test('never pay twice and never forget, whatever happens in whatever order', async () => {
    const property = (actions: Action[]) =>
      play(createModelWorld(people, bodyHash), actions, nothing);
    await fc.assert(fc.asyncProperty(allActions, property), { numRuns: 2_000, seed });
  });

  test('bind each sending to its own transfer, where nobody else sends and support is silent', async () => {
    const property = (actions: Action[]) =>
      play(createModelWorld(people, bodyHash), actions, checkOwnTransfers);
    await fc.assert(fc.asyncProperty(ourActions, property), { numRuns: 2_000, seed });
  });
});

describe.each(stores())('the ledger on $name', ({ name, create }) => {
  const numRuns = name === 'SQLite' ? 200 : 30;
  const timeout = 120_000;
  let store: Awaited<ReturnType<typeof create>>;
  let db: LedgerDb;
  let people: string[];

  beforeAll(async () => {
    store = name === 'SQLite' ? inMemory : await create();
    db = await openLedger(store.url);
    const add = async (email: string) => {
      const person = { email, name: '', role: 'sender', password_hash: null } as const;
      return (await addUser(db, person, '2026-01-01T00:00:00.000Z'))?.id ?? '';
    };
    people = [await add('ana@giro.example'), await add('ben@giro.example')];
  });
  afterAll(async () => {
    await db.destroy();
    await store.remove();
  });

  async function emptyWorld(instances: number) {
    for (const table of ['look_alikes', 'sends', 'owners', 'sightings', 'leases'] as const) {
      await db.deleteFrom(table).execute();
    }
    return createLedgerWorld(db, people, instances);
  }

  test.each([1, 2])(
    'of %i instances never pays twice and never forgets',
    { timeout },
    async (count) => {
      const property = async (actions: Action[]) => play(await emptyWorld(count), actions, nothing);
      await fc.assert(fc.asyncProperty(allActions, property), { numRuns, seed });
    },
  );

  test.each([1, 2])(
    'of %i instances binds each sending to its own transfer',
    { timeout },
    async (count) => {
      const property = async (actions: Action[]) =>
        play(await emptyWorld(count), actions, checkOwnTransfers);
      await fc.assert(fc.asyncProperty(ourActions, property), { numRuns, seed });
    },
  );

  test('does as the rules say, step by step', { timeout }, async () => {
    const property = async (actions: Action[]) => {
      const [real, model] = [await emptyWorld(1), createModelWorld(people, bodyHash)];
      for (const action of actions) {
        if (action.do === 'hold') continue;
        await real.act(action);
        await model.act(action);
        expect(await real.facts()).toEqual(await model.facts());
      }
      await real.finish();
      await model.finish();
      expect(await real.facts()).toEqual(await model.facts());
    };
    await fc.assert(fc.asyncProperty(allActions, property), { numRuns, seed });
  });
});
