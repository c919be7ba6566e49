import type * as z from 'zod/mini';
import type { AccountRequest } from '../../contract/destination-account.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { idPattern } from '../../contract/paths.ts';
import type { SimulationRequest } from '../../contract/simulation.ts';
import type { TransferRequest } from '../../contract/transfer.ts';
import { readAnswer, requireSuccess, writeRequest } from './answer.ts';
import { createCallRecord } from './call-record.ts';
import type { Clock } from './clock.ts';
import { type FailureKind, ServiceError } from './errors.ts';
import { type HttpAnswer, type HttpRequest, largestAnswer } from './http.ts';
import type { Log } from './log.ts';
import type { Pipe } from './pipe.ts';
import { retryRead } from './retry.ts';
import type { TokenKeeper } from './token.ts';

/** A read ends when its browser has gone away. */
export type ReadOptions = { signal?: AbortSignal | undefined };

/** The `etag` of the text that the caller has, if the service gave one. */
export type KnownText = ReadOptions & { etag?: string | undefined };

/**
 * A list as its text, for a reader that keeps what it knows already; null when the service says that
 * the text with the caller's `etag` still holds.
 */
export type ListText = { text: string; etag: string | undefined } | null;

/** When the service last answered as it should, and how it last failed; milliseconds since 1970. */
export type Health = {
  last_success_at: number | null;
  last_failure: { kind: FailureKind; at: number } | null;
};

/** How one attempt at a call ended: 'abandoned' when who asked went away meanwhile. */
export type CallOutcome = {
  operation: OperationName;
  outcome: 'ok' | 'abandoned' | FailureKind;
  took_ms: number;
};

export type ServiceClientOptions = {
  http: Pipe;
  tokens: Pick<TokenKeeper, 'get' | 'replace'>;
  clock: Clock;
  log: Log;
  /** The time for a whole call with its retries, in milliseconds. */
  totals: { call: number; createTransfer: number };
};

const { simulate, createTransfer, showTransfer, listTransfers } = operations;
const { createAccount, editAccount, showAccount, listAccounts } = operations;
const { listCountries, listCurrencies, listBanks } = operations;

/** Many callers may hold one at a time, so that what is no list is bound to what it can need. */
const largestSingle = 1024 * 1024;

type Operation<S> = { method: HttpRequest['method']; answer: S };
type Call = ReadOptions & {
  path: string;
  body?: string;
  extra?: Record<string, string>;
  total_ms?: number;
};

export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * One function for each operation with a bearer (contract 4.2 to 4.6); ids and amounts as in contract/.
 * Each throws a ServiceError. Reads are retried; a POST or PUT is written once, and once more only
 * after a 401, which is an answer that comes before any work.
 */
export function createServiceClient({ http, tokens, clock, log, totals }: ServiceClientOptions) {
  const health: Health = { last_success_at: null, last_failure: null };
  const record = createCallRecord(clock);
  const listeners: ((ended: CallOutcome) => void)[] = [];
  const tell = (ended: CallOutcome) => {
    for (const listener of listeners) listener(ended);
  };

  async function call<S extends z.ZodMiniType>(
    name: OperationName,
    { method, answer: schema }: Operation<S>,
    call: Call,
  ): Promise<z.output<S>> {
    return exchange(name, method, call, (answer) => readAnswer(answer, schema));
  }

  async function exchange<T>(
    name: OperationName,
    method: HttpRequest['method'],
    { path, body, signal, extra, total_ms = totals.call }: Call,
    read: (answer: HttpAnswer) => T,
  ): Promise<T> {
    const deadline = clock.now() + total_ms;

    const send = (token: string) => {
      const headers = { ...extra, authorization: `Bearer ${token}` };
      const left_ms = deadline - clock.now();
      const max_bytes = name.startsWith('list') ? largestAnswer : largestSingle;
      return http.send({ method, path, headers, body, signal, max_bytes, total_ms: left_ms });
    };

    const attempt = () =>
      observed(name, signal, async () => {
        const token = await tokens.get();
        const first = await send(token);
        const answer = first.status === 401 ? await send(await tokens.replace(token)) : first;
        return { status: answer.status, value: read(answer) };
      });

    return method === 'GET' ? retryRead(attempt, { clock, deadline, signal }) : attempt();
  }

  function listText(name: OperationName, path: string, known: KnownText): Promise<ListText> {
    const { etag, signal } = known;
    const extra = etag === undefined ? {} : { extra: { 'if-none-match': etag } };
    return exchange(name, 'GET', { path, signal, ...extra }, (answer) => {
      if (etag !== undefined && answer.status === 304) return null;
      requireSuccess(answer);
      const { etag: tag } = answer.headers;
      return { text: answer.text, etag: typeof tag === 'string' ? tag : undefined };
    });
  }

  /** Logs one attempt and remembers how it went. */
  async function observed<T>(
    operation: OperationName,
    signal: AbortSignal | undefined,
    attempt: () => Promise<{ status: number; value: T }>,
  ): Promise<T> {
    const began_at = clock.now();
    try {
      const { status, value } = await attempt();
      health.last_success_at = clock.now();
      const duration_ms = clock.now() - began_at;
      record.add(duration_ms);
      tell({ operation, outcome: 'ok', took_ms: duration_ms });
      log.info({ operation, status, duration_ms }, 'service call');
      return value;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { kind, status } = error;
      const at = clock.now();
      const duration_ms = at - began_at;
      // A browser that went away says nothing of the service.
      const outcome = kind !== 'refused' && signal?.aborted ? 'abandoned' : kind;
      if (outcome === 'refused') {
        health.last_success_at = at;
        record.add(duration_ms);
      } else if (outcome !== 'abandoned') {
        health.last_failure = { kind, at };
        record.add(duration_ms, kind);
      }
      tell({ operation, outcome, took_ms: duration_ms });
      log.warn({ operation, status, kind, duration_ms }, 'service call failed');
      throw error;
    }
  }

  return {
    /** contract 4.2. Refused with 404 when there is no rate for the pair. */
    simulate: async (request: SimulationRequest, { signal }: ReadOptions = {}) => {
      const body = writeRequest(simulate.request, request);
      return call('simulate', simulate, { path: simulate.path(), body, signal });
    },

    /** contract 4.2. `isOutcomeUnknown` tells of its error whether money may have moved. */
    createTransfer: async (request: TransferRequest) => {
      const body = writeRequest(createTransfer.request, request);
      const total_ms = totals.createTransfer;
      return call('createTransfer', createTransfer, {
        path: createTransfer.path(),
        body,
        total_ms,
      });
    },

    /** contract 4.2 and 7. Refused with 400 when there is no such transfer. */
    showTransfer: async (id: string, { signal }: ReadOptions = {}) =>
      call('showTransfer', showTransfer, { path: showTransfer.path(checked(id)), signal }),

    /** contract 4.2. In no order that the contract tells. */
    listTransfers: async ({ signal }: ReadOptions = {}) =>
      call('listTransfers', listTransfers, { path: listTransfers.path(), signal }),

    /** contract 4.2: the list as its text, see `ListText`. */
    listTransfersText: async (known: KnownText = {}) =>
      listText('listTransfers', listTransfers.path(), known),

    /** contract 4.3 and 7. Refused with 400 and `errors` when a field is at fault. */
    createAccount: async (request: AccountRequest) => {
      const body = writeRequest(createAccount.request, request);
      return call('createAccount', createAccount, { path: createAccount.path(), body });
    },

    /** contract 4.3 and 7. Refused as create is; how a locked account is refused is not known. */
    editAccount: async (id: string, request: AccountRequest) => {
      const body = writeRequest(editAccount.request, request);
      return call('editAccount', editAccount, { path: editAccount.path(checked(id)), body });
    },

    /** contract 4.3 and 7. Refused with 404 when there is no such account. */
    showAccount: async (id: string, { signal }: ReadOptions = {}) =>
      call('showAccount', showAccount, { path: showAccount.path(checked(id)), signal }),

    /** contract 4.3. In no order that the contract tells. */
    listAccounts: async ({ signal }: ReadOptions = {}) =>
      call('listAccounts', listAccounts, { path: listAccounts.path(), signal }),

    /** contract 4.3: the list as its text, see `ListText`. */
    listAccountsText: async (known: KnownText = {}) =>
      listText('listAccounts', listAccounts.path(), known),

    /** contract 4.4. */
    listCountries: async ({ signal }: ReadOptions = {}) =>
      call('listCountries', listCountries, { path: listCountries.path(), signal }),

    /** contract 4.5. */
    listCurrencies: async ({ signal }: ReadOptions = {}) =>
      call('listCurrencies', listCurrencies, { path: listCurrencies.path(), signal }),

    /** contract 4.6: the banks of a country by its name, or all of them. */
    listBanks: async (country_name?: string, { signal }: ReadOptions = {}) => {
      const query =
        country_name === undefined ? '' : `?country_name=${encodeURIComponent(country_name)}`;
      return call('listBanks', listBanks, { path: listBanks.path() + query, signal });
    },

    /** For readiness and diagnosis. */
    health: (): Health => ({ ...health }),

    /** Whether calls go through, or the service is left alone. */
    breaker: http.breaker,

    /** Tells of every attempt from here on. */
    onAttempt: (listener: (ended: CallOutcome) => void) => void listeners.push(listener),

    /** How the latest attempts went. */
    callReport: record.report,
  };
}

/** Nothing but an id may become a part of a path. */
function checked(id: string): string {
  if (idPattern.test(id)) return id;
  throw new ServiceError('not-written', 'not an id of the service');
}
