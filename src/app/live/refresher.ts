import type { Query, QueryClient } from '@tanstack/react-query';
import { supportKeys, transferKeys } from '../api/query-keys.ts';

type Refresher = {
  /** Marks the totals of all lists and the timeline of this transfer as outdated. */
  outdated(id: string): void;
  /** Marks every query of transfers as outdated. */
  allOutdated(): void;
  stop(): void;
};

/** Changes come in bursts, which one refetch answers. */
const gatherMs = 100;
const minIntervalMs = 2_000;

/** Refetches what events don't contain, such as totals; throttled to once in 2 s. */
export function createRefresher(client: QueryClient): Refresher {
  const ids = new Set<string>();
  let all = false;
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function soon() {
    timer ??= setTimeout(read, Math.max(gatherMs, last + minIntervalMs - performance.now()));
  }

  function read() {
    timer = undefined;
    last = performance.now();
    const [old, oldIds] = [all ? isOfTransfers : isOutdated, new Set(ids)];
    const predicate = (query: Query) => old(query, oldIds);
    const isUnderWay = client.isFetching({ predicate }) > 0;
    all &&= isUnderWay;
    if (!isUnderWay) ids.clear();
    // A running request may answer with data older than the event: it finishes, then one more follows.
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
  // Each search by support is audited, so events update its rows without a refetch.
  if (startsWith(query, supportKeys.search)) return false;
  return isOfTransfers(query);
}

/** Whether a query shows transfers. */
export function isOfTransfers(query: Query): boolean {
  return [transferKeys.all, supportKeys.search, supportKeys.totals].some((key) =>
    startsWith(query, key),
  );
}
