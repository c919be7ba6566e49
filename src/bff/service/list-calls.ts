import type * as z from 'zod/mini';
import type { ListName } from '../../contract/api/support.ts';
import type { OperationName } from '../../contract/operations.ts';
import { requireSuccess } from './answer.ts';
import type { Exchange, ReadOptions } from './exchange.ts';
import type { HttpAnswer } from './http.ts';
import { createListReader } from './list-reader.ts';
import type { ListRecord } from './list-record.ts';

/** The `etag` of the text that the caller has, if the service gave one. */
export type KnownText = ReadOptions & { etag?: string | undefined };

/**
 * A list as its text, for a reader that keeps what it knows already; null when the service says that
 * the text with the caller's `etag` still holds.
 */
export type ListText = { text: string; etag: string | undefined } | null;

type ListOf<Row> = {
  list: ListName;
  path: string;
  schema: z.ZodMiniType<Row>;
  keyOf: (row: Row) => string;
  /** Which part of the list is asked for, where that is not the whole. */
  part?: string | undefined;
};

const operationOf = {
  transfers: 'listTransfers',
  accounts: 'listAccounts',
  banks: 'listBanks',
  currencies: 'listCurrencies',
  countries: 'listCountries',
} as const satisfies Record<ListName, OperationName>;

export type ListCalls = ReturnType<typeof createListCalls>;

/** The reads of lists, each of which notes how it ended. */
export function createListCalls(exchange: Exchange, record: ListRecord) {
  async function noting<T>(list: ListName, { signal }: ReadOptions, work: () => Promise<T>) {
    try {
      return await work();
    } catch (error) {
      if (!signal?.aborted) record.failed(list, error);
      throw error;
    }
  }

  return {
    /** The rows that can be read, in the order of the list; the others are told by the record. */
    async rows<Row>(of: ListOf<Row>, options: ReadOptions): Promise<Row[]> {
      const { list, path, part } = of;
      const read = async (answer: HttpAnswer) => {
        requireSuccess(answer);
        return (await createListReader({ ...of, record }).read(answer.text)).rows;
      };
      const work = () => exchange(operationOf[list], 'GET', { path, ...options }, read);
      // A part says nothing of the whole.
      return part === undefined ? noting(list, options, work) : work();
    },

    /** The whole list as its text. */
    text(list: 'transfers' | 'accounts', path: string, known: KnownText): Promise<ListText> {
      const { etag, signal } = known;
      const extra = etag === undefined ? {} : { extra: { 'if-none-match': etag } };
      return noting(list, known, () =>
        exchange(operationOf[list], 'GET', { path, signal, ...extra }, (answer) => {
          if (etag !== undefined && answer.status === 304) return null;
          requireSuccess(answer);
          const { etag: tag } = answer.headers;
          return { text: answer.text, etag: typeof tag === 'string' ? tag : undefined };
        }),
      );
    },
  };
}
