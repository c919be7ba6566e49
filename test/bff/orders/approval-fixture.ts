import { randomBytes, randomUUID } from 'node:crypto';
import type { OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import {
  addStepUpChallenge,
  proveStepUpChallenge,
} from '../../../src/bff/ledger/people/step-up.ts';
import { findUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import { approveAsSeen, declineAsSeen } from '../../../src/bff/orders/approve.ts';
import { stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { requestOfOrder } from '../../../src/bff/orders/order-row.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import { stepUpHash, stepUpIdHash } from '../../../src/bff/sends/step-up.ts';
import type { ApproveRequest } from '../../../src/contract/api/approvals.ts';
import type { OrderTerms } from '../../../src/contract/api/order.ts';
import type { ScheduleRequest } from '../../../src/contract/api/scheduled-order.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import type { TransferRequest } from '../../../src/contract/api/transfer.ts';
import type { DestinationAccount } from '../../../src/contract/destination-account.ts';
import { addPerson } from '../../support/people.ts';
import type { Store } from '../../support/stores.ts';
import { began, shown, unchangedService } from '../sends/send-fixtures.ts';
import { createOrders } from './order-fixture.ts';

/** Subunits of USD above which a second person approves. */
export const figure = 10_000n;
const iso = (at: number) => new Date(at).toISOString();

/** Orders of a sender, `ana`, that an approver decides about, on a store with the test's clock. */
export async function createApprovals(create: Store['create'], more: Partial<OrderDeps> = {}) {
  const orders = await createOrders(create);
  const { db, clock, ana } = orders;
  const account: Pick<DestinationAccount, 'alias' | 'country'> = { alias: 'Mamá' };
  const sessionOf = ({ id }: Pick<UserRow, 'id'>) => `session of ${id}`;

  async function signIn({ id }: Pick<UserRow, 'id'>) {
    await db
      .insertInto('sessions')
      .values({
        ...{ id_hash: `session of ${id}`, user_id: id, issuer: null, browser: null, system: null },
        ...{ second_factor: null, second_factor_at: null },
        ...{ created_at: iso(began), seen_at: iso(began) },
      })
      .execute();
  }

  /** Somebody who is signed in. */
  async function person(role: Role, email = `${randomUUID()}@giro.example`): Promise<UserRow> {
    const made = await addPerson(db, {
      email,
      role,
      password: 'a long enough one',
      at: iso(began),
    });
    await signIn(made);
    return made;
  }
  await signIn(ana);
  const ari = await person('approver', 'ari@giro.example');

  /** Of a process that remembers nothing. */
  const newDeps = (change: Partial<OrderDeps> = {}): OrderDeps => ({
    ...orders.newDeps({
      sumRules: {
        limits: new Map(),
        approvals: {
          above: new Map([['USD', figure]]),
          ...{ expiresAfter: 72 * 3_600_000, bySenders: false },
        },
      },
      showAccount: async (id) => ({ ...(await unchangedService.showAccount(id)), ...account }),
    }),
    ...more,
    ...change,
  });

  /** A transfer of so many subunits to a recipient as they are now. */
  const requestOf = (cents: bigint, to = '501'): TransferRequest => ({
    ...shown({
      ...{ destination_account_id: to, source_amount_cents: cents },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
    }),
    destination_account_fingerprint: accountFingerprint({ id: to, category: 'bank', ...account }),
  });

  const press = async (
    cents: bigint,
    key: string = randomUUID(),
    by = ana,
    deps = newDeps(),
    to = '501',
  ) => {
    const now = await findUser(db, by.id);
    if (!now) throw new Error('no such person');
    return sendOrHold(deps, now, key, requestOf(cents, to), sessionOf(by));
  };

  /** What a press of Send makes wait for a second person. */
  async function waiting(cents = figure + 1n, by = ana): Promise<OrderRow> {
    const made = await press(cents, randomUUID(), by);
    if (!('order' in made)) throw new Error('nobody has to approve it');
    if (made.order.waits_for !== 'approval') throw new Error('it waits for nobody');
    return made.order;
  }

  /** What is sent once, or every week from then on, at 9 on a day. */
  const schedule = (
    cents: bigint,
    change: Partial<ScheduleRequest> = {},
    deps = newDeps(),
  ): Promise<OrderRow> =>
    scheduleOrder(
      deps,
      ana.id,
      {
        ...{ id: randomUUID(), ...requestOf(cents), kind: 'weekly' },
        days: { first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' },
        ...change,
      },
      sessionOf(ana),
    );

  const deciderOf = (by: UserRow) => ({
    ...{ user_id: by.id, session_hash: sessionOf(by), request_id: randomUUID() },
  });
  const approve = (
    row: OrderRow,
    by: UserRow = ari,
    {
      deps = newDeps(),
      fingerprint: destination_account_fingerprint = row.fingerprint,
      ...body
    }: { deps?: OrderDeps; fingerprint?: string } & Partial<ApproveRequest> = {},
  ) =>
    approveAsSeen(deps, row.id, deciderOf(by), {
      ...{ revision: row.revision, destination_account_fingerprint, ...body },
    });
  const decline = (row: OrderRow, by: UserRow = ari, deps = newDeps()) =>
    declineAsSeen(deps, row.id, deciderOf(by), { revision: row.revision, reason: 'Unknown to us' });

  /** A proof that a person gave of approving a revision of an order. */
  const proofOf = (row: OrderRow, by = ari, approves: number | undefined = row.revision) =>
    proof(by, row.id, stepUpHash(requestOfOrder(row), row.fingerprint, undefined, approves));

  /** A proof that its maker gave of a transfer, or of an order on days. */
  const ownProof = (key: string, request: TransferRequest, terms?: OrderTerms) =>
    proof(ana, key, stepUpHash(request, request.destination_account_fingerprint, terms));

  async function proof(by: UserRow, send_key: string, body_hash: string) {
    const id = randomBytes(32).toString('base64url');
    const id_hash = stepUpIdHash(id);
    await addStepUpChallenge(
      db,
      { id_hash, user_id: by.id, session_hash: sessionOf(by), send_key, body_hash },
      iso(clock.time),
    );
    const times = { createdAfter: iso(clock.time - 60_000), now: iso(clock.time) };
    await proveStepUpChallenge(db, id_hash, 'totp', times);
    return id;
  }

  return {
    ...orders,
    ...{
      account,
      ari,
      person,
      newDeps,
      requestOf,
      press,
      waiting,
      approve,
      decline,
      proofOf,
      ownProof,
    },
    ...{ sessionOf, schedule },
    stop: (row: OrderRow, by: Pick<UserRow, 'id'> = ana) =>
      stopAsSeen(newDeps(), row, row.revision, by.id),
    look: (deps = newDeps()) => orders.lookAt(clock.time, deps),
    newsOf: async (user: Pick<UserRow, 'id'>) =>
      (
        await db
          .selectFrom('news')
          .select('kind')
          .where('user_id', '=', user.id)
          .orderBy('number')
          .execute()
      ).map(({ kind }) => kind),
  };
}
export type Approvals = Awaited<ReturnType<typeof createApprovals>>;
