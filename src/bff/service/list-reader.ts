import * as z from 'zod/mini';
import type { ListName } from '../../contract/api/support.ts';
import { wireId } from '../../contract/wire.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import { ServiceError } from './errors.ts';
import { readJson } from './json.ts';
import type { ListRecord, OddRow } from './list-record.ts';

/** How many known rows ahead a row is looked for after rows were added or removed. */
const lookAhead = 64;

const space = /[ \t\r\n]*/y;
const [quote, backslash, open, openList, close, closeList] = [...'"\\{[}]'].map((character) =>
  character.charCodeAt(0),
);

/** The readable rows of a list in its order, and the odd ones. */
type ListRead<Row> = { rows: Row[]; odd: OddRow[] };
type Known<Row> = ListRead<Row> & { text: string; starts: number[]; ends: number[] };

type ListReader<Row> = {
  /**
   * Reads the text of a list; null means unchanged. Returns the same object for the same text, and the
   * same row objects for unchanged rows. Sets unreadable rows aside, and yields to the event loop.
   * @throws ServiceError unreadable if the text is no list of objects or no row is readable; the rows
   *   known before stay
   */
  read(text: string | null): Promise<ListRead<Row>>;
  /** The result of the last successful read. */
  known(): ListRead<Row>;
};

type Options<Row> = {
  schema: z.ZodMiniType<Row>;
  /** The identity of a row. */
  keyOf: (row: Row) => string;
  list: ListName;
  record: Pick<ListRecord, 'took' | 'failed'>;
  /** Names a part of the list; undefined for the whole. */
  part?: string | undefined;
};

/** Reads a list of the service repeatedly and parses only new rows (the contract has no paging, 4.2). */
export function createListReader<Row>(options: Options<Row>): ListReader<Row> {
  const { schema, keyOf, list, record, part } = options;
  let known: Known<Row> = { text: '[]', starts: [], ends: [], rows: [], odd: [] };

  async function read(text: string): Promise<Known<Row>> {
    const yieldToLoop = createYield();
    const next: Known<Row> = { text, starts: [], ends: [], rows: [], odd: [] };
    let old = 0;
    let at = expectOneOf('[', text, skipSpace(text, 0));
    for (let more = text[at] !== ']'; more; more = text[at - 1] === ',') {
      at = skipSpace(text, at);
      // If the rest starts with the text of the known row, it is this row: no parsing needed.
      const before = known.text.slice(known.starts[old], known.ends[old]);
      const same = known.rows[old];
      if (same && text.startsWith(before, at)) {
        add(next, same, at, at + before.length);
        at += before.length;
        old += 1;
      } else {
        const end = endOfObject(text, at);
        const place = next.rows.length + next.odd.length;
        const row = readRow(text.slice(at, end), schema, place);
        if (row.isOdd) next.odd.push(row.odd);
        else {
          add(next, row.row, at, end);
          const key = keyOf(row.row);
          const ahead = known.rows.slice(old, old + lookAhead);
          old += ahead.findIndex((one) => keyOf(one) === key) + 1;
        }
        at = end;
      }
      at = expectOneOf(',]', text, skipSpace(text, at));
      const rest = yieldToLoop();
      if (rest) await rest;
    }
    if (next.rows.length + next.odd.length === 0) at = expectOneOf(']', text, at);
    if (skipSpace(text, at) !== text.length) throw unreadable();
    requireReadable(next.rows.length, next.odd);
    return next;
  }

  return {
    async read(text) {
      try {
        if (text !== null && text !== known.text) known = await read(text);
      } catch (error) {
        // The failure of a part says nothing about the whole list.
        if (part === undefined) record.failed(list, error);
        throw error;
      }
      record.took(list, known.odd, part);
      return known;
    },
    known: () => known,
  };
}

/** A list reader for rows with an `id`. */
export function createReaderById<Row extends { id: string }>(
  list: ListName,
  schema: z.ZodMiniType<Row>,
  record: Options<Row>['record'],
): ListReader<Row> {
  return createListReader({ schema, keyOf: ({ id }) => id, list, record });
}

function add<Row>(to: Known<Row>, row: Row, start: number, end: number) {
  to.rows.push(row);
  to.starts.push(start);
  to.ends.push(end);
}

type ReadRow<Row> = { isOdd: false; row: Row } | { isOdd: true; odd: OddRow };

/**
 * Reads one row of a list.
 * @param place its index in the list
 * @throws ServiceError unreadable if the text is not JSON
 */
export function readRow<Row>(
  text: string,
  schema: z.ZodMiniType<Row>,
  place: number,
): ReadRow<Row> {
  const value = jsonOf(text);
  const read = z.safeParse(schema, value);
  if (read.success) return { isOdd: false, row: read.data };
  const parts = new Map(Object.entries(Object(value)));
  const id = z.safeParse(wireId, parts.get('id')).data ?? null;
  const [issue] = read.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return { isOdd: true, odd: { id, place, field, fault: issue?.code ?? 'invalid', parts } };
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    // After invalid JSON the end of a row is uncertain. The parser's message quotes the text: not kept.
    throw unreadable();
  }
}

/**
 * If no row is readable, the answer is another list or version, not an empty list. A single odd row
 * with an id is accepted: it may be the first of a new service.
 */
export function requireReadable(readable: number, odd: readonly OddRow[]) {
  const [first] = odd;
  if (!first || readable > 0 || (odd.length === 1 && first.id !== null)) return;
  const at = first.id ?? `at ${first.place}`;
  throw unreadable(`no row of the list is readable: ${at} ${first.field} ${first.fault}`);
}

function skipSpace(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code > 32) return at;
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

function expectOneOf(characters: string, text: string, at: number): number {
  const found = text[at];
  if (found === undefined || !characters.includes(found)) throw unreadable();
  return characters === '[' ? skipSpace(text, at + 1) : at + 1;
}

/** The index after the object that starts at `at`. Doesn't check that it is valid JSON. */
function endOfObject(text: string, at: number): number {
  if (text.charCodeAt(at) !== open) throw unreadable();
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === quote) place = endOfString(text, place);
    else if (code === open || code === openList) depth += 1;
    else if (code === close || code === closeList) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  throw unreadable();
}

function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  throw unreadable();
}

/** The error of a text that is no list of objects. */
export function unreadable(message = 'the list does not match the contract'): ServiceError {
  return new ServiceError('unreadable', message, { status: 200 });
}
