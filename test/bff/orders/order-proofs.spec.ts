import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOrder, type OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import {
  addStepUpChallenge,
  proveStepUpChallenge,
} from '../../../src/bff/ledger/people/step-up.ts';
import type { UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { resumeAsSeen } from '../../../src/bff/orders/change-order.ts';
import type { OrderDeps } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { changeScheduled, scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import { stepUpCreatedAfter, stepUpHash, stepUpIdHash } from '../../../src/bff/sends/step-up.ts';
import type { OrderTerms } from '../../../src/contract/api/order.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodies,
  sendDepsOf,
  shown,
  transferOf,
  unchangedService,
} from '../sends/send-fixtures.ts';

const [body] = bodies;
const session = 'phone';
const iso = (at: number) => new Date(at).toISOString();
const weekly: OrderTerms = {
  kind: 'weekly',
  days: { first_day: '2026-01-05', time: '09:00', zone: 'Europe/Madrid' },
};
const others: [string, OrderTerms][] = [
  ['kind', { ...weekly, kind: 'monthly' }],
  ['first day', { ...weekly, days: { ...weekly.days, first_day: '2026-01-06' } }],
  ['time', { ...weekly, days: { ...weekly.days, time: '09:01' } }],
  ['zone', { ...weekly, days: { ...weekly.days, zone: 'Europe/Paris' } }],
  ['last day', { ...weekly, days: { ...weekly.days, ends_on: '2026-06-01' } }],
  ['number of times', { ...weekly, days: { ...weekly.days, ends_after: 3 } }],
  ['floor', { ...weekly, floor: 1n }],
];

describe.each(stores())('proofs of orders on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;
  let time: number;
  let posts: number;
  let alias: string;

  beforeEach(async () => {
    [db, time, posts, alias] = [await (await openStore(create)).open(), began, 0, 'Mamá'];
    ana = await addPerson(db, { email: 'ana@giro.example', at: iso(began) });
    await db
      .insertInto('sessions')
      .values({
        ...{ id_hash: session, user_id: ana.id, issuer: null, browser: null, system: null },
        ...{ second_factor: null, second_factor_at: null },
        ...{ created_at: iso(began), seen_at: iso(began) },
      })
      .execute();
  });

  const deps = (): OrderDeps => ({
    ...sendDepsOf(db, () => time, {
      stepUpAbove: new Map([['USD', 4_999n]]),
      showAccount: async (id) => ({ ...(await unchangedService.showAccount(id)), alias }),
      client: {
        async createTransfer(request) {
          posts += 1;
          return transferOf(request, posts);
        },
      },
    }),
    hold: { seconds: 0, newRecipientSeconds: 0 },
    onDue() {},
  });
  const fingerprint = () =>
    accountFingerprint({ id: body.destination_account_id, alias, category: 'bank' });

  /** The id of a challenge that the person has answered. */
  async function proofOf(send_key: string, terms?: OrderTerms) {
    const id = randomBytes(32).toString('base64url');
    const bound = {
      ...{ id_hash: stepUpIdHash(id), user_id: ana.id, session_hash: session, send_key },
      body_hash: stepUpHash(body, fingerprint(), terms),
    };
    await addStepUpChallenge(db, bound, iso(time));
    const times = { createdAfter: stepUpCreatedAfter(time), now: iso(time) };
    await proveStepUpChallenge(db, bound.id_hash, 'totp', times);
    return id;
  }
  const make = (id: string, proof: string, terms = weekly) =>
    scheduleOrder(deps(), ana.id, { id, ...shown(body), ...terms, proof }, session);
  const now = async ({ id }: Pick<OrderRow, 'id'>): Promise<OrderRow> => {
    const row = await findOrder(db, id);
    if (!row) throw new Error('no order');
    return row;
  };
  const refused = { problem: 'step-up-refused' };

  test('a proof of one transfer makes no order on days', async () => {
    const id = randomUUID();
    await expect(make(id, await proofOf(id))).rejects.toMatchObject(refused);
    expect(await findOrder(db, id)).toBeUndefined();
    const row = await make(id, await proofOf(id, weekly));
    expect(row).toMatchObject({ proven_revision: 1, proven_occurrence: null });
  });

  test.each(others)('nor does one of an order with another %s', async (_, terms) => {
    const id = randomUUID();
    await expect(make(id, await proofOf(id, terms))).rejects.toMatchObject(refused);
    expect(await findOrder(db, id)).toBeUndefined();
  });

  test('a proof of what is left out is the same as of null', async () => {
    const id = randomUUID();
    const { days } = weekly;
    const none = { ...weekly, floor: null, days: { ...days, ends_on: null, ends_after: null } };
    expect((await make(id, await proofOf(id, none))).state).toBe('waiting');
  });

  test('a change of all from here needs a proof of the new days', async () => {
    const id = randomUUID();
    const once: OrderTerms = { ...weekly, kind: 'once' };
    await make(id, await proofOf(id, once), once);
    const change = async (proof: string) =>
      changeScheduled(
        deps(),
        { id, revision: 1, user_id: ana.id },
        { revision: 1, ...shown(body), ...weekly, proof },
        session,
      );
    // As for sending one on after Giro asked.
    await expect(change(await proofOf(id))).rejects.toMatchObject(refused);
    expect((await now({ id })).kind).toBe('once');
    expect((await change(await proofOf(id, weekly))).proven_revision).toBe(2);
  });

  test('a proof for one that Giro asked about counts for that one alone', async () => {
    const id = randomUUID();
    const made = await make(id, await proofOf(id, weekly));
    time = Date.parse(made.release_at ?? '');
    alias = 'Otra';
    expect(await releaseOrder(deps(), made)).toBe('asks');
    const resumed = await resumeAsSeen(
      deps(),
      made,
      { revision: 2, destination_account_fingerprint: fingerprint(), proof: await proofOf(id) },
      session,
    );
    expect(resumed).toMatchObject({ state: 'waiting', proven_occurrence: 1 });
    expect(await releaseOrder(deps(), resumed)).toBe('released');
    const next = await now(made);
    expect(next).toMatchObject({ state: 'waiting', occurrence: 2 });
    time = Date.parse(next.release_at ?? '');
    expect(await releaseOrder(deps(), next)).toBe('asks');
    expect((await now(made)).reason).toBe('step-up-required');
    expect(posts).toBe(1);
  });

  test('a proof of all goes on when Giro asks about one, and counts for the next', async () => {
    const id = randomUUID();
    const made = await make(id, await proofOf(id, weekly));
    time = Date.parse(made.release_at ?? '');
    alias = 'Otra';
    expect(await releaseOrder(deps(), made)).toBe('asks');
    alias = 'Mamá';
    const resumed = await resumeAsSeen(deps(), made, { revision: 2 }, session);
    expect(await releaseOrder(deps(), resumed)).toBe('released');
    const next = await now(made);
    time = Date.parse(next.release_at ?? '');
    expect(await releaseOrder(deps(), next)).toBe('released');
    expect(posts).toBe(2);
  });
});
