import * as z from 'zod/mini';
import { decimalText } from './decimal-text.ts';
import { wireAmount, wireId } from './wire.ts';

/** The JSON body of simulate, which is a GET (contract 4.2). */
export const simulationRequest = z.object({
  source_amount_cents: wireAmount,
  source_amount_currency: z.string(),
  country_id: wireId,
  destination_amount_currency: z.string(),
});
export type SimulationRequest = z.infer<typeof simulationRequest>;

/** A simulation (contract 2.7). `rate` is destination units per source unit. Only the id of `country` is used. */
export const simulation = z.object({
  source_currency: z.string(),
  destination_currency: z.string(),
  rate: decimalText,
  source_amount_cents: wireAmount,
  destination_amount_cents: wireAmount,
  country: z.catch(z.nullish(z.object({ id: wireId })), undefined),
});
export type Simulation = z.infer<typeof simulation>;

/**
 * True when a simulation answers this request. Simulate is a GET with a body (contract 4.2), so a cache
 * that keys on the URL alone answers every request with the same simulation.
 */
export function answersRequest(answer: Simulation, request: SimulationRequest): boolean {
  const { country } = answer;
  return (
    answer.source_amount_cents === request.source_amount_cents &&
    answer.source_currency === request.source_amount_currency &&
    answer.destination_currency === request.destination_amount_currency &&
    (!country || country.id === request.country_id)
  );
}
