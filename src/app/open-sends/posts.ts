import type { TransferRequest } from '../../contract/api/transfer.ts';
import { sendTransfer } from '../api/sends.ts';

type Post = { abort: () => void; settled: Promise<void> };

/** This tab's send requests in flight, by idempotency key. */
const posts = new Map<string, Post>();

/** Posts a transfer under its idempotency key, and tracks the request until it ends. */
export function postTransfer(key: string, body: TransferRequest) {
  const controller = new AbortController();
  const answer = held(key, () => sendTransfer(key, body, controller.signal));
  const end = () => void posts.delete(key);
  posts.set(key, { abort: () => controller.abort(), settled: answer.then(end, end) });
  return answer;
}

/** Aborts the request with this key and waits until it has ended; false if there is none. */
export async function endPost(key: string): Promise<boolean> {
  const post = posts.get(key);
  if (!post) return false;
  post.abort();
  await post.settled;
  return true;
}

/** Whether any tab has a request with this key in flight. */
export async function isOnItsWay(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held: locks = [] } = await navigator.locks.query();
  return locks.some(({ name }) => name === lockOf(key));
}

const lockOf = (key: string) => `giro send ${key}`;

/** Runs `work` under a shared Web Lock: other tabs can see it, and none waits for it. */
function held<T>(key: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(lockOf(key), { mode: 'shared' }, work);
}
