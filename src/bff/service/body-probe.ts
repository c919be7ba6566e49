import { messages } from '../../contract/errors.ts';
import type { SimulationRequest } from '../../contract/simulation.ts';
import type { ServiceClient } from './client.ts';
import { ServiceError } from './errors.ts';

/**
 * Whether the body of a GET reaches the service (contract 4.2: simulate is one). `answer` is what came instead:
 * - arrives: an estimate, or another answer than without a body
 * - dropped: the same answer to every request as without a body
 * - rejected: no answer of the service, which a request without a body gets
 * - no-rate: no request has a rate, as one without a body, so nothing is known
 */
type BodyProbe = { is: 'arrives' } | { is: 'dropped' | 'rejected' | 'no-rate'; answer: string };

type Client = Pick<
  ServiceClient,
  'simulate' | 'simulateWithoutBody' | 'listCountries' | 'listCurrencies'
>;

/** A service without a rate for these is not asked further. */
const maxRequests = 8;

/**
 * Asks for estimates until one shows that its body arrived: one call, where the service has a rate for the first
 * pair. The amounts differ, because a refusal of one too small could be that of a missing one.
 * @throws ServiceError of a call that says nothing of its body
 */
export async function probeBody(client: Client): Promise<BodyProbe> {
  let bare: ServiceError | null = null;
  for (const request of await requestsFor(client)) {
    const error = await errorOf(client.simulate(request));
    if (error === null) return { is: 'arrives' };
    bare ??= await errorOf(client.simulateWithoutBody());
    if (bare === null || answerOf(error) !== answerOf(bare)) {
      return error.kind === 'refused'
        ? { is: 'arrives' }
        : { is: 'rejected', answer: answerOf(error) };
    }
    if (!speaksOfBody(error)) throw error;
  }
  // Without a currency or a country there was nothing to ask.
  if (bare === null) return { is: 'arrives' };
  const is = bare.message === messages.rateNotAvailable ? 'no-rate' : 'dropped';
  return { is, answer: answerOf(bare) };
}

/** Null for a success. @throws ServiceError without an answer, and of an answer that has another cause */
async function errorOf(call: Promise<unknown>): Promise<ServiceError | null> {
  try {
    await call;
    return null;
  } catch (error) {
    // A service whose rates fail may still check a request without a body, and refuse it.
    if (!(error instanceof ServiceError) || ['busy', 'broken'].includes(error.kind)) throw error;
    // A service that waits for a body that was dropped does not answer in time.
    if (error.kind !== 'timeout' && (error.status ?? 0) < 400) throw error;
    return error;
  }
}

const answerOf = ({ kind, status, message }: ServiceError) =>
  kind === 'timeout' ? 'no answer in time' : `${status} ${message}`;

/** True for what a service answers that misses the body; another failure has another cause. */
const speaksOfBody = ({ kind, status }: ServiceError) =>
  kind === 'refused' || status === 400 || status === 422;

async function requestsFor(client: Client): Promise<SimulationRequest[]> {
  const [currencies, countries] = await Promise.all([
    client.listCurrencies(),
    client.listCountries(),
  ]);
  const [country] = countries;
  if (!country) return [];
  return currencies.slice(0, maxRequests).map(({ iso_code, subunit_to_unit }, at) => {
    const other = currencies[(at + 1) % currencies.length];
    return {
      source_amount_cents: subunit_to_unit * 10n ** BigInt(at),
      source_amount_currency: iso_code,
      country_id: (countries[at % countries.length] ?? country).id,
      destination_amount_currency: other?.iso_code ?? iso_code,
    };
  });
}
