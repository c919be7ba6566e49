import type * as z from 'zod/mini';
import type { ListName } from '../../contract/api/support.ts';
import type { OperationName } from '../../contract/operations.ts';
import { requireSuccess } from './answer.ts';
import type { Call, Exchange, ReadOptions } from './exchange.ts';
import type { BodyReader, HttpAnswer } from './http.ts';
import { createListReader } from './list-reader.ts';
import type { ListRecord } from './list-record.ts';

/** `etag`: of the text that the caller has. */
export type KnownText = ReadOptions & { etag?: string | undefined };

/**
 * A list as text, for a reader that parses only what has changed; null if the service answered 304 to
 * the caller's `etag`.
 */
type ListText = { text: string; etag: string | undefined } | null;
/** A list that was read as it came: it may be longer than a text. */
type ListRead<Reader> = { reader: Reader; etag: string | undefined } | null;

type ListOf<Row> = {
  list: ListName;
  path: string;
  schema: z.ZodMiniType<Row>;
  keyOf: (row: Row) => string;
  /** Names a part of the list, such as a country's banks; undefined for the whole. */
  part?: string | undefined;
};

const operationOf = {
  transfers: 'listTransfers',
  accounts: 'listAccounts',
  banks: 'listBanks',
  currencies: 'listCurrencies',
  countries: 'listCountries',
} as const satisfies Record<ListName, OperationName>;

/** A long list takes longer than other reads, although it comes without a pause. */
const longestReadMs = 45_000;

export type ListCalls = ReturnType<typeof createListCalls>;

/** Reads of lists, recorded in `record`. */
export function createListCalls(exchange: Exchange, record: ListRecord) {
  async function recorded<T>(list: ListName, { signal }: ReadOptions, work: () => Promise<T>) {
    try {
      return await work();
    } catch (error) {
      if (!signal?.aborted) record.failed(list, error);
      throw error;
    }
  }

  function whole<T extends object>(
    list: 'transfers' | 'accounts',
    call: Pick<Call, 'path' | 'createReader' | 'total_ms'>,
    known: KnownText,
    read: (answer: HttpAnswer) => T,
  ) {
    const { etag, signal } = known;
    const extra = etag === undefined ? {} : { extra: { 'if-none-match': etag } };
    return recorded(list, known, () =>
      exchange(operationOf[list], 'GET', { ...call, signal, ...extra }, (answer) => {
        if (etag !== undefined && answer.status === 304) return null;
        requireSuccess(answer);
        const { etag: tag } = answer.headers;
        return { ...read(answer), etag: typeof tag === 'string' ? tag : undefined };
      }),
    );
  }

  return {
    /** The readable rows in the order of the list; unreadable ones go to the record. */
    async rows<Row>(of: ListOf<Row>, options: ReadOptions): Promise<Row[]> {
      const { list, path, part } = of;
      const read = async (answer: HttpAnswer) => {
        requireSuccess(answer);
        return (await createListReader({ ...of, record }).read(answer.text)).rows;
      };
      const work = () => exchange(operationOf[list], 'GET', { path, ...options }, read);
      // The failure of a part says nothing about the whole list.
      return part === undefined ? recorded(list, options, work) : work();
    },

    /** The whole list as text. */
    text: (list: 'accounts', path: string, known: KnownText): Promise<ListText> =>
      whole(list, { path }, known, ({ text }) => ({ text })),

    /** Reads the whole list by a reader, which is another one for each attempt. */
    into<Reader extends BodyReader>(
      list: 'transfers',
      path: string,
      create: () => Reader,
      known: KnownText,
    ): Promise<ListRead<Reader>> {
      let reader = create();
      const createReader = () => {
        reader = create();
        return reader;
      };
      const call = { path, createReader, total_ms: longestReadMs };
      return whole(list, call, known, () => ({ reader }));
    },
  };
}
