import fc from 'fast-check';
import { expect } from 'vitest';
import type { SendRow } from '../../../src/bff/ledger/sends.ts';
import { isOpen } from '../../../src/contract/api/send-states.ts';
import type { Transfer, TransferRequest } from '../../../src/contract/transfer.ts';
import { transferOf } from './send-fixtures.ts';

/** What can happen around a few keys, two people and two bodies, in any order. */
export type Action =
  | { do: 'send'; key: number; body: number; person: number; instance: number; again: boolean }
  /** The service does the work of a POST, whoever still waits for its answer. */
  | { do: 'take'; post: number }
  | { do: 'answer' | 'refuse' | 'not-written' | 'lose'; post: number }
  /** Somebody else's transfer, like one of ours, is in the service. */
  | { do: 'appear'; body: number }
  | { do: 'look' }
  /** The answers of the list stay on their way, and come as they were when they left. */
  | { do: 'hold' | 'release' | 'crash'; instance: number }
  | { do: 'settle'; key: number; transfer: number | null }
  | { do: 'wait'; seconds: number };

/** A POST that reached the service, and what became of it. */
export type Post = {
  key: string;
  request: TransferRequest;
  instance: number;
  /** Ids of the service's transfers when its sending was begun. */
  before: ReadonlySet<string>;
  /** The same was sent a short while ago, and the person did not say that they knew. */
  untold: boolean;
  taken: Transfer | null;
  state: 'awaited' | 'left' | 'refused';
};

export type Snapshot = {
  rows: Pick<SendRow, 'key' | 'user_id' | 'body_hash' | 'state' | 'transfer_id' | 'settled_by'>[];
  posts: Post[];
  transfers: Transfer[];
  /** What people were told to be sent; `late` when the sending had ended otherwise by then. */
  told: { key: string; transfer_id: string; late: boolean; owned: boolean }[];
};

export type SendingSystem = {
  act(action: Action): Promise<void>;
  snapshot(): Promise<Snapshot>;
  /** Everything arrives, and the time to look goes by. */
  finish(): Promise<void>;
};

/** The service does the work of a POST, once. */
export function take(post: Post, transfers: Transfer[]): Transfer {
  if (post.taken) return post.taken;
  post.taken = transferOf(post.request, transfers.length);
  transfers.push(post.taken);
  return post.taken;
}

/** One of the POSTs that the service has not worked on, or that are waited for. */
export const untaken = (posts: Post[], index: number) =>
  nth(
    posts.filter((post) => !post.taken && post.state !== 'refused'),
    index,
  );
export const awaited = <P extends Post>(posts: P[], index: number) =>
  nth(
    posts.filter((post) => post.state === 'awaited'),
    index,
  );
export const nth = <T>(list: T[], index: number): T | undefined => list[index % list.length];

const small = fc.nat({ max: 5 });
const two = fc.nat({ max: 1 });
const actionOf = {
  send: fc.record({
    do: fc.constant('send' as const),
    key: fc.nat({ max: 4 }),
    // The first body more often, so that sendings meet.
    body: fc.constantFrom(0, 0, 0, 1),
    person: two,
    instance: two,
    again: fc.boolean(),
  }),
  take: fc.record({ do: fc.constant('take' as const), post: small }),
  end: fc.record({
    do: fc.constantFrom('answer', 'refuse', 'not-written', 'lose', 'lose'),
    post: small,
  }),
  appear: fc.record({ do: fc.constant('appear' as const), body: fc.constantFrom(0, 0, 1) }),
  look: fc.record({ do: fc.constant('look' as const) }),
  instance: fc.record({ do: fc.constantFrom('hold', 'release', 'crash'), instance: two }),
  settle: fc.record({
    do: fc.constant('settle' as const),
    key: fc.nat({ max: 4 }),
    transfer: fc.option(small),
  }),
  wait: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 50, 660) }),
};

const length = { minLength: 5, maxLength: 40, size: 'max' } as const;
const ours = [
  { arbitrary: actionOf.send, weight: 5 },
  { arbitrary: actionOf.take, weight: 2 },
  { arbitrary: actionOf.end, weight: 4 },
  { arbitrary: actionOf.look, weight: 3 },
  { arbitrary: actionOf.instance, weight: 2 },
  { arbitrary: actionOf.wait, weight: 2 },
];
const others = [
  { arbitrary: actionOf.appear, weight: 1 },
  { arbitrary: actionOf.settle, weight: 2 },
];

/** Nobody else uses the service, and support says nothing. */
export const ourActions: fc.Arbitrary<Action[]> = fc.array(fc.oneof(...ours), length);
export const allActions: fc.Arbitrary<Action[]> = fc.array(fc.oneof(...ours, ...others), length);

/** Throws when a snapshot, or what became of the one before it, breaks a promise of sending. */
function checkInvariants({ rows, posts, transfers, told }: Snapshot, earlier: Snapshot) {
  const keys = posts.map(({ key }) => key);
  expect(keys, 'a key is posted once').toEqual([...new Set(keys)]);
  const bound = rows.flatMap(({ transfer_id }) => (transfer_id === null ? [] : [transfer_id]));
  expect(bound, 'a transfer is one sending').toEqual([...new Set(bound)]);
  const inService = new Set(transfers.map(({ id }) => id));
  for (const id of [...bound, ...told.map(({ transfer_id }) => transfer_id)]) {
    expect(inService, 'what is told sent is in the service').toContain(id);
  }
  for (const row of rows) {
    const post = posts.find(({ key }) => key === row.key);
    expect(row.transfer_id !== null, 'sent is bound').toBe(row.state === 'sent');
    if (row.transfer_id !== null) {
      expect(post?.before, 'not to what was there before').not.toContain(row.transfer_id);
    }
    if (['refused', 'not_sent'].includes(row.state) && row.settled_by === null) {
      expect(post?.taken, 'the service says no before any work').toBeNull();
    }
  }
  for (const { key, transfer_id, late, owned } of told) {
    expect(owned, "what is told sent is somebody's").toBe(true);
    if (late) continue;
    const row = rows.find((one) => one.key === key);
    expect(row?.transfer_id, 'each answer tells the same').toBe(transfer_id);
  }
  const unsure = rows.filter(({ state }) => state === 'intended' || state === 'unconfirmed');
  const twins = unsure.map(({ user_id, body_hash }) => `${user_id} ${body_hash}`);
  expect(twins, 'one identical sending is under way').toEqual([...new Set(twins)]);
  const untold = posts.filter((post) => post.untold).map(({ key }) => key);
  expect(untold, 'the same is sent twice only by who was told').toEqual([]);
  for (const old of earlier.rows) {
    const now = rows.find(({ key }) => key === old.key);
    expect(now, 'nothing is forgotten').toBeDefined();
    if (!isOpen(old.state)) expect(now, 'an outcome stays').toEqual(old);
  }
}

/** With nobody else in the service, each sending that is sent is the transfer that its POST made. */
export function checkOwnTransfers({ rows, posts }: Snapshot) {
  for (const { key, transfer_id } of rows) {
    if (transfer_id === null) continue;
    expect(posts.find((post) => post.key === key)?.taken?.id).toBe(transfer_id);
  }
}

/** Runs the actions, and checks after each of them and at the end. */
export async function runActions(
  system: SendingSystem,
  actions: Action[],
  alsoCheck: (snapshot: Snapshot) => void,
) {
  let earlier = await system.snapshot();
  const look = async () => {
    const snapshot = await system.snapshot();
    checkInvariants(snapshot, earlier);
    alsoCheck(snapshot);
    earlier = snapshot;
  };
  for (const action of actions) {
    await system.act(action);
    await look();
  }
  await system.finish();
  await look();
  const unsure = earlier.rows.filter(({ state }) => /intended|unconfirmed/.test(state));
  expect(unsure, 'nothing is looked for without end').toEqual([]);
}
