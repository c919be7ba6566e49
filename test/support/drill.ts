import { expect } from 'vitest';
import { runCommand } from '../../src/bff/cli/cli.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { silentLog } from '../../src/bff/service/log.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

// What a restore and a failover have in common: many sends, an operator's commands, and what must hold afterwards.

/** Runs a command of Giro in this process; answers its exit code and what it said. */
export async function runGiro(env: Record<string, string>, ...args: string[]) {
  const said: string[] = [];
  const code = await runCommand(args, {
    env,
    say: (line) => said.push(line),
    readStdin: async () => '',
    now: () => Date.now(),
    log: silentLog,
  });
  return { code, said: said.join('\n') };
}

/** The same for one that succeeds; answers what it said. */
export async function giro(env: Record<string, string>, ...args: string[]) {
  const { code, said } = await runGiro(env, ...args);
  expect(code, said).toBe(0);
  return said;
}

/** Lets the release believe that the ledger was on hold for as long as it demands. */
export const ageHold = (db: LedgerDb) =>
  db.updateTable('holds').set({ since: '2026-01-01T00:00:00.000Z' }).execute();

/** Works through the numbers below `count`, so many at once. */
export function forEachNumber(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<unknown>,
) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  return Promise.all(Array.from({ length: atOnce }, worker));
}

/** The amount of each send of a drill: no two are the same. */
export const amountOf = (number: number) => 1_000 + number;

/** Checks that each send has at most one transfer, and the one that its sender was told of, if they were. */
export function expectNoneDoubled(
  sandbox: Sandbox,
  count: number,
  toldId: (number: number) => string | undefined,
) {
  for (let number = 0; number < count; number += 1) {
    const same = sandbox.transfers.filter(
      (one) => one.source_amount_cents === BigInt(amountOf(number)),
    );
    expect(same.length, `transfers of send ${number}`).toBeLessThanOrEqual(1);
    const id = toldId(number);
    if (id !== undefined) expect(same.map((one) => String(one.id))).toEqual([id]);
  }
}

/** The ids of the service's transfers that are no sent send's and its sender's. */
export async function forgottenTransfers(db: LedgerDb, sandbox: Sandbox) {
  const owned = await db
    .selectFrom('sends')
    .innerJoin('owners', (join) =>
      join.onRef('owners.id', '=', 'sends.transfer_id').on('owners.kind', '=', 'transfer'),
    )
    .select('owners.id')
    .where('sends.state', '=', 'sent')
    .execute();
  const ids = new Set(owned.map(({ id }) => id));
  return sandbox.transfers.filter(({ id }) => !ids.has(String(id))).map(({ id }) => id);
}
