import type * as z from 'zod/mini';
import { bank } from '../../contract/bank.ts';
import { country } from '../../contract/country.ts';
import { type Currency, currency } from '../../contract/currency.ts';
import { type AccountRequest, destinationAccount } from '../../contract/destination-account.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { idPattern } from '../../contract/paths.ts';
import { answersRequest, type SimulationRequest } from '../../contract/simulation.ts';
import { type TransferRequest, transfer } from '../../contract/transfer.ts';
import { readAnswer, requireSuccess, writeRequest } from './answer.ts';
import { createBearer } from './bearer.ts';
import { createCallRecord } from './call-record.ts';
import type { Clock } from './clock.ts';
import { causeCode, type FailureKind, ServiceError } from './errors.ts';
import { type HttpAnswer, type HttpRequest, largestAnswer } from './http.ts';
import { createListCalls, type KnownText, type ReadOptions } from './list-calls.ts';
import { createListRecord } from './list-record.ts';
import { callContext, type Log } from './log.ts';
import type { Pipe } from './pipe.ts';
import { retryRead } from './retry.ts';
import type { TokenKeeper } from './token.ts';

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
  tokens: Pick<TokenKeeper, 'get' | 'replace' | 'accepted' | 'isProven'>;
  clock: Clock;
  log: Log;
  /** The time for a whole call with its retries, in milliseconds. */
  totals: { call: number; createTransfer: number };
};

const { simulate, createTransfer, showTransfer, listTransfers } = operations;
const { createAccount, editAccount, showAccount, listAccounts } = operations;
const { listCountries, listCurrencies, listBanks } = operations;

const keyOf = ({ id }: { id: string }) => id;
const transfers = { schema: transfer, keyOf };
const accounts = { schema: destinationAccount, keyOf };
const countries = { schema: country, keyOf };
const banks = { schema: bank, keyOf };
const currencies = { schema: currency, keyOf: ({ iso_code }: Currency) => iso_code };

/** Many callers may hold one at a time, so that what is no list is bound to what it can need. */
const largestSingle = 1024 * 1024;

type Operation<S> = { method: HttpRequest['method']; answer: S };
type Call = ReadOptions & {
  path: string;
  body?: string;
  extra?: Record<string, string>;
  total_ms?: number;
  beforeWriting?: HttpRequest['beforeWriting'];
};

export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * One function for each operation with a bearer (contract 4.2 to 4.6); ids and amounts as in contract/.
 * Each throws a ServiceError. Reads are retried; a POST or PUT is written once: the contract does not
 * show that a 401 or 403 comes before any work, so that its outcome is not known.
 */
export function createServiceClient({ http, tokens, clock, log, totals }: ServiceClientOptions) {
  const health: Health = { last_success_at: null, last_failure: null };
  const record = createCallRecord(clock);
  const lists = createListRecord(clock, log);
  const bearer = createBearer({ http, tokens, clock });
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

  /** The answer of one thing, which must be the one that was asked for. */
  async function callOf<S extends z.ZodMiniType<{ id: string }>>(
    name: OperationName,
    { method, answer: schema }: Operation<S>,
    call: Call & { id: string },
  ): Promise<z.output<S>> {
    return exchange(name, method, call, (answer) => {
      const one = readAnswer(answer, schema);
      if (one.id === call.id) return one;
      throw new ServiceError('unreadable', 'the answer has another id', { status: answer.status });
    });
  }

  async function exchange<T>(
    name: OperationName,
    method: HttpRequest['method'],
    { path, body, signal, extra, total_ms = totals.call, beforeWriting }: Call,
    read: (answer: HttpAnswer) => T | Promise<T>,
  ): Promise<T> {
    const deadline = clock.now() + total_ms;

    const request = (): HttpRequest => {
      const left_ms = deadline - clock.now();
      const max_bytes = name.startsWith('list') ? largestAnswer : largestSingle;
      const about = { method, path, headers: { ...extra }, body, signal, beforeWriting };
      return { ...about, max_bytes, total_ms: left_ms };
    };

    const attempt = () =>
      observed(name, signal, async () => {
        const answer = await bearer.send(request);
        return { status: answer.status, value: await read(answer) };
      });

    if (method !== 'GET') await bearer.prove(harmlessRead);
    return method === 'GET' ? retryRead(attempt, { clock, deadline, signal }) : attempt();
  }

  const harmlessRead = () =>
    exchange('listCurrencies', 'GET', { path: listCurrencies.path() }, requireSuccess);
  const listCalls = createListCalls(exchange, lists);

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
      const code = causeCode(error);
      // Our own words name what is wrong. The service's may name a person, and stay out but for a transfer's.
      const isOurs = kind !== 'refused' || operation === 'createTransfer';
      const detail = isOurs ? error.message : undefined;
      const fields = { operation, status, kind, code, detail, duration_ms };
      log.warn({ ...fields, ...callContext.getStore() }, 'service call failed');
      throw error;
    }
  }

  return {
    /** contract 4.2. Refused with 404 when there is no rate for the pair; unreadable when it is of another. */
    simulate: async (request: SimulationRequest, { signal }: ReadOptions = {}) => {
      const body = writeRequest(simulate.request, request);
      // Of a GET, an answer may be one that a cache has kept.
      const extra = { 'cache-control': 'no-cache' };
      const what = { path: simulate.path(), body, signal, extra };
      return exchange('simulate', simulate.method, what, (answer) => {
        const simulation = readAnswer(answer, simulate.answer);
        if (answersRequest(simulation, request)) return simulation;
        throw new ServiceError('unreadable', 'an estimate of something else', {
          status: answer.status,
        });
      });
    },

    /**
     * contract 4.2. `isOutcomeUnknown` tells of its error whether money may have moved.
     * `beforeWriting` throws where it must not be written any more, however long it had to wait.
     */
    createTransfer: async (
      request: TransferRequest,
      { beforeWriting }: { beforeWriting?: () => void } = {},
    ) => {
      const body = writeRequest(createTransfer.request, request);
      const total_ms = totals.createTransfer;
      return call('createTransfer', createTransfer, {
        path: createTransfer.path(),
        body,
        total_ms,
        beforeWriting,
      });
    },

    /** contract 4.2 and 7. Refused with 400 when there is no such transfer. */
    showTransfer: async (id: string, { signal }: ReadOptions = {}) =>
      callOf('showTransfer', showTransfer, { id, path: showTransfer.path(checked(id)), signal }),

    /** contract 4.2. In no order that the contract tells. */
    listTransfers: async (options: ReadOptions = {}) =>
      listCalls.rows({ list: 'transfers', path: listTransfers.path(), ...transfers }, options),

    /** contract 4.2: the list as its text, see `ListText`. */
    listTransfersText: async (known: KnownText = {}) =>
      listCalls.text('transfers', listTransfers.path(), known),

    /** contract 4.3 and 7. Refused with 400 and `errors` when a field is at fault. */
    createAccount: async (request: AccountRequest) => {
      const body = writeRequest(createAccount.request, request);
      return call('createAccount', createAccount, { path: createAccount.path(), body });
    },

    /** contract 4.3 and 7. Refused as create is; how a locked account is refused is not known. */
    editAccount: async (id: string, request: AccountRequest) => {
      const body = writeRequest(editAccount.request, request);
      return callOf('editAccount', editAccount, { id, path: editAccount.path(checked(id)), body });
    },

    /** contract 4.3 and 7. Refused with 404 when there is no such account. */
    showAccount: async (id: string, { signal }: ReadOptions = {}) =>
      callOf('showAccount', showAccount, { id, path: showAccount.path(checked(id)), signal }),

    /** contract 4.3. In no order that the contract tells. */
    listAccounts: async (options: ReadOptions = {}) =>
      listCalls.rows({ list: 'accounts', path: listAccounts.path(), ...accounts }, options),

    /** contract 4.3: the list as its text, see `ListText`. */
    listAccountsText: async (known: KnownText = {}) =>
      listCalls.text('accounts', listAccounts.path(), known),

    /** contract 4.4. */
    listCountries: async (options: ReadOptions = {}) =>
      listCalls.rows({ list: 'countries', path: listCountries.path(), ...countries }, options),

    /** contract 4.5. */
    listCurrencies: async (options: ReadOptions = {}) =>
      listCalls.rows({ list: 'currencies', path: listCurrencies.path(), ...currencies }, options),

    /** contract 4.6: the banks of a country by its name, or all of them. */
    listBanks: async (part?: string, options: ReadOptions = {}) => {
      const query = part === undefined ? '' : `?country_name=${encodeURIComponent(part)}`;
      const of = { list: 'banks', path: listBanks.path() + query, part } as const;
      return listCalls.rows({ ...of, ...banks }, options);
    },

    /** How the reads of whole lists go, and what of them is set aside. */
    lists,

    /** For readiness and diagnosis: the last ends of calls, and whether they go through at all. */
    health: (): Health => ({ ...health }),
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
