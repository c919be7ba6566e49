import type * as z from 'zod/mini';
import { bank } from '../../contract/bank.ts';
import { country } from '../../contract/country.ts';
import { currency } from '../../contract/currency.ts';
import { type AccountRequest, destinationAccount } from '../../contract/destination-account.ts';
import { type OperationName, operations } from '../../contract/operations.ts';
import { idPattern } from '../../contract/paths.ts';
import { answersRequest, type SimulationRequest } from '../../contract/simulation.ts';
import { type TransferRequest, transfer } from '../../contract/transfer.ts';
import { readAnswer, requireSuccess, writeRequest } from './answer.ts';
import { createBearer } from './bearer.ts';
import { createCallObserver } from './call-record.ts';
import { ServiceError } from './errors.ts';
import { type Call, createExchange, type Exchange, type ReadOptions } from './exchange.ts';
import type { HttpRequest } from './http.ts';
import { createListCalls, type KnownText, type ListCalls } from './list-calls.ts';
import { createListRecord } from './list-record.ts';
import type { Log } from './log.ts';
import type { ServiceGateway } from './service-gateway.ts';
import type { TokenKeeper } from './token.ts';

type ServiceClientOptions = {
  http: ServiceGateway;
  tokens: Pick<TokenKeeper, 'get' | 'replace' | 'accepted' | 'isProven'>;
  now: () => number;
  log: Log;
  /** Timeouts of a call with its retries, in milliseconds. */
  totals: { call: number; createTransfer: number };
};

const { simulate, createTransfer, showTransfer, listTransfers } = operations;
const { createAccount, editAccount, showAccount, listAccounts } = operations;
const { listCountries, listCurrencies, listBanks } = operations;

type Operation<S> = { method: HttpRequest['method']; answer: S };

export type ServiceClient = ReturnType<typeof createServiceClient>;

/**
 * The client of the payment service: a function for each operation with a bearer token (contract 4.2 to
 * 4.6). Each throws a ServiceError. Reads are retried. A POST or PUT is written at most once, because the
 * contract doesn't show that a 401 or 403 comes before any work.
 */
export function createServiceClient({ http, tokens, now, log, totals }: ServiceClientOptions) {
  const observer = createCallObserver(now, log);
  const lists = createListRecord(now, log);
  const bearer = createBearer({ http, tokens, now });
  const exchange = createExchange({ bearer, observer, now, total_ms: totals.call });
  const listCalls = createListCalls(exchange, lists);

  return {
    ...transferCalls(exchange, listCalls, totals.createTransfer),
    ...accountCalls(exchange, listCalls),
    ...referenceCalls(listCalls),

    /** How reads of the lists end, and which rows are set aside. */
    lists,

    /** For readiness and diagnosis. */
    health: observer.health,
    breaker: http.breaker,
    onAttempt: observer.onAttempt,

    /** Statistics of the latest attempts. */
    callReport: observer.report,
  };
}

function transferCalls(exchange: Exchange, listCalls: ListCalls, total_ms: number) {
  return {
    /** contract 4.2. Refused with 404 without a rate for the pair; unreadable if the answer is for another request. */
    simulate: async (request: SimulationRequest, { signal }: ReadOptions = {}) => {
      const body = writeRequest(simulate.request, request);
      const what = { path: simulate.path(), body, signal };
      return exchange('simulate', simulate.method, what, (answer) => {
        const simulation = readAnswer(answer, simulate.answer);
        if (answersRequest(simulation, request)) return simulation;
        throw new ServiceError('unreadable', 'the estimate is for another request', {
          status: answer.status,
        });
      });
    },

    /** Simulate as a service gets it whose body was dropped on the way, to compare its answer. */
    simulateWithoutBody: async ({ signal }: ReadOptions = {}) => {
      const what = { path: simulate.path(), signal };
      return exchange('simulate', simulate.method, what, requireSuccess);
    },

    /**
     * contract 4.2. If it throws, `isOutcomeUnknown` says whether money may have moved.
     * @param beforeWriting called right before the request is written; throws to stop it
     */
    createTransfer: async (
      request: TransferRequest,
      { beforeWriting }: { beforeWriting?: () => void } = {},
    ) => {
      const body = writeRequest(createTransfer.request, request);
      return call(exchange, 'createTransfer', createTransfer, {
        path: createTransfer.path(),
        body,
        total_ms,
        beforeWriting,
      });
    },

    /** contract 4.2 and 7. Refused with 400 if the transfer doesn't exist. */
    showTransfer: async (id: string, { signal }: ReadOptions = {}) =>
      callOf(exchange, 'showTransfer', showTransfer, {
        id,
        path: showTransfer.path(checked(id)),
        signal,
      }),

    /** contract 4.2. The contract doesn't show the order. */
    listTransfers: async (options: ReadOptions = {}) =>
      listCalls.rows({ list: 'transfers', path: listTransfers.path(), schema: transfer }, options),

    /** contract 4.2. The list as text, see `ListText`. */
    listTransfersText: async (known: KnownText = {}) =>
      listCalls.text('transfers', listTransfers.path(), known),
  };
}

function accountCalls(exchange: Exchange, listCalls: ListCalls) {
  return {
    /** contract 4.3 and 7. Refused with 400 and `errors` for invalid fields. */
    createAccount: async (request: AccountRequest) => {
      const body = writeRequest(createAccount.request, request);
      return call(exchange, 'createAccount', createAccount, { path: createAccount.path(), body });
    },

    /** contract 4.3 and 7. Refused like create; the contract doesn't show the refusal of a locked account. */
    editAccount: async (id: string, request: AccountRequest) => {
      const body = writeRequest(editAccount.request, request);
      return callOf(exchange, 'editAccount', editAccount, {
        id,
        path: editAccount.path(checked(id)),
        body,
      });
    },

    /** contract 4.3 and 7. Refused with 404 if the account doesn't exist. */
    showAccount: async (id: string, { signal }: ReadOptions = {}) =>
      callOf(exchange, 'showAccount', showAccount, {
        id,
        path: showAccount.path(checked(id)),
        signal,
      }),

    /** contract 4.3. The contract doesn't show the order. */
    listAccounts: async (options: ReadOptions = {}) =>
      listCalls.rows(
        { list: 'accounts', path: listAccounts.path(), schema: destinationAccount },
        options,
      ),

    /** contract 4.3. The list as text, see `ListText`. */
    listAccountsText: async (known: KnownText = {}) =>
      listCalls.text('accounts', listAccounts.path(), known),
  };
}

function referenceCalls(listCalls: ListCalls) {
  return {
    /** contract 4.4. */
    listCountries: async (options: ReadOptions = {}) =>
      listCalls.rows({ list: 'countries', path: listCountries.path(), schema: country }, options),

    /** contract 4.5. */
    listCurrencies: async (options: ReadOptions = {}) =>
      listCalls.rows(
        { list: 'currencies', path: listCurrencies.path(), schema: currency },
        options,
      ),

    /** contract 4.6. The banks of a country by its name, or all. */
    listBanks: async (part?: string, options: ReadOptions = {}) => {
      const query = part === undefined ? '' : `?country_name=${encodeURIComponent(part)}`;
      const of = { list: 'banks', path: listBanks.path() + query, part } as const;
      return listCalls.rows({ ...of, schema: bank }, options);
    },
  };
}

async function call<S extends z.ZodMiniType>(
  exchange: Exchange,
  name: OperationName,
  { method, answer: schema }: Operation<S>,
  call: Call,
): Promise<z.output<S>> {
  return exchange(name, method, call, (answer) => readAnswer(answer, schema));
}

/** An answer with an id, which must be the requested one. */
async function callOf<S extends z.ZodMiniType<{ id: string }>>(
  exchange: Exchange,
  name: OperationName,
  { method, answer: schema }: Operation<S>,
  call: Call & { id: string },
): Promise<z.output<S>> {
  return exchange(name, method, call, (answer) => {
    const one = readAnswer(answer, schema);
    if (one.id === call.id) return one;
    throw new ServiceError('unreadable', 'the answer has another id than the request', {
      status: answer.status,
    });
  });
}

/** Rejects anything but an id before it becomes part of a path. */
function checked(id: string): string {
  if (idPattern.test(id)) return id;
  throw new ServiceError('not-written', 'the id is not a positive integer: nothing was sent');
}
