import * as z from 'zod/mini';
import { country } from './country.ts';
import { wireAmount, wireId } from './wire.ts';

/** contract 4.2: the JSON body of simulate, which is a GET. */
export const simulationRequest = z.object({
  source_amount_cents: wireAmount,
  source_amount_currency: z.string(),
  country_id: wireId,
  destination_amount_currency: z.string(),
});
export type SimulationRequest = z.infer<typeof simulationRequest>;

/** An exact decimal in a string, such as "4.3127" (contract 2.7). */
export const decimalText = z.string().check(z.regex(/^\d+(\.\d+)?$/));

/** contract 2.7. `rate` is destination units for one source unit, as text. `country` may be absent. */
export const simulation = z.object({
  source_currency: z.string(),
  destination_currency: z.string(),
  rate: decimalText,
  source_amount_cents: wireAmount,
  destination_amount_cents: wireAmount,
  country: z.optional(country),
});
export type Simulation = z.infer<typeof simulation>;
