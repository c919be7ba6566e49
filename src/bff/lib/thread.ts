import type { Worker } from 'node:worker_threads';

type Options<Message, Call> = {
  /** What it is called where its end is told. */
  name: string;
  start: () => Worker;
  /** Hears a message of the thread, and takes the calls that it answers out of those that wait. */
  hear: (message: Message, calls: Map<number, Call>, worker: Worker) => void;
};

/**
 * A worker thread that answers calls by their number. It starts with the first of them and keeps no process alive; if
 * it ends, the calls that wait are rejected, and the next one starts another.
 */
export function createThread<Message, Call extends { reject: (error: unknown) => void }>({
  name,
  start: startWorker,
  hear,
}: Options<Message, Call>) {
  const calls = new Map<number, Call>();
  let worker: Worker | null = null;
  let last = 0;

  function start(): Worker {
    const mine = startWorker();
    mine.unref();
    mine.on('message', (message: Message) => hear(message, calls, mine));
    const lost = (error: unknown) => {
      if (worker !== mine) return;
      worker = null;
      for (const { reject } of calls.values()) reject(error);
      calls.clear();
    };
    mine.on('error', lost);
    mine.on('exit', () => lost(new Error(`the thread ${name} ended`)));
    return mine;
  }

  return {
    start() {
      worker ??= start();
    },
    /**
     * Sends a call to the thread.
     * @param messageOf the call with its number
     * @returns the thread that has it
     */
    send(call: Call, messageOf: (id: number) => object): Worker {
      worker ??= start();
      last += 1;
      calls.set(last, call);
      worker.postMessage(messageOf(last));
      return worker;
    },
    async end() {
      await worker?.terminate();
    },
  };
}
