import { ownerOf } from '../../../src/bff/ledger/people/owners.ts';
import {
  findOpenDuplicate,
  findSend,
  sendsInState,
  sendsLike,
} from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { mirrorState, writeMirror } from '../../../src/bff/ledger/transfers/mirror.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { timestamp } from '../../../src/bff/lib/timestamp.ts';
import { newTransfersLike } from '../../../src/bff/sends/known-transfers.ts';
import { createReconciler, type Reconciler } from '../../../src/bff/sends/reconcile.ts';
import { candidatesOf, resolveSend } from '../../../src/bff/sends/resolve.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import { bodyHash, knownIds, requestOf } from '../../../src/bff/sends/send-row.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { isOpen } from '../../../src/contract/api/send-states.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { mirroredRows } from '../../support/mirrored-rows.ts';
import {
  began,
  bodyOf,
  recordsOf,
  sendDepsOf,
  shown,
  storeClockOf,
  transferOf,
} from './send-fixtures.ts';
import {
  type Action,
  awaited,
  type Mirrored,
  nth,
  type Post,
  type SendSystem,
  type Snapshot,
  take,
  unseenOf,
  untaken,
} from './sending-system.ts';

type Instance = {
  reconciler: Reconciler;
  onRoundHeld: () => void;
  holding: boolean;
  /** Each releases one held answer of the list. */
  held: (() => void)[];
  /** What continues after the release. */
  waiting: Promise<unknown>[];
};

type PendingPost = Post & {
  answer: (transfer: Transfer) => void;
  fail: (error: ServiceError) => void;
  told: Promise<void>;
};

const failures = {
  refuse: () => new ServiceError('refused', 'error', { status: 400 }),
  'not-written': () => new ServiceError('not-written', 'connection refused'),
  lose: () => new ServiceError('timeout', 'no answer'),
};

/** `sendOnce` and the reconciler on a real ledger, with a scripted service, clock and instances. */
export async function createLedgerSystem(
  db: LedgerDb,
  people: string[],
  instanceCount: number,
): Promise<SendSystem> {
  let time = began;
  const transfers: Transfer[] = [];
  const posts: PendingPost[] = [];
  const told: Snapshot['told'] = [];
  const foreign = new Set<string>();
  let read: Mirrored['read'] = null;
  const now = () => time;
  const storeClock = storeClockOf(db, now);
  const records = recordsOf(db);

  function listOf(instance: () => Instance | null, onHeld = () => {}): SendDeps['tracking'] {
    return {
      async list() {
        const answer = { value: [...transfers], readAt: time, odd: [] };
        const where = instance();
        if (where?.holding) {
          await new Promise<void>((go) => {
            where.held.push(go);
            onHeld();
          });
        }
        return answer;
      },
      drop() {},
    };
  }

  function createInstance(): Instance {
    const instance: Instance = {
      reconciler: createReconciler({
        db,
        tracking: listOf(
          () => instance,
          () => instance.onRoundHeld(),
        ),
        storeClock,
        records,
        log: silentLog,
        // Longer than the test runs, so that only the requested rounds take place.
        intervals: [2_000_000],
        alone: instanceCount === 1,
      }),
      onRoundHeld() {},
      holding: false,
      held: [],
      waiting: [],
    };
    return instance;
  }
  const instances = Array.from({ length: instanceCount }, createInstance);
  const at = (index: number) => {
    const instance = instances[index % instances.length];
    if (!instance) throw new Error('no instance');
    return instance;
  };

  async function send({
    key: index,
    body,
    person,
    instance: where,
    again,
  }: Action & { do: 'send' }) {
    const key = `key ${index}`;
    const user_id = people[person] ?? '';
    const instance = at(where);
    const before = new Set(transfers.map(({ id }) => id));
    const { destination_account_id } = bodyOf(body);
    const unseen = unseenOf({ read, foreign }, transfers, destination_account_id, time);
    const body_hash = bodyHash(bodyOf(body));
    const latestSent = async () =>
      (await sendsLike(db, user_id, body_hash, new Date(time))).find(
        ({ state }) => state === 'sent',
      );
    const duplicate = await findOpenDuplicate(db, user_id, body_hash);
    const sent = await latestSent();
    const after = {
      ...(again && duplicate && duplicate.key !== key ? { after_unresolved: duplicate.key } : {}),
      ...(again && sent ? { after_sent: sent.key } : {}),
    };
    let outcome = Promise.resolve();
    const held = Promise.withResolvers<void>();
    const posted = Promise.withResolvers<void>();
    const createTransfer = async (request: Post['request']) => {
      const known = await latestSent();
      const { promise, resolve, reject } = Promise.withResolvers<Transfer>();
      posts.push({
        ...{ key, request, instance: where % instanceCount, before, unseen },
        untold: known !== undefined && known.key !== after.after_sent,
        ...{ taken: null, state: 'awaited', answer: resolve, fail: reject, told: outcome },
      });
      posted.resolve();
      return promise;
    };
    outcome = sendOnce(
      sendDepsOf(db, now, {
        ...{ client: { createTransfer }, storeClock, records },
        tracking: listOf(() => instance, held.resolve),
        // Of one transfer in the mirror on.
        listedAnew: 0,
      }),
      user_id,
      key,
      { ...shown(bodyOf(body)), ...after },
    ).then(
      async (answer) => {
        if (!('transfer' in answer)) return;
        const transfer_id = answer.transfer.id;
        const row = await findSend(db, key);
        const late = row && !isOpen(row.state) && row.transfer_id !== transfer_id;
        const owned = (await ownerOf(db, 'transfer', transfer_id)) !== null;
        told.push({ key, transfer_id, late: late ?? false, owned });
      },
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
      },
    );
    const moved = Promise.race([outcome, posted.promise]);
    instance.waiting.push(moved);
    await Promise.race([moved, held.promise]);
  }

  async function readMirror() {
    const known = new Set((await mirroredRows(db)).map(({ id }) => id));
    const read_at = timestamp(time);
    await writeMirror(db, {
      ...{ since: await mirrorState(db), read_at },
      changed: transfers.filter(({ id }) => !known.has(id)),
      state: { as_of: read_at, tried_at: read_at, service: 'ok' },
    });
    read = { at: time, ids: new Set(transfers.map(({ id }) => id)) };
  }

  async function end(how: keyof typeof failures | 'answer', post: PendingPost) {
    if (how === 'answer') post.answer(take(post, transfers));
    else if (how !== 'lose' && post.taken) return;
    else post.fail(failures[how]());
    post.state = how === 'answer' || how === 'lose' ? 'left' : 'refused';
    await post.told;
  }

  async function look() {
    const open = await sendsInState(db, ['unconfirmed', 'intended']);
    await Promise.all(
      instances.map(async (instance) => {
        // An instance that waits for its list starts no other round.
        if (instance.held.length > 0) return;
        for (const { key } of open) instance.reconciler.look(key);
        const held = Promise.withResolvers<void>();
        instance.onRoundHeld = held.resolve;
        const round = instance.reconciler.round();
        instance.waiting.push(round);
        await Promise.race([round, held.promise]);
      }),
    );
  }

  async function release(instance: Instance) {
    instance.holding = false;
    for (const go of instance.held.splice(0)) go();
    await Promise.all(instance.waiting.splice(0));
  }

  async function crash(index: number) {
    const instance = at(index);
    for (const post of posts) {
      if (post.instance === index % instanceCount && post.state === 'awaited') post.state = 'left';
    }
    void instance.reconciler.stop();
    const next = createInstance();
    instances[index % instanceCount] = next;
    await next.reconciler.start();
    await next.reconciler.round();
  }

  async function resolveAs(key: string, index: number | null) {
    const row = await findSend(db, key);
    const transfer = index === null ? null : nth(transfers, index);
    if (!row || transfer === undefined) return;
    const reason = 'asked the operator';
    const tracking = listOf(() => null);
    const deps = { db, tracking, storeClock, records, resolveAloneUpTo: null };
    const listed = await candidatesOf(deps, row);
    const seen_transfer_ids = listed.transfers.map(({ id }) => id);
    const request = transfer
      ? ({ outcome: 'sent', transfer_id: transfer.id, reason } as const)
      : ({ outcome: 'not_sent', reason, seen_transfer_ids } as const);
    await resolveSend(deps, row, request, people[0] ?? '').catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
    });
  }

  /** Throws if a look-alike of a send that ended without an answer is not reported to support. */
  async function checkLookAlikes() {
    const rows = await db.selectFrom('sends').selectAll().execute();
    const told = await db.selectFrom('look_alikes').selectAll().execute();
    for (const row of rows) {
      if (row.no_answer === null || !['sent', 'not_sent'].includes(row.state)) continue;
      if (rows.some((one) => one.body_hash === row.body_hash && isOpen(one.state))) continue;
      for (const { id } of newTransfersLike(requestOf(row), transfers, knownIds(row))) {
        if ((await ownerOf(db, 'transfer', id)) !== null) continue;
        const isTold = told.some((one) => one.send_key === row.key && one.transfer_id === id);
        if (!isTold) throw new Error(`${id}, a look-alike of ${row.key}, is not reported`);
      }
    }
  }

  return {
    async act(action) {
      time += 1;
      switch (action.do) {
        case 'send':
          return send(action);
        case 'take': {
          const post = untaken(posts, action.post);
          if (post) take(post, transfers);
          return;
        }
        case 'appear': {
          const theirs = transferOf(bodyOf(action.body), transfers.length);
          foreign.add(theirs.id);
          transfers.push(theirs);
          return;
        }
        case 'read':
          return readMirror();
        case 'look':
          return look();
        case 'hold':
          at(action.instance).holding = true;
          return;
        case 'release':
          return release(at(action.instance));
        case 'crash':
          return crash(action.instance);
        case 'resolve':
          return resolveAs(`key ${action.key}`, action.transfer);
        case 'wait':
          time += action.seconds * 1_000;
          return;
        default: {
          const post = awaited(posts, action.post);
          if (post) await end(action.do, post);
        }
      }
    },
    async snapshot() {
      const rows = await db
        .selectFrom('sends')
        .select(['key', 'user_id', 'body_hash', 'state', 'transfer_id', 'settled_by'])
        .orderBy('key')
        .execute();
      const sent = posts.map(({ answer, fail, told: _told, ...post }) => post);
      return { rows, posts: sent, transfers: [...transfers], told: [...told] };
    },
    async finish() {
      for (const instance of instances) await release(instance);
      // After 11 minutes a single candidate must stay alone for one more minute.
      for (const minutes of [11, 2]) {
        time += minutes * 60_000;
        await look();
      }
      for (const { reconciler } of instances) await reconciler.stop();
      await checkLookAlikes();
    },
  };
}
