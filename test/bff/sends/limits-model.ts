import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { findOrder, type OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import { writePersonLimit } from '../../../src/bff/ledger/people/person-limits.ts';
import type { UserRow } from '../../../src/bff/ledger/people/users.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { resumeAsSeen, stopAsSeen } from '../../../src/bff/orders/change-order.ts';
import { type OrderDeps, sendOrHold } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { addPerson } from '../../support/people.ts';
import {
  began,
  noAnswer,
  sendDepsOf,
  shown,
  transferOf,
  unchangedService,
} from './send-fixtures.ts';

const hour = 3_600_000;
const spans = { day: 24 * hour, month: 30 * 24 * hour };
/** What the operator sets, in subunits of USD. */
const operators = { transfer: 90n, day: 200n, month: 500n };

/** What a person, the service and the clock can do. */
type Action =
  | { do: 'send' | 'hold'; cents: number; answer: 'taken' | 'refused' | 'lost' }
  | { do: 'schedule'; cents: number; days: number }
  | { do: 'stop' | 'resume' | 'reject'; which: number }
  /** Back is a clock that is set right. */
  | { do: 'wait' | 'back'; minutes: number }
  | { do: 'limit'; day: number };

const cents = fc.integer({ min: 1, max: 100 });
const which = fc.nat({ max: 9 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ do: fc.constantFrom('send', 'send', 'hold'), cents },
      answer: fc.constantFrom('taken', 'taken', 'taken', 'refused', 'lost'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('schedule' as const), cents, days: fc.nat({ max: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('stop', 'resume', 'reject'), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 23 * 60 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('back' as const), minutes: fc.nat({ max: 90 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('limit' as const), day: fc.nat({ max: 300 }) }),
  },
);
/** Everything that is counted happens. */
export const example: Action[] = [
  ...[90, 90, 90].map((cents) => ({ do: 'send', cents, answer: 'taken' }) as const),
  { do: 'reject', which: 0 },
  { do: 'hold', cents: 50, answer: 'taken' },
  { do: 'limit', day: 10 },
  { do: 'wait', minutes: 1 },
  { do: 'resume', which: 0 },
  { do: 'limit', day: 300 },
  { do: 'resume', which: 0 },
];
export const actions = fc.array(action, { minLength: 5, maxLength: 40, size: 'max' });

/** How often each thing happened, over all runs. */
export const newCounts = () => ({
  sent: 0,
  refused: 0,
  released: 0,
  asked: 0,
  resumed: 0,
  rejected: 0,
});

/** A list of amounts with their times: what the limits must agree with. */
type Entry = {
  /** Of its send, or of its order while that waits. */
  key: string;
  cents: bigint;
  /** When it was sent, or is due. */
  at: number;
  is: 'sent' | 'waiting' | 'asking' | 'nothing';
};

/** Runs the actions for a new person, and throws where the ledger and the list disagree. */
export async function runActions(
  db: LedgerDb,
  list: readonly Action[],
  counts: ReturnType<typeof newCounts>,
) {
  const person = await addPerson(db, { email: `${randomUUID()}@giro.example` });
  const world = createWorld(db, person, counts);
  for (const one of list) {
    await world.act(one);
    await world.releaseDue();
  }
}

function createWorld(db: LedgerDb, person: UserRow, counts: ReturnType<typeof newCounts>) {
  let time = began;
  let answer: 'taken' | 'refused' | 'lost' = 'taken';
  let number = 0;
  let day = operators.day;
  const entries: Entry[] = [];
  const deps: OrderDeps = {
    ...sendDepsOf(db, () => time, {
      client: {
        async createTransfer(request) {
          if (answer === 'lost') return noAnswer();
          if (answer === 'refused') {
            throw new ServiceError('refused', 'no such bank', { status: 400 });
          }
          // Ids of the service are numbers that are used once.
          return { ...transferOf(request, 0), id: String(BigInt(`0x${randomUUID().slice(0, 8)}`)) };
        },
      },
      sumRules: { ...unchangedService.sumRules, limits: new Map([['USD', operators]]) },
    }),
    hold: { seconds: 0, newRecipientSeconds: 0 },
    onDue() {},
  };

  /** True if it fits by the list. @param before only of what is due before this, as at a release */
  function fits(amount: bigint, key: string, before: { at: number; id: string } | null): boolean {
    const others = entries
      .filter(({ is, at, key: id }) => {
        if (id === key || is === 'nothing' || is === 'asking') return false;
        if (is === 'sent' || before === null) return true;
        return at < before.at || (at === before.at && id < before.id);
      })
      // What is overdue goes now, and nothing was sent later than now.
      .map(({ is, at, cents }) => ({
        ...{ cents, at: is === 'waiting' ? Math.max(at, time) : Math.min(at, time) },
      }));
    /** The most beside it in a time of this length that it is within. */
    const most = (spanMs: number) =>
      [time, ...others.map(({ at }) => at)]
        .filter((end) => end >= time && end < time + spanMs)
        .map((end) => others.filter(({ at }) => at <= end && at > end - spanMs))
        .map((within) => within.reduce((sum, one) => sum + one.cents, 0n))
        .reduce((a, b) => (a > b ? a : b));
    const limits = { ...operators, day };
    const isOver = (['day', 'month'] as const).some(
      (span) => most(spans[span]) + amount > limits[span],
    );
    return amount <= limits.transfer && !isOver;
  }

  /** Makes a press, which must be taken or refused as the list says. */
  async function press(fit: boolean, work: () => Promise<unknown>): Promise<boolean> {
    const reached = await work().then(
      () => null,
      (error: unknown) => {
        if (error instanceof ProblemError) return error.problem;
        throw error;
      },
    );
    if (reached === 'limit-reached') counts.refused += 1;
    // Of what the service refuses, the limits said nothing.
    else if (reached !== null && reached !== 'send-refused') throw new Error(`it was ${reached}`);
    if ((reached !== 'limit-reached') !== fit) {
      throw new Error(fit ? 'it fits, and was refused' : 'it is over the limit, and was taken');
    }
    return fit;
  }

  const requestOf = (amount: bigint) => {
    number += 1;
    return shown({
      // No two are the same transfer.
      ...{ destination_account_id: String(500 + number), source_amount_cents: amount },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
    });
  };

  async function send(key: string, amount: bigint, hold_seconds: number) {
    const isFit = fits(amount, key, null);
    const request = requestOf(amount);
    const by = { ...person, hold_seconds };
    if (!(await press(isFit, () => sendOrHold(deps, by, key, request, null)))) return;
    const at = time + hold_seconds * 1_000;
    if (hold_seconds > 0) entries.push({ key, cents: amount, at, is: 'waiting' });
    else entries.push({ key, cents: amount, at, is: await stateOf(key) });
  }

  async function stateOf(key: string): Promise<Entry['is']> {
    const state = (await findSend(db, key))?.state;
    counts.sent += 1;
    return state === 'refused' || state === 'not_sent' ? 'nothing' : 'sent';
  }

  async function schedule(amount: bigint, days: number) {
    const id = randomUUID();
    // By its amount alone: the sums are those of its day.
    const isFit = [operators.transfer, day, operators.month].every((limit) => amount <= limit);
    const due = time + days * 24 * hour + 10 * 60_000;
    const [first_day = '', clock = ''] = timestamp(due).split('T');
    const when = { first_day, time: clock.slice(0, 5), zone: 'UTC' };
    const request = { id, ...requestOf(amount), kind: 'once' as const, days: when };
    if (!(await press(isFit, () => scheduleOrder(deps, person.id, request, null)))) return;
    const at = Date.parse((await rowOf(id)).release_at ?? '');
    entries.push({ key: id, cents: amount, at, is: 'waiting' });
  }

  async function rowOf(id: string): Promise<OrderRow> {
    const row = await findOrder(db, id);
    if (!row) throw new Error('no such order');
    return row;
  }

  /** As a worker does: what is due first goes first. */
  async function releaseDue() {
    const due = entries
      .filter(({ is, at }) => is === 'waiting' && at <= time)
      .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
    for (const entry of due) {
      const isFit = fits(entry.cents, entry.key, { at: entry.at, id: entry.key });
      const outcome = await releaseOrder(deps, await rowOf(entry.key));
      const { state, reason } = await rowOf(entry.key);
      if (isFit !== (state === 'released')) {
        throw new Error(`${isFit ? 'it fits' : 'it is over'}: ${outcome}, ${state}, ${reason}`);
      }
      if (!isFit) {
        if (state !== 'needs_you' || reason !== 'limit-reached') {
          throw new Error(`it is ${state} because of ${reason}`);
        }
        entry.is = 'asking';
        counts.asked += 1;
        continue;
      }
      counts.released += 1;
      entry.at = time;
      const released = await db
        .selectFrom('sends')
        .innerJoin('order_releases', 'order_releases.key', 'sends.key')
        .select('sends.key')
        .where('order_id', '=', entry.key)
        .executeTakeFirstOrThrow();
      entry.key = released.key;
      entry.is = await stateOf(released.key);
    }
  }

  /** One of those that are so, by a random number. */
  const oneOf = (is: Entry['is'], index: number): Entry | undefined => {
    const those = entries.filter((one) => one.is === is);
    return those[index % Math.max(those.length, 1)];
  };

  async function changeOrder(what: 'stop' | 'resume', index: number) {
    const entry = oneOf(what === 'stop' ? 'waiting' : 'asking', index);
    if (!entry) return;
    const row = await rowOf(entry.key);
    if (what === 'stop') {
      await stopAsSeen(deps, row, row.revision, person.id);
      entry.is = 'nothing';
      return;
    }
    await resumeAsSeen(deps, row, { revision: row.revision }, '');
    [entry.is, entry.at] = ['waiting', time];
    counts.resumed += 1;
  }

  async function reject(index: number) {
    const entry = oneOf('sent', index);
    const transfer_id = entry && (await findSend(db, entry.key))?.transfer_id;
    if (!entry || !transfer_id) return;
    const [id_order, read_at] = [
      `${String(transfer_id.length).padStart(2, '0')}${transfer_id}`,
      timestamp(time),
    ];
    const amounts = { source_amount_cents: `${entry.cents}`, source_amount_currency: 'USD' };
    const paid = { destination_amount_cents: '1', destination_amount_currency: 'COP' };
    await db
      .insertInto('transfers')
      .values({
        ...{ id: transfer_id, id_order, destination_account_id: '1', ...amounts, ...paid },
        ...{ state: 'rejected', ended: 1, owned: 1, owner_id: person.id, read_at },
        ...{ content_change: 1, change: 1 },
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
    entry.is = 'nothing';
    counts.rejected += 1;
  }

  async function act(one: Action): Promise<void> {
    // No two are due at the same millisecond as something is sent.
    time += 1;
    answer = 'answer' in one ? one.answer : 'taken';
    switch (one.do) {
      case 'send':
        return send(randomUUID(), BigInt(one.cents), 0);
      case 'hold':
        return send(randomUUID(), BigInt(one.cents), 30);
      case 'schedule':
        return schedule(BigInt(one.cents), one.days);
      case 'stop':
      case 'resume':
        return changeOrder(one.do, one.which);
      case 'reject':
        return reject(one.which);
      case 'limit': {
        day = BigInt(one.day);
        const row = { user_id: person.id, currency: 'USD', span: 'day', amount: `${day}` } as const;
        return writePersonLimit(db, { ...row, next_amount: null, next_at: null }, timestamp(time));
      }
      default:
        time += (one.do === 'back' ? -1 : 1) * one.minutes * 60_000;
    }
  }

  return { act, releaseDue };
}
