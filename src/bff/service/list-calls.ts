import type * as z from 'zod/mini';
import type { ListName } from '../../contract/api/support.ts';
import type { OperationName } from '../../contract/operations.ts';
import { requireSuccess } from './answer.ts';
import type { Exchange, ReadOptions } from './exchange.ts';
import type { HttpAnswer } from './http.ts';
import { createListReader } from './list-reader.ts';
import type { ListRecord } from './list-record.ts';

/** `etag`: of the text that the caller has. */
export type KnownText = ReadOptions & { etag?: string | undefined };

/**
 * A list as text in its parts, for a reader that parses only what has changed; null if the service
 * answered 304 to the caller's `etag`.
 */
type ListText = { parts: readonly string[]; etag: string | undefined } | null;

type ListOf<Row> = {
  list: ListName;
  path: string;
  schema: z.ZodMiniType<Row>;
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

  return {
    /** The readable rows in the order of the list; unreadable ones go to the record. */
    async rows<Row>(of: ListOf<Row>, options: ReadOptions): Promise<Row[]> {
      const { list, path, part } = of;
      const read = async (answer: HttpAnswer) => {
        requireSuccess(answer);
        return (await createListReader({ ...of, record }).read(answer.parts)).rows;
      };
      const work = () => exchange(operationOf[list], 'GET', { path, ...options }, read);
      // The failure of a part says nothing about the whole list.
      return part === undefined ? recorded(list, options, work) : work();
    },

    /** The whole list as text. */
    text(list: 'transfers' | 'accounts', path: string, known: KnownText): Promise<ListText> {
      const { etag, signal } = known;
      const extra = etag === undefined ? {} : { 'if-none-match': etag };
      const longer = list === 'transfers' ? { total_ms: longestReadMs } : {};
      return recorded(list, known, () =>
        exchange(operationOf[list], 'GET', { path, signal, extra, ...longer }, (answer) => {
          if (etag !== undefined && answer.status === 304) return null;
          requireSuccess(answer);
          const { etag: tag } = answer.headers;
          return { parts: answer.parts, etag: typeof tag === 'string' ? tag : undefined };
        }),
      );
    },
  };
}
