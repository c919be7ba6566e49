import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { isPayable } from '../../contract/payable.ts';
import type { Simulation, SimulationRequest } from '../../contract/simulation.ts';
import { ProblemError } from '../lib/problem.ts';
import { requireShown } from '../recipients/account-fingerprint.ts';
import { isRecordNotFound } from '../service/errors.ts';
import type { ReadOptions } from '../service/exchange.ts';
import type { Log } from '../service/log.ts';
import { withRefusal } from '../service/service-problem.ts';

/** A send waits no longer for an estimate that nobody has seen. */
const maxEstimateMs = 2_000;

export type RecipientDeps = {
  /** Reads from the service, not from a cache. */
  showAccount: (id: string) => Promise<DestinationAccount>;
  simulate: (request: SimulationRequest, options?: ReadOptions) => Promise<Simulation>;
  log: Log;
};

/**
 * Reads the recipient from the service: it must be the one that the person was shown, and the money must arrive there.
 * @returns the recipient
 * @throws ProblemError account-not-found, service-refused, recipient-changed, wallet-address-missing,
 *   amount-too-small; ServiceError
 */
export async function requireRecipient(
  deps: RecipientDeps,
  request: TransferRequest,
): Promise<DestinationAccount> {
  const account = await recipientNow(deps, request.destination_account_id);
  requireShown(account, request.destination_account_fingerprint);
  if (!isPayable(account)) throw new ProblemError('wallet-address-missing');
  await requireArrival(deps, request, account);
  return account;
}

/**
 * Reads the recipient from the service.
 * @throws ProblemError account-not-found, service-refused; ServiceError
 */
export async function recipientNow(
  { showAccount }: Pick<RecipientDeps, 'showAccount'>,
  account_id: string,
): Promise<DestinationAccount> {
  try {
    return await showAccount(account_id);
  } catch (error) {
    // Another refusal doesn't mean that the account is missing: it keeps the service's message.
    throw isRecordNotFound(error) ? new ProblemError('account-not-found') : withRefusal(error);
  }
}

/**
 * Refuses an amount of which nothing arrives, by the estimate that the person was shown. A request without one is
 * simulated (contract 4.2).
 */
async function requireArrival(
  deps: RecipientDeps,
  request: TransferRequest,
  { country }: DestinationAccount,
) {
  const shown = request.quote?.destination_amount_cents;
  const arrives = shown ?? (country ? await estimated(deps, request, country.id) : undefined);
  if (arrives === 0n) throw new ProblemError('amount-too-small');
}

/**
 * What would arrive, in subunits. Undefined if the simulation fails or is slow: then the service decides, because an
 * estimate is no promise of the rate.
 */
async function estimated(
  { simulate, log }: RecipientDeps,
  { source_amount_cents, source_amount_currency, destination_amount_currency }: TransferRequest,
  country_id: string,
): Promise<bigint | undefined> {
  const amounts = { source_amount_cents, source_amount_currency, destination_amount_currency };
  try {
    const signal = AbortSignal.timeout(maxEstimateMs);
    return (await simulate({ ...amounts, country_id }, { signal })).destination_amount_cents;
  } catch (error) {
    log.info({ err: error }, 'send: no estimate, the service decides on the amount');
    return undefined;
  }
}
