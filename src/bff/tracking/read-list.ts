import { setTimeout as pause } from 'node:timers/promises';
import { type StoreClock, storeTimeOrLast } from '../ledger/store/store-clock.ts';
import type { ServiceClient } from '../service/client.ts';
import { isUnreadable, ServiceError } from '../service/errors.ts';
import type { ListRecord } from '../service/list-record.ts';
import type { Log } from '../service/log.ts';
import type { ReaderLease } from './reader-lease.ts';
import { takeFailure, takeList } from './take-list.ts';
import type { TransferMirror } from './transfer-mirror.ts';

export type ReadDeps = {
  client: Pick<ServiceClient, 'listTransfersText'>;
  mirror: TransferMirror;
  lease: ReaderLease;
  storeClock: Pick<StoreClock, 'now' | 'ahead_ms'>;
  record: Pick<ListRecord, 'took' | 'failed'>;
  /** This machine's clock, in milliseconds since 1970. */
  now: () => number;
  log: Log;
  /** How long somebody waits for the first list: to be read, or to be there as a whole where all of it is needed. */
  firstReadMs: number;
};

/** Measures how long the service takes: to compare and write a long first list takes longer, and costs it nothing. */
export type Effort = {
  /** Called right before the service is asked. */
  asked(): void;
  /** Called when the list is there. */
  listed(): void;
  outcome(outcome: 'changed' | 'same' | 'failed'): { read_took_ms: number; read_every_ms: number };
};

type Reading = ReadDeps & {
  effort: Effort;
  /** Called when some of the list is written. */
  onPart: () => void;
  isClosed: () => boolean;
};

/** How often an instance looks whether another one has written the first list. */
const followFirstEveryMs = 250;
const maxTries = 3;

/**
 * Reads the service's list into the mirror.
 * @throws ServiceError, or Error of the store
 */
export async function readList(reading: Reading): Promise<void> {
  const { mirror, lease, log, record, effort, isClosed } = reading;
  const unwritten = (error: unknown) => {
    // What is shown stays as old as it says.
    effort.outcome('failed');
    if (!isClosed()) log.warn({ err: error }, 'tracking: list not written to the ledger');
  };
  let readAt = 0;
  await waitForTurn(reading);
  try {
    // Again if the mirror is not any more what the list was compared with.
    for (let tries = 0, isTaken = false; !isTaken; tries += 1) {
      if (tries === maxTries) throw new Error('the mirror of the transfers was reset all the time');
      await mirror.follow();
      readAt = await storeTimeOrLast(reading.storeClock, reading.now);
      isTaken = await readIntoMirror(reading, readAt);
    }
    lease.succeeded();
  } catch (error) {
    if (!(error instanceof ServiceError)) unwritten(error);
    else {
      record.failed('transfers', error);
      const service = isUnreadable(error) ? 'unreadable' : 'silent';
      const failure = { service, ...effort.outcome('failed') } as const;
      if (lease.isHeld()) await takeFailure(mirror, readAt, failure).catch(unwritten);
    }
    if (lease.isHeld()) await lease.failed();
    throw error;
  }
}

/**
 * Leaves the first list to the instance that has the lease: two that write it hinder each other.
 * @throws ServiceError timeout if it is not there in time
 */
async function waitForTurn({ mirror, lease, firstReadMs }: ReadDeps): Promise<void> {
  const ends = performance.now() + firstReadMs;
  await mirror.loaded();
  while (!(await lease.take()) && mirror.status() === null) {
    if (performance.now() >= ends) {
      throw new ServiceError('timeout', 'another instance reads the first list');
    }
    await pause(followFirstEveryMs, undefined, { ref: false });
    await mirror.follow();
  }
}

/** @returns false if the list is to be read again */
async function readIntoMirror(reading: Reading, readAt: number): Promise<boolean> {
  const { client, mirror, record, effort, isClosed, onPart } = reading;
  const before = mirror.state();
  // The mirror does for the list, except for odd rows: it has none of their values.
  const etag = before.etag !== null && before.odd === '[]' ? before.etag : undefined;
  const index = await mirror.index();
  effort.asked();
  const answer = await client.listTransfersText({ etag });
  effort.listed();
  const list = answer && (await index.read(answer.parts));
  if (!list) record.took('transfers', []);
  return takeList(mirror, {
    ...{ list, before, readAt, etag: answer ? (answer.etag ?? null) : before.etag },
    effort: (isChanged) => effort.outcome(isChanged ? 'changed' : 'same'),
    onPart() {
      if (isClosed()) throw new Error('stopped while a list was written');
      onPart();
    },
  });
}
