import { tracingChannel } from 'node:diagnostics_channel';

/** A piece of work that a tracing tool may follow. Nothing in it is personal. */
export type Work = {
  /** Such as `service createTransfer`. */
  name: string;
  kind: 'client' | 'internal';
  /** The idempotency key of the send that it is for. */
  key?: string | undefined;
  /** How it ended, in a word. */
  outcome?: string | undefined;
};

const channel = tracingChannel<unknown, Work>('giro.work');

/** Runs work, and publishes its begin and its end on the diagnostics channel `giro.work`. */
export const traced = <T>(work: Work, run: (work: Work) => Promise<T>): Promise<T> =>
  channel.tracePromise(() => run(work), work);
