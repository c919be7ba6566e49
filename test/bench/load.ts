import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import * as z from 'zod/mini';

const run = promisify(execFile);
const autocannon = createRequire(import.meta.url).resolve('autocannon/autocannon.js');

export type Call = {
  url: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
};

export type Latency = { p50: number; p99: number };

/**
 * Milliseconds from call to complete answer, by name. One call at a time, alternating, so that a slow
 * moment of the machine affects all of them.
 * @throws Error when a call is not answered 200 or 201
 */
export async function latencies(
  calls: Record<string, (turn: number) => Call>,
  { warmUp = 50, measured = 400 } = {},
): Promise<Record<string, Latency>> {
  const pools = new Map<string, Pool>();
  const times = Object.fromEntries(
    Object.keys(calls).map((name): [string, number[]] => [name, []]),
  );
  for (let turn = 0; turn < warmUp + measured; turn += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const { url, path, method = 'GET', headers = {}, body = null } = call(turn);
      const pool = pools.get(url) ?? new Pool(url, { connections: 1 });
      pools.set(url, pool);
      const began = performance.now();
      const answer = await pool.request({ method, path, headers, body, reset: false });
      await answer.body.dump({ limit: 2 ** 30 });
      const took = performance.now() - began;
      if (answer.statusCode > 201) throw new Error(`${name}: ${path} ${answer.statusCode}`);
      if (turn >= warmUp) times[name]?.push(took);
    }
  }
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, percentiles(list)]));
}

function percentiles(values: number[]): Latency {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

const cannonAnswer = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

/** Requests per second that are answered 2xx, measured by autocannon in another process. */
export async function perSecond(
  { url, path, headers = {} }: Call,
  { connections = 50, seconds = 4, notModified = false } = {},
): Promise<number> {
  const { stdout } = await run(process.execPath, [
    autocannon,
    '--json',
    `-c${connections}`,
    `-d${seconds}`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
    url + path,
  ]);
  const { requests, non2xx, errors } = z.parse(cannonAnswer, JSON.parse(stdout));
  if (errors > 0 || (non2xx > 0 && !notModified)) {
    throw new Error(`${path}: ${errors} errors, ${non2xx} answers that are not 2xx`);
  }
  return requests.average;
}
