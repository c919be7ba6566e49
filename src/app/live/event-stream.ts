import * as z from 'zod/mini';
import { transferEvents } from '../../contract/api/transfer.ts';
import { transferEventsAfter } from '../api/transfers.ts';

type Events = typeof transferEvents;

type StreamHandlers = { [Name in keyof Events]: (data: z.output<Events[Name]>) => void } & {
  /** `missed` if changes may have happened without an event. */
  opened(missed: { missed: boolean }): void;
  closed(): void;
};

type EventStream = { start(): void; stop(): void };

const firstWaitMs = 2_000;
const maxWaitMs = 60_000;
/** The BFF sends an event at each of its reads, at least one a minute. */
const maxSilenceMs = 100_000;

/**
 * Event stream of the BFF's transfer changes. It is open while started and the tab is visible, and resumes
 * after the last event. It reconnects with exponential backoff after any error, because the browser's own
 * reconnect stops for good after one HTTP error.
 * @param first id of the event to resume after at first, if known
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
    silence = setTimeout(fail, maxSilenceMs);
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

/** Parses each event for its handler, after `onEvent` got its id. */
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
      // The change in an unreadable event is unknown, so everything is read again.
      if (parsed.success) handle(parsed.data);
      else handlers.reset({});
    });
  }

  hear('transfer', transferEvents.transfer, handlers.transfer);
  hear('as_of', transferEvents.as_of, handlers.as_of);
  hear('reset', transferEvents.reset, handlers.reset);
}

/** Exponential backoff: the wait doubles with each failure until `reset`. */
function createBackoff(retry: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    schedule() {
      const wait = Math.min(firstWaitMs * 2 ** failures, maxWaitMs);
      failures += 1;
      // Jitter: after an outage, not all browsers reconnect at once.
      timer = setTimeout(retry, wait * (0.5 + Math.random()));
    },
    cancel: () => clearTimeout(timer),
    reset() {
      failures = 0;
    },
  };
}

/** Undefined for malformed JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
