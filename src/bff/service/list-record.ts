import type { ListName } from '../../contract/api/support.ts';
import type { FailureKind } from '../../contract/failure-kind.ts';
import { ServiceError } from './errors.ts';
import type { Log } from './log.ts';

/** A row that can't be read and is set aside: its id where that can be read, and what is at fault. */
export type OddRow = {
  id: string | null;
  /** Its place in the list, from 0. */
  place: number;
  /** The first field at fault, and how: names of the contract, never a value. */
  field: string;
  fault: string;
  /** The row as it came, by field. It may be personal: never logged or shown. */
  parts: ReadonlyMap<string, unknown>;
};

/** How the reads of one list of the service go. */
export type ListReport = {
  list: ListName;
  /** Since when (milliseconds since 1970) no read of it succeeded, and how the last one failed. */
  failing: { kind: FailureKind; since: number } | null;
  /** The rows that the last good read set aside. */
  odd: readonly Omit<OddRow, 'parts'>[];
};

/** Where a read notes its end. A `part` is a read of some of the list, such as one country's banks. */
export type ListRecord = {
  took(list: ListName, odd: readonly OddRow[], part?: string): void;
  failed(list: ListName, error: unknown): void;
  /** Of each list that was ever read. */
  report(): ListReport[];
};

const maxParts = 500;
/** What a changed service could set aside is no more to tell than that it is a lot. */
const maxLoggedRows = 20;

/** Remembers how each list was last read, and logs each odd row once. */
export function createListRecord(now: () => number, log: Log): ListRecord {
  const failing = new Map<ListName, { kind: FailureKind; since: number }>();
  const odd = new Map<string, { list: ListName; rows: ListReport['odd'] }>();
  const logged = new Set<string>();

  function logOnce(list: ListName, { id, place, field, fault }: OddRow) {
    const name = `${list} ${id ?? place} ${field}`;
    if (logged.has(name)) return;
    if (logged.size >= maxParts) logged.clear();
    logged.add(name);
    log.error({ list, id, place, field, fault }, 'a row that can not be read is set aside');
  }

  return {
    took(list, rows, part = '') {
      if (part === '') failing.delete(list);
      for (const row of rows.slice(0, maxLoggedRows)) logOnce(list, row);
      if (odd.size >= maxParts) odd.clear();
      const told = rows.map(({ id, place, field, fault }) => ({ id, place, field, fault }));
      odd.set(`${list} ${part}`, { list, rows: told });
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

/** A row that stands in the whole list stands in a part of it as well. */
function distinct(reads: { rows: ListReport['odd'] }[]): ListReport['odd'] {
  const byName = new Map(
    reads.flatMap(({ rows }) => rows).map((row) => [row.id ?? `at ${row.place}`, row]),
  );
  return [...byName.values()];
}
