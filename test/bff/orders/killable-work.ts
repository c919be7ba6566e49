import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import type { OrderDeps } from '../../../src/bff/orders/make-order.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { callContext } from '../../../src/bff/service/log.ts';
import { sendDepsOf, transferOf, unchangedService } from '../sends/send-fixtures.ts';

/** A call that waits at a step of its way. */
type Gate = { open: () => void; fail: (error: Error) => void; task: Task };
/** `moved` is settled when it waits again, or has ended. */
type Task = { moved: PromiseWithResolvers<void> };

/** At a step its process may be killed. */
type Step = () => Promise<void>;

/**
 * Calls of processes that can be killed at each step, with a scripted service.
 * @param time milliseconds since 1970, by every clock
 * @param firstId of the transfers that the service makes
 */
export function createKillableWork(db: LedgerDb, time: () => number, firstId: number) {
  let gates: Gate[] = [];
  /** Nothing waits at its steps. */
  let isOver = true;
  let isChanged = false;
  const posts: string[] = [];

  const newTask = (): Task => ({ moved: Promise.withResolvers<void>() });

  /** The call waits until an action lets it go on. */
  const stepOf =
    (task: Task): Step =>
    async () => {
      if (isOver) return;
      await new Promise<void>((open, fail) => {
        gates.push({ open, fail, task });
        task.moved.resolve();
      });
    };

  function depsOf(step: Step): OrderDeps {
    return {
      ...sendDepsOf(db, time, {
        async showAccount(id) {
          await step();
          const account = await unchangedService.showAccount(id);
          return isChanged ? { ...account, alias: 'Otra' } : account;
        },
        tracking: {
          async list() {
            await step();
            return { value: [], readAt: time(), odd: [] };
          },
          drop() {},
        },
        client: {
          async createTransfer(request, options) {
            await step();
            options?.beforeWriting?.();
            const { key = '' } = callContext.getStore() ?? {};
            posts.push(key);
            const transfer = transferOf(request, firstId + posts.length);
            await step();
            return transfer;
          },
        },
      }),
      hold: { seconds: 0, newRecipientSeconds: 0 },
      onDue() {},
    };
  }

  return {
    /** The keys that were posted, in their order. */
    posts,
    /** Of a call that waits at no step. */
    deps: depsOf(async () => {}),
    /** From now on each call waits at its steps. */
    begin() {
      isOver = false;
    },
    /** The recipient is changed at the service, or changed back. */
    change() {
      isChanged = !isChanged;
    },
    /** Starts work, and goes on when it waits at a step or has ended. */
    async start(work: (deps: OrderDeps, step: Step) => Promise<unknown>) {
      const task = newTask();
      const step = stepOf(task);
      work(depsOf(step), step)
        .catch((error: unknown) => {
          if (!(error instanceof ProblemError || error instanceof ServiceError)) throw error;
        })
        .then(
          () => task.moved.resolve(),
          (error: unknown) => task.moved.reject(error),
        );
      await task.moved.promise;
    },
    /**
     * What waits goes on; fails, as the service does not answer; or never does, as its process was killed.
     * @returns false if nothing waits
     */
    async goOn(index: number, how: 'go' | 'fail' | 'kill'): Promise<boolean> {
      const [gate] = gates.length === 0 ? [] : gates.splice(index % gates.length, 1);
      if (!gate) return false;
      if (how === 'kill') return true;
      gate.task.moved = Promise.withResolvers<void>();
      if (how === 'go') gate.open();
      else gate.fail(new ServiceError('timeout', 'no answer'));
      await gate.task.moved.promise;
      return true;
    },
    /** Lets everything go on that was not killed; nothing waits any more. */
    async finish() {
      isOver = true;
      isChanged = false;
      for (const gate of gates) {
        gate.task.moved = Promise.withResolvers<void>();
        gate.open();
        await gate.task.moved.promise;
      }
      gates = [];
    },
  };
}

/** Throws if a key was posted twice. */
export function expectUnique(posts: readonly string[]) {
  const twice = posts.filter((key, at) => posts.indexOf(key) !== at);
  if (twice.length > 0) throw new Error(`posted twice: ${twice.join(', ')}`);
}

const tables = [
  ...[
    'order_approvals',
    'order_releases',
    'orders',
    'send_snapshots',
    'sends',
    'owners',
    'sightings',
  ],
  ...['leases', 'news', 'transfers'],
] as const;

/** Empties what a run of orders has written. */
export async function emptyOrders(db: LedgerDb) {
  for (const table of tables) await db.deleteFrom(table).execute();
}
