import { matchesRequest, newTransfersLike } from '../../../src/bff/sends/known-transfers.ts';
import { sentBeforeLasts } from '../../../src/contract/api/send.ts';
import {
  isOpen,
  nextSendState,
  type SendEvent,
  type SendState,
} from '../../../src/contract/api/send-states.ts';
import type { Transfer, TransferRequest } from '../../../src/contract/transfer.ts';
import { began, bodyOf, transferOf } from './send-fixtures.ts';
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

type Row = {
  key: string;
  user_id: string;
  body: number;
  request: TransferRequest;
  state: SendState;
  known: ReadonlySet<string>;
  /** True if `known` is of the mirror, not of a list read for this send. */
  isMirrored: boolean;
  /** True once its answer was lost. */
  wasLost: boolean;
  transfer_id: string | null;
  settled_by: string | null;
  /** Transfers that support was told may be this send's. */
  lookAlikes: Set<string>;
  /** The only candidate, and since when. */
  candidate: { id: string; since: number } | null;
  created: number;
  updated: number;
};

/** The rules as a model: no store, no waiting, none of the server's code; one instance. */
export function createModelSystem(
  people: string[],
  bodyHash: (request: TransferRequest) => string,
): SendSystem {
  let time = began;
  const rows = new Map<string, Row>();
  const posts: Post[] = [];
  const transfers: Transfer[] = [];
  const told: Snapshot['told'] = [];
  const foreign = new Set<string>();
  let read: Mirrored['read'] = null;

  const all = () => [...rows.values()];
  /** Owner by transfer id, of answers that came after the send had ended with another outcome. */
  const lateOwners = new Map<string, string>();
  const isOthers = (id: string, user_id: string) => (lateOwners.get(id) ?? user_id) !== user_id;
  const isBound = (id: string) => all().some((row) => row.transfer_id === id);
  const isOwned = (id: string) => isBound(id) || lateOwners.has(id);
  let nextLateLook = 0;

  /** @returns false if the event can't happen in this state */
  function move(row: Row, event: SendEvent, fields: Partial<Row> = {}): boolean {
    const next = nextSendState(row.state, event);
    if (next === null) return false;
    Object.assign(row, fields, { state: next, updated: time });
    if (event === 'lost') row.wasLost = true;
    return true;
  }

  function tell(key: string, transfer_id: string) {
    const row = rows.get(key);
    const late = row !== undefined && !isOpen(row.state) && row.transfer_id !== transfer_id;
    told.push({ key, transfer_id, late, owned: true });
  }

  function send({ key: index, body, person, again }: Action & { do: 'send' }) {
    const key = `key ${index}`;
    const user_id = people[person] ?? '';
    const old = rows.get(key);
    if (old) {
      const same = old.user_id === user_id && old.body === body;
      if (same && old.transfer_id !== null) tell(key, old.transfer_id);
      return;
    }
    const [duplicate] = all()
      .filter((row) => row.user_id === user_id && row.body === body && isOpen(row.state))
      .sort((a, b) => b.created - a.created);
    if (duplicate && !(again && duplicate.state === 'unresolved')) return;
    const wasSent = (row: Row) =>
      row.state === 'sent' &&
      row.user_id === user_id &&
      row.body === body &&
      row.updated >= time - sentBeforeLasts;
    if (!again && all().some(wasSent)) return;
    const request = bodyOf(body);
    const ids = mirroredIds(request.destination_account_id);
    const like = transfers.filter(
      (transfer) => matchesRequest(transfer, request) && (ids?.has(transfer.id) ?? true),
    );
    rows.set(key, {
      ...{ key, user_id, body, request, state: 'intended', transfer_id: null, settled_by: null },
      ...{ lookAlikes: new Set(), candidate: null },
      ...{ isMirrored: ids !== null, wasLost: false },
      ...{ known: new Set(like.map(({ id }) => id)), created: time, updated: time },
    });
    const before = new Set(transfers.map(({ id }) => id));
    const unseen = unseenOf({ read, foreign }, transfers, request.destination_account_id, time);
    const post = { key, request, instance: 0, before, unseen, untold: false, taken: null } as const;
    posts.push({ ...post, state: 'awaited' });
  }

  /** The ids of a recent mirror, if nobody but us sends to this account and no answer was lost. */
  function mirroredIds(account_id: string): ReadonlySet<string> | null {
    if (read === null || read.ids.size === 0 || time - read.at > 60_000) return null;
    const sends = all().filter(({ request }) => request.destination_account_id === account_id);
    if (sends.some(({ state, wasLost }) => isOpen(state) || wasLost)) return null;
    const { ids } = read;
    const shown = transfers.filter(
      ({ id, destination_account_id }) => destination_account_id === account_id && ids.has(id),
    );
    const ours = new Set(sends.map(({ transfer_id }) => transfer_id));
    return shown.every(({ id }) => ours.has(id)) ? ids : null;
  }

  function end(how: 'answer' | 'refuse' | 'not-written' | 'lose', post: Post) {
    const row = rows.get(post.key);
    if (!row) throw new Error('posted before it was intended');
    if (how === 'answer') {
      const { id } = take(post, transfers);
      post.state = 'left';
      if (isBound(id) && isOpen(row.state)) move(row, 'lost');
      else {
        const moved = move(row, 'answered', { transfer_id: id });
        if (!moved && !isOwned(id)) lateOwners.set(id, row.user_id);
        tell(row.key, id);
      }
    } else if (how === 'lose') {
      post.state = 'left';
      move(row, 'lost');
    } else if (!post.taken) {
      post.state = 'refused';
      move(row, how === 'refuse' ? 'refusal' : 'not-written');
    }
  }

  function loseIntents(olderThan: number) {
    for (const row of all()) {
      if (row.state === 'intended' && time - row.created >= olderThan) move(row, 'lost');
    }
  }

  function look() {
    loseIntents(45_000);
    for (const row of all().filter(({ state }) => state === 'unconfirmed')) {
      const rivals = all().filter(
        (other) => other !== row && other.body === row.body && isOpen(other.state),
      );
      const bound = new Set(all().flatMap(({ transfer_id }) => transfer_id ?? []));
      const like = newTransfersLike(row.request, transfers, row.known);
      const left = like.filter(({ id }) => !bound.has(id) && !isOthers(id, row.user_id));
      const [only] = left;
      if (only && left.length === 1 && rivals.length === 0) {
        const others =
          row.isMirrored ||
          transfers.some(
            ({ id, destination_account_id }) =>
              destination_account_id === row.request.destination_account_id &&
              id !== only.id &&
              !bound.has(id),
          );
        if (row.candidate?.id !== only.id) {
          row.candidate = others ? { id: only.id, since: time } : row.candidate;
        }
        const since = row.candidate?.id === only.id ? row.candidate.since : time;
        if (!others || time - since >= 60_000) move(row, 'found', { transfer_id: only.id });
        continue;
      }
      row.candidate = null;
      if (time - row.created >= 10 * 60_000) {
        move(row, 'gave-up');
      }
    }
    if (time >= nextLateLook) noteLookAlikes();
  }

  /** Reports to support what may be the transfer of a send that ended without an answer. */
  function noteLookAlikes() {
    nextLateLook = time + 60_000;
    const openBodies = new Set(all().flatMap(({ state, body }) => (isOpen(state) ? [body] : [])));
    for (const row of all()) {
      if (!row.wasLost || !['sent', 'not_sent'].includes(row.state)) continue;
      if (openBodies.has(row.body)) continue;
      for (const { id } of newTransfersLike(row.request, transfers, row.known)) {
        if (!isOwned(id)) row.lookAlikes.add(id);
      }
    }
  }

  function crash() {
    for (const post of posts) if (post.state === 'awaited') post.state = 'left';
    loseIntents(0);
    nextLateLook = 0;
    look();
  }

  function resolveAs(key: string, index: number | null) {
    const row = rows.get(key);
    const settled_by = people[0] ?? '';
    if (!row) return;
    if (index === null) {
      move(row, 'resolved-not-sent', { settled_by });
      return;
    }
    const transfer = nth(transfers, index);
    if (!isOpen(row.state)) {
      if (!transfer || !row.lookAlikes.has(transfer.id) || isOwned(transfer.id)) return;
      const moved = move(row, 'turned-up', { settled_by, transfer_id: transfer.id });
      // The sender of a send that has another transfer owns this one too.
      if (!moved) lateOwners.set(transfer.id, row.user_id);
      return;
    }
    if (!transfer || isBound(transfer.id) || isOthers(transfer.id, row.user_id)) return;
    if (row.known.has(transfer.id)) return;
    if (!matchesRequest(transfer, row.request)) return;
    move(row, 'resolved-sent', { settled_by, transfer_id: transfer.id });
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
          read = { at: time, ids: new Set(transfers.map(({ id }) => id)) };
          return;
        case 'look':
          return look();
        case 'crash':
          return crash();
        case 'resolve':
          return resolveAs(`key ${action.key}`, action.transfer);
        case 'wait':
          time += action.seconds * 1_000;
          return;
        case 'hold':
        case 'release':
          return;
        default: {
          const post = awaited(posts, action.post);
          if (post) end(action.do, post);
        }
      }
    },
    async snapshot() {
      const taken = all().map(({ request, key, user_id, state, transfer_id, settled_by }) => ({
        ...{ key, user_id, body_hash: bodyHash(request), state, transfer_id, settled_by },
      }));
      taken.sort((a, b) => (a.key < b.key ? -1 : 1));
      return { rows: taken, posts, transfers, told: [...told] };
    },
    async finish() {
      // After 11 minutes a single candidate must stay alone for one more minute.
      for (const minutes of [11, 2]) {
        time += minutes * 60_000;
        look();
      }
    },
  };
}
