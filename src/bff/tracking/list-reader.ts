import type * as z from 'zod/mini';
import { readAnswer } from '../service/answer.ts';
import { ServiceError } from '../service/errors.ts';
import { createPace } from './pace.ts';

/** How far ahead a known row is looked for when the rows no longer stand side by side. */
const lookAhead = 64;

const space = /[ \t\r\n]*/y;
const [quote, backslash, open, openList, close, closeList] = [...'"\\{[}]'].map((character) =>
  character.charCodeAt(0),
);

type Known<Row> = { text: string; starts: number[]; ends: number[]; rows: Row[] };

export type ListReader<Row> = {
  /**
   * The rows of a list's text, in its order. The same array when the text is the one before, and the
   * same objects for rows whose text is. Ends a slice at a time, see `createPace`.
   * @throws ServiceError unreadable, and what was known stays
   */
  read(text: string): Promise<Row[]>;
  /** What was read last. */
  rows(): Row[];
};

/** Reads a list of the service again and again, parsing only rows that it has not seen (contract 4). */
export function createListReader<Row extends { id: string }>(
  schema: z.ZodMiniType<Row>,
): ListReader<Row> {
  let known: Known<Row> = { text: '[]', starts: [], ends: [], rows: [] };

  async function read(text: string): Promise<Known<Row>> {
    const pace = createPace();
    const next: Known<Row> = { text, starts: [], ends: [], rows: [] };
    let old = 0;
    let at = expectOneOf('[', text, skipSpace(text, 0));
    for (let more = text[at] !== ']'; more; more = text[at - 1] === ',') {
      at = skipSpace(text, at);
      next.starts.push(at);
      // An object ends where it ends: where its text begins the rest, the rest begins with it.
      const before = known.text.slice(known.starts[old], known.ends[old]);
      const same = known.rows[old];
      if (same && text.startsWith(before, at)) {
        next.rows.push(same);
        at += before.length;
        old += 1;
      } else {
        const end = endOfObject(text, at);
        const row = readAnswer({ status: 200, headers: {}, text: text.slice(at, end) }, schema);
        next.rows.push(row);
        at = end;
        const ahead = known.rows.slice(old, old + lookAhead).findIndex(({ id }) => id === row.id);
        old += ahead + 1;
      }
      next.ends.push(at);
      at = expectOneOf(',]', text, skipSpace(text, at));
      const rest = pace();
      if (rest) await rest;
    }
    if (next.rows.length === 0) at = expectOneOf(']', text, at);
    if (skipSpace(text, at) !== text.length) throw unreadable();
    return next;
  }

  return {
    async read(text) {
      if (text !== known.text) known = await read(text);
      return known.rows;
    },
    rows: () => known.rows,
  };
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

/** One past the end of the object that begins at a place. Whether it is well made is not asked. */
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

function unreadable(): ServiceError {
  return new ServiceError('unreadable', 'the list is not as the contract says');
}
