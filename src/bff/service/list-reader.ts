import * as z from 'zod/mini';
import type { ListName } from '../../contract/api/support.ts';
import { wireId } from '../../contract/wire.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import { ServiceError } from './errors.ts';
import { readJson } from './json.ts';
import type { ListRecord, OddRow } from './list-record.ts';

/** A longer row is none: the text has no end where a row should. */
const maxRowLength = 2 ** 20;

const space = /[ \t\r\n]*/y;
const [quote, backslash, open, openList, close, closeList] = [...'"\\{[}]'].map((character) =>
  character.charCodeAt(0),
);

/** The readable rows of a list in its order, and the odd ones. */
type ListRead<Row> = { rows: Row[]; odd: OddRow[] };
/** `read` is the number of the last read that had it. */
type KnownRow<Row> = { row: Row; read: number };

type ListReader<Row> = {
  /**
   * Reads the text of a list in its parts. Returns the same object for the same rows, and the same row
   * objects for unchanged rows. Sets unreadable rows aside, and yields to the event loop.
   * @throws ServiceError unreadable if the text is no list of objects or no row is readable; the rows
   *   known before stay
   */
  read(parts: Iterable<string>): Promise<ListRead<Row>>;
};

type Options<Row> = {
  schema: z.ZodMiniType<Row>;
  list: ListName;
  record: Pick<ListRecord, 'took' | 'failed'>;
  /** Names a part of the list; undefined for the whole. */
  part?: string | undefined;
};

/** Reads a list of the service repeatedly and parses only new rows (the contract has no paging, 4.2). */
export function createListReader<Row>(options: Options<Row>): ListReader<Row> {
  const { schema, list, record, part } = options;
  let last: ListRead<Row> = { rows: [], odd: [] };
  const known = new Map<string, KnownRow<Row>>();
  let reads = 0;

  async function read(parts: Iterable<string>): Promise<ListRead<Row>> {
    const [rows, odd]: [Row[], OddRow[]] = [[], []];
    reads += 1;
    const mine = reads;
    const yieldToLoop = createYield();
    for (const text of rowTexts(parts)) {
      let one = known.get(text);
      if (!one) {
        const read = readRow(text, schema, rows.length + odd.length);
        if (read.isOdd) odd.push(read.odd);
        else {
          one = { row: read.row, read: mine };
          known.set(copyOf(text), one);
        }
      }
      if (one) {
        rows.push(one.row);
        one.read = mine;
      }
      const rest = yieldToLoop();
      if (rest) await rest;
    }
    requireReadable(rows.length, odd);
    // Not into another Map each time: it would hold up the event loop whenever it grows.
    for (const [text, one] of known) {
      if (one.read < mine) known.delete(text);
      const rest = yieldToLoop();
      if (rest) await rest;
    }
    const before = last;
    const isSame =
      odd.length + before.odd.length === 0 &&
      rows.length === before.rows.length &&
      rows.every((row, place) => row === before.rows[place]);
    return isSame ? before : { rows, odd };
  }

  return {
    async read(parts) {
      try {
        last = await read(parts);
      } catch (error) {
        // The failure of a part says nothing about the whole list.
        if (part === undefined) record.failed(list, error);
        throw error;
      }
      record.took(list, last.odd, part);
      return last;
    },
  };
}

/** V8 would keep the whole text for a slice of it. */
const copyOf = (slice: string) => Buffer.from(slice).toString();

type ReadRow<Row> = { isOdd: false; row: Row } | { isOdd: true; odd: OddRow };

/**
 * Reads one row of a list.
 * @param place its index in the list
 * @throws ServiceError unreadable if the text is not JSON
 */
function readRow<Row>(text: string, schema: z.ZodMiniType<Row>, place: number): ReadRow<Row> {
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
function requireReadable(readable: number, odd: readonly OddRow[]) {
  const [first] = odd;
  if (!first || readable > 0 || (odd.length === 1 && first.id !== null)) return;
  const at = first.id ?? `at ${first.place}`;
  throw unreadable(`no row of the list is readable: ${at} ${first.field} ${first.fault}`);
}

type Expected = 'list' | 'row or end' | 'row' | 'comma or end' | 'nothing';

/** The texts of the rows of a JSON array of objects. Doesn't check that they are valid JSON. */
function* rowTexts(parts: Iterable<string>): Generator<string> {
  let expected: Expected = 'list';
  let rest = '';
  for (const part of parts) {
    const text = rest + part;
    let at = skipSpace(text, 0);
    while (at < text.length) {
      if (text.charCodeAt(at) === open && (expected === 'row' || expected === 'row or end')) {
        const end = endOfObject(text, at);
        if (end === null) break;
        yield text.slice(at, end);
        expected = 'comma or end';
        at = end;
      } else {
        expected = after(expected, text[at]);
        at += 1;
      }
      at = skipSpace(text, at);
    }
    rest = text.slice(at);
    if (rest.length > maxRowLength) throw unreadable();
  }
  if (expected !== 'nothing' || rest !== '') throw unreadable();
}

function after(expected: Expected, character: string | undefined): Expected {
  if (expected === 'list' && character === '[') return 'row or end';
  if (expected === 'comma or end' && character === ',') return 'row';
  if (character === ']' && (expected === 'comma or end' || expected === 'row or end')) {
    return 'nothing';
  }
  throw unreadable();
}

function skipSpace(text: string, at: number): number {
  if (text.charCodeAt(at) > 32) return at;
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

/** The index after the object that starts at `at`; null if the text ends before. */
function endOfObject(text: string, at: number): number | null {
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === quote) {
      const end = endOfString(text, place);
      if (end === null) return null;
      place = end;
    } else if (code === open || code === openList) depth += 1;
    else if (code === close || code === closeList) {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return null;
}

function endOfString(text: string, at: number): number | null {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return null;
}

/** The error of a text that is no list of objects. */
function unreadable(message = 'the list does not match the contract'): ServiceError {
  return new ServiceError('unreadable', message, { status: 200 });
}
