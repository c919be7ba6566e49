import type { TransferRequest } from '../../contract/api/transfer.ts';
import { sendTransfer } from '../api/transfers.ts';

type Post = { abort: () => void; settled: Promise<void> };

/** The requests of this tab that may still be on their way, by their keys. */
const posts = new Map<string, Post>();

/** Sends money, once for each key however often it is called. */
export function postTransfer(key: string, body: TransferRequest) {
  const controller = new AbortController();
  const answer = held(key, () => sendTransfer(key, body, controller.signal));
  const end = () => void posts.delete(key);
  posts.set(key, { abort: () => controller.abort(), settled: answer.then(end, end) });
  return answer;
}

/** Calls off the request with this key and waits until it has ended; false when there is none. */
export async function endPost(key: string): Promise<boolean> {
  const post = posts.get(key);
  if (!post) return false;
  post.abort();
  await post.settled;
  return true;
}

/** Whether any tab has a request with this key on its way. */
export async function isOnItsWay(key: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held: locks = [] } = await navigator.locks.query();
  return locks.some(({ name }) => name === lockOf(key));
}

const lockOf = (key: string) => `giro send ${key}`;

/** Under a lock that other tabs see and none waits for. */
function held<T>(key: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(lockOf(key), { mode: 'shared' }, work);
}
