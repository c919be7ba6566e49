import * as z from 'zod/mini';
import { transferEvents } from '../../contract/api/transfer.ts';
import { transferEventsAfter } from '../api/transfers.ts';

type Events = typeof transferEvents;

export type StreamHandlers = { [Name in keyof Events]: (data: z.output<Events[Name]>) => void } & {
  /** `missed` where something may have changed that no event tells of. */
  opened(missed: { missed: boolean }): void;
  closed(): void;
};

export type EventStream = { start(): void; stop(): void };

const firstWait = 2_000;
const maxWait = 60_000;
/** The BFF tells of each of its reads, the rarest of which are a minute apart. */
const maxSilence = 100_000;

/**
 * The changes of transfers as the BFF tells them: open while started and the tab is visible, and gone
 * on with where it ended. Whatever ends it, it is opened again after a wait that grows; the browser's
 * own reconnecting ends for good when it is refused once.
 * @param first the event to go on from at first, where it is known
 */
export function createEventStream(
  handlers: StreamHandlers,
  first: () => string | undefined,
): EventStream {
  let source: EventSource | undefined;
  let lastId: string | undefined;
  let isStarted = false;
  const backoff = createBackoff(open);
  let silence: ReturnType<typeof setTimeout> | undefined;

  function open() {
    backoff.cancel();
    if (source || document.hidden || typeof EventSource === 'undefined') return;
    lastId ??= first();
    source = new EventSource(transferEventsAfter(lastId));
    source.addEventListener('open', () => {
      awaitNext();
      handlers.opened({ missed: lastId === undefined });
    });
    source.addEventListener('error', fail);
    listen(source, handlers, (lastEventId) => {
      backoff.reset();
      lastId = lastEventId;
      awaitNext();
    });
  }

  function awaitNext() {
    clearTimeout(silence);
    silence = setTimeout(fail, maxSilence);
  }

  function close() {
    backoff.cancel();
    clearTimeout(silence);
    if (!source) return;
    source.close();
    source = undefined;
    handlers.closed();
  }

  function fail() {
    close();
    backoff.schedule();
  }

  function followVisibility() {
    if (document.hidden) close();
    else open();
  }

  function backOnline() {
    backoff.reset();
    open();
  }

  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      document.addEventListener('visibilitychange', followVisibility);
      window.addEventListener('online', backOnline);
      open();
    },
    stop() {
      isStarted = false;
      document.removeEventListener('visibilitychange', followVisibility);
      window.removeEventListener('online', backOnline);
      close();
    },
  };
}

/** Hands the data of each event to its handler, once `onEvent` was told of the event. */
function listen(
  source: EventSource,
  handlers: StreamHandlers,
  onEvent: (lastEventId: string) => void,
) {
  function hear<Data extends z.core.$ZodType>(
    name: string,
    schema: Data,
    handle: (data: z.output<Data>) => void,
  ) {
    source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
      onEvent(lastEventId);
      const parsed = z.safeParse(schema, jsonOf(data));
      // What an unreadable event was to tell is read instead.
      if (parsed.success) handle(parsed.data);
      else handlers.reset({});
    });
  }

  hear('transfer', transferEvents.transfer, handlers.transfer);
  hear('as_of', transferEvents.as_of, handlers.as_of);
  hear('reset', transferEvents.reset, handlers.reset);
}

/** Tries again after a wait, which is longer after each failure until it is reset. */
function createBackoff(retry: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    schedule() {
      const wait = Math.min(firstWait * 2 ** failures, maxWait);
      failures += 1;
      // At different times, should all browsers lose it at once.
      timer = setTimeout(retry, wait * (0.5 + Math.random()));
    },
    cancel: () => clearTimeout(timer),
    reset() {
      failures = 0;
    },
  };
}

/** Undefined for what is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
