import type { ListName } from '../../contract/api/support.ts';
import type { FailureKind } from '../../contract/failure-kind.ts';
import { ServiceError } from './errors.ts';
import type { Log } from './log.ts';

/** A row that doesn't match the contract and is set aside: its id, if readable, and the fault. */
export type OddRow = {
  id: string | null;
  /** Its index in the list. */
  place: number;
  /** The first invalid field and the code of the issue, never a value. */
  field: string;
  fault: string;
  /** The raw row by field. Personal data: never logged or shown. */
  parts: ReadonlyMap<string, unknown>;
};

/** The state of the reads of one list. */
type ListReport = {
  list: ListName;
  /** Since when (milliseconds since 1970) every read failed, and how the last one did. */
  failing: { kind: FailureKind; since: number } | null;
  /** The rows that the last successful read set aside. */
  odd: readonly Omit<OddRow, 'parts'>[];
};

/** Records the ends of reads. A `part` is a read of some rows, such as one country's banks. */
export type ListRecord = {
  took(list: ListName, odd: readonly Omit<OddRow, 'parts'>[], part?: string): void;
  failed(list: ListName, error: unknown): void;
  /** Reports of every list that was read. */
  report(): ListReport[];
};

const maxParts = 500;
/** A changed service could make every row odd: no need to log them all. */
const maxLoggedRows = 20;

/** Keeps the last result of each list in memory, and logs each odd row once. */
export function createListRecord(now: () => number, log: Log): ListRecord {
  const failing = new Map<ListName, { kind: FailureKind; since: number }>();
  const odd = new Map<string, { list: ListName; rows: ListReport['odd'] }>();
  const logged = new Set<string>();

  function logOnce(list: ListName, { id, place, field, fault }: Omit<OddRow, 'parts'>) {
    const name = `${list} ${id ?? place} ${field}`;
    if (logged.has(name)) return;
    if (logged.size >= maxParts) logged.clear();
    logged.add(name);
    log.error({ list, id, place, field, fault }, 'list: unreadable row set aside');
  }

  return {
    took(list, rows, part = '') {
      if (part === '') failing.delete(list);
      for (const row of rows.slice(0, maxLoggedRows)) logOnce(list, row);
      if (odd.size >= maxParts) odd.clear();
      const plain = rows.map(({ id, place, field, fault }) => ({ id, place, field, fault }));
      odd.set(`${list} ${part}`, { list, rows: plain });
    },
    failed(list, error) {
      const kind = error instanceof ServiceError ? error.kind : 'broken';
      const since = failing.get(list)?.since ?? now();
      failing.set(list, { kind, since });
    },
    report() {
      const names = new Set([...[...odd.values()].map(({ list }) => list), ...failing.keys()]);
      return [...names].map((list) => ({
        list,
        failing: failing.get(list) ?? null,
        odd: distinct([...odd.values()].filter((one) => one.list === list)),
      }));
    },
  };
}

/** Without duplicates: a row of a part is also in the whole list. */
function distinct(reads: { rows: ListReport['odd'] }[]): ListReport['odd'] {
  const byName = new Map(
    reads.flatMap(({ rows }) => rows).map((row) => [row.id ?? `at ${row.place}`, row]),
  );
  return [...byName.values()];
}
