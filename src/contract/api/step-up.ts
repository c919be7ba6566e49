import * as z from 'zod/mini';
import { sendKey } from './send-key.ts';
import { transferRequest } from './transfer.ts';

/** Paths of the calls by which a person proves again that it is them: apart, so that only sending loads them. */
export const stepUpPaths = {
  proof: '/api/sends/proof',
  answer: '/api/sends/proof/answer',
  oidc: '/api/sends/proof/oidc',
} as const;

/** How a person proves again that it is them. Recovery codes don't count. */
export const stepUpMethods = ['totp', 'oidc'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

/** A challenge can be answered and used for so long, by the store's clock. */
export const stepUpMinutes = 5;

const methods = z.array(z.enum(stepUpMethods));
const { destination_account_id, destination_account_fingerprint, ...rest } = transferRequest.shape;
const { source_amount_cents, source_amount_currency, destination_amount_currency } = rest;

/** The query of GET /api/sends/proof: whether such a transfer needs a proof. */
export const stepUpQuery = z.object({ source_amount_cents, source_amount_currency });

/** The answer of GET /api/sends/proof. */
export const stepUpNeed = z.object({
  /** Subunits above which a transfer of this currency needs a proof; null if none does. */
  above: z.nullable(source_amount_cents),
  needed: z.boolean(),
  /** The ways that this person has; none while they have no second factor. */
  methods,
});
export type StepUpNeed = z.infer<typeof stepUpNeed>;

/** The body of POST /api/sends/proof: the transfer that the proof is for, and its idempotency key. */
export const stepUpRequest = z.object({
  key: sendKey,
  destination_account_id,
  destination_account_fingerprint,
  source_amount_cents,
  source_amount_currency,
  destination_amount_currency,
});
export type StepUpRequest = z.infer<typeof stepUpRequest>;

const id = z.string().check(z.regex(/^[\w-]{43}$/));

/** The answer of POST /api/sends/proof: a challenge. Its id is the `proof` of the transfer once it is answered. */
export const stepUpChallenge = z.object({ id, methods });
export type StepUpChallenge = z.infer<typeof stepUpChallenge>;
