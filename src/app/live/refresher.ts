import type { Query, QueryClient } from '@tanstack/react-query';
import { supportKeys, transferKeys } from '../api/query-keys.ts';

export type Refresher = {
  /** The totals of every window are old, and so is the timeline of this transfer. */
  outdated(id: string): void;
  /** All that shows transfers is old. */
  allOutdated(): void;
  stop(): void;
};

/** Changes come many at once. */
const gatherFor = 100;
const minInterval = 2_000;

/** Reads again what an event does not tell, for many events together and not more often than every 2 s. */
export function createRefresher(client: QueryClient): Refresher {
  const ids = new Set<string>();
  let all = false;
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function soon() {
    timer ??= setTimeout(read, Math.max(gatherFor, last + minInterval - performance.now()));
  }

  function read() {
    timer = undefined;
    last = performance.now();
    const [old, oldIds] = [all ? isOfTransfers : isOutdated, new Set(ids)];
    const predicate = (query: Query) => old(query, oldIds);
    const isUnderWay = client.isFetching({ predicate }) > 0;
    all &&= isUnderWay;
    if (!isUnderWay) ids.clear();
    // An answer under way may be older than the event: it is awaited, then read once more.
    void client.invalidateQueries({ predicate }, { cancelRefetch: false });
    if (isUnderWay) soon();
  }

  return {
    outdated(id) {
      ids.add(id);
      soon();
    },
    allOutdated() {
      all = true;
      soon();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

const startsWith = ({ queryKey }: Query, beginning: readonly string[]) =>
  beginning.every((part, index) => queryKey[index] === part);

function isOutdated(query: Query, ids: ReadonlySet<string>): boolean {
  if (startsWith(query, transferKeys.one)) return ids.has(String(query.queryKey[2]));
  // Each search of support is written down, and its rows are brought up to date by the events.
  if (startsWith(query, supportKeys.search)) return false;
  return isOfTransfers(query);
}

/** Whether what is read shows transfers. */
export function isOfTransfers(query: Query): boolean {
  return [transferKeys.all, supportKeys.search, supportKeys.totals].some((key) =>
    startsWith(query, key),
  );
}
