import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { proofResults } from '../../../src/bff/sends/proof-results.ts';
import { bodyHash } from '../../../src/bff/sends/send-row.ts';
import { atLength } from '../../support/at-length.ts';
import { seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { createLedgerSystem } from './ledger-system.ts';
import { createModelSystem } from './model-system.ts';
import { proofOf } from './proof-of.ts';
import {
  type Action,
  allActions,
  allMirroredActions,
  checkOwnTransfers,
  hardCases,
  ourActions,
  ourMirroredActions,
  runActions,
} from './sending-system.ts';

const timeout = 120_000;
const nothing = () => {};
const examples = hardCases.map((actions): [Action[]] => [actions]);
const inMemory = { url: 'sqlite::memory:', remove: async () => {} };

const waysToKnow = [
  { knownBy: 'the list', any: allActions, own: ourActions },
  { knownBy: 'the mirror', any: allMirroredActions, own: ourMirroredActions },
];

describe.each(waysToKnow)('the model with earlier transfers known by $knownBy', ({ any, own }) => {
  const numRuns = atLength(400, 2_000);
  const people = ['ana', 'ben'];
  test('keeps the invariants for any sequence of actions', {
    timeout,
  }, async () => {
    const property = (actions: Action[]) =>
      runActions(createModelSystem(people, bodyHash), actions, nothing);
    await fc.assert(fc.asyncProperty(any, property), { numRuns, seed, examples });
  });

  test('binds each send to its own transfer without another system and without support', {
    timeout,
  }, async () => {
    const property = (actions: Action[]) =>
      runActions(createModelSystem(people, bodyHash), actions, checkOwnTransfers);
    await fc.assert(fc.asyncProperty(own, property), { numRuns, seed });
  });
});

describe.each(stores())('the ledger on $name', ({ name, create }) => {
  const numRuns = name === 'SQLite' ? atLength(30, 120) : atLength(8, 20);
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

  const tables = ['look_alikes', 'sends', 'owners', 'sightings', 'leases', 'transfers'] as const;
  async function emptySystem(instances: number) {
    for (const table of tables) await db.deleteFrom(table).execute();
    await db.updateTable('mirror').set({ as_of: null }).execute();
    return createLedgerSystem(db, people, instances);
  }

  describe.each(waysToKnow)('with earlier transfers known by $knownBy', ({ any, own }) => {
    test.each([1, 2])('keeps the invariants with %i instances', { timeout }, async (count) => {
      const property = async (actions: Action[]) =>
        runActions(await emptySystem(count), actions, nothing);
      await fc.assert(fc.asyncProperty(any, property), { numRuns, seed, examples });
    });

    test.each([1, 2])(
      'binds each send to its own transfer with %i instances',
      { timeout },
      async (count) => {
        const property = async (actions: Action[]) => {
          const system = await emptySystem(count);
          await runActions(system, actions, checkOwnTransfers);
          const { rows, transfers } = await system.snapshot();
          const proof = await proofOf(db, transfers);
          const wrong = proof.filter(({ result }) => proofResults[result] === 'wrong');
          expect(wrong, 'no POST is without its transfer, nor the other way round').toEqual([]);
          const sent = rows.filter(({ state }) => state === 'sent').length;
          expect(proof.filter(({ result }) => result === 'paired')).toHaveLength(sent);
        };
        await fc.assert(fc.asyncProperty(own, property), { numRuns, seed });
      },
    );

    test('agrees with the model after every action', { timeout }, async () => {
      const property = async (actions: Action[]) => {
        const [real, model] = [await emptySystem(1), createModelSystem(people, bodyHash)];
        for (const action of actions) {
          if (action.do === 'hold') continue;
          await real.act(action);
          await model.act(action);
          expect(await real.snapshot()).toEqual(await model.snapshot());
        }
        await real.finish();
        await model.finish();
        expect(await real.snapshot()).toEqual(await model.snapshot());
      };
      await fc.assert(fc.asyncProperty(any, property), { numRuns, seed, examples });
    });
  });
});
