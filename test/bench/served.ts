import { Pool } from 'undici';
import type { Call } from './load.ts';
import { childrenTimes, eventLoopTime, timesOf } from './measured-giro.ts';
import { median } from './section.ts';

const warmUps = 2;
const series = 7;

/** What is measured: the server's process, and that of its PostgreSQL. */
type Served = { url: string; pid: number; postgresPid: number | null };

/** One kind of call. */
export type Kind = {
  /** Calls of one series. */
  count: number;
  atOnce: number;
  call: (turn: number) => Omit<Call, 'url'>;
};

/** Of each answer, in milliseconds: median of several series. */
export type Cost = {
  /** CPU time of the server, of all its threads, and of PostgreSQL. */
  cpu: number;
  postgres: number;
  /** By the clock, of the series. */
  wall: number;
  /** Of that time, what the event loop ran, and what it was ready and waited for a core. */
  ran: number;
  waited: number;
};

/**
 * Measures what one kind of call costs, by the CPU time of the processes, which a busy machine hardly changes.
 * @throws Error when a call is not answered 200 or 201
 */
export async function costOf(served: Served, kind: Kind): Promise<Cost> {
  const pool = new Pool(served.url, { connections: kind.atOnce });
  const costs: Cost[] = [];
  let turn = 0;
  for (let round = 0; round < warmUps + series; round += 1) {
    const before = nowOf(served);
    await askAll(pool, kind, turn);
    turn += kind.count;
    const after = nowOf(served);
    const each = (from: number, to: number) => (to - from) / kind.count;
    const cost = {
      cpu: each(before.cpu, after.cpu),
      postgres: grown(before.children, after.children) / kind.count,
      wall: each(before.wall, after.wall),
      ran: each(before.ran, after.ran),
      waited: each(before.waited, after.waited),
    };
    if (round >= warmUps) costs.push(cost);
  }
  await pool.close();
  const middle = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return {
    ...{ cpu: middle('cpu'), postgres: middle('postgres'), wall: middle('wall') },
    ...{ ran: middle('ran'), waited: middle('waited') },
  };
}

/** Asks all calls of a series, so many at once. Each comes from an address of its own. */
export async function askAll(pool: Pool, { count, atOnce, call }: Kind, first: number) {
  let turn = first;
  const inTurn = async () => {
    while (turn < first + count) {
      const mine = turn++;
      const { path, method = 'GET', headers = {}, body = null } = call(mine);
      const from = {
        'x-forwarded-for': `10.${(mine >> 16) & 255}.${(mine >> 8) & 255}.${mine & 255}`,
      };
      const answer = await pool.request({ path, method, headers: { ...headers, ...from }, body });
      const text = await answer.body.text();
      if (answer.statusCode > 201) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));
}

function nowOf({ pid, postgresPid }: Served) {
  return {
    ...timesOf(pid),
    ran: eventLoopTime(pid),
    wall: performance.now(),
    children: postgresPid === null ? new Map<string, number>() : childrenTimes(postgresPid),
  };
}

/** What the processes ran between two looks. */
function grown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  const each = [...after].map(([pid, time]) => time - (before.get(pid) ?? 0));
  return each.reduce((a, b) => a + b, 0);
}
