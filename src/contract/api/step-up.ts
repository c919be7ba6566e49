import * as z from 'zod/mini';
import { orderTerms } from './order.ts';
import { passkeyAssertion, passkeyRequestOptions } from './passkeys.ts';
import { sendKey } from './send-key.ts';
import { nextPage } from './session.ts';
import { typedText } from './typed-text.ts';
import { instant, integer, id as wireId } from './wire.ts';

/**
 * Paths of the calls by which a person proves again that it is them: apart, so that only sending loads them. Below
 * the session's path, because the browser sends the cookie of a known device only there.
 */
export const stepUpPaths = {
  proof: '/api/session/proof',
  answer: '/api/session/proof/answer',
  oidc: '/api/session/proof/oidc',
} as const;

/** How a person proves again that it is them. Recovery codes don't count. */
const stepUpMethods = ['passkey', 'totp', 'oidc'] as const;
export type StepUpMethod = (typeof stepUpMethods)[number];

/**
 * A new second factor proves nothing for so long, by the store's clock, unless an older one confirmed it: who finds
 * an open session and the password adds one too.
 */
export const newFactorHours = 24;

/** A challenge can be answered and used for so long, by the store's clock. */
export const stepUpMinutes = 5;

const methods = z.array(z.enum(stepUpMethods));
const amount = {
  source_amount_cents: integer.check(z.gte(1n, 'must be greater than 0')),
  source_amount_currency: z.string().check(z.minLength(1), z.maxLength(20)),
};

/** The query of GET /api/session/proof: whether such a transfer needs a proof. */
export const stepUpQuery = z.object(amount);

/** The answer of GET /api/session/proof. */
export const stepUpNeed = z.object({
  /** Subunits above which a transfer of this currency needs a proof; null if none does. */
  above: z.nullable(integer),
  needed: z.boolean(),
  /** The ways that this person has; none while they have no second factor that counts. */
  methods,
  /** If there is no way yet: when the person's first new second factor counts. */
  counts_from: z.nullable(instant),
});
export type StepUpNeed = z.infer<typeof stepUpNeed>;

/** The body of POST /api/session/proof: the transfer that the proof is for, and its idempotency key or order's id. */
export const stepUpRequest = z.object({
  key: sendKey,
  destination_account_id: wireId,
  /** The `fingerprint` of the account that the person was shown. */
  destination_account_fingerprint: z.string().check(z.minLength(1), z.maxLength(100)),
  ...amount,
  destination_amount_currency: z.string().check(z.minLength(1), z.maxLength(20)),
  /** Of an order that is sent on days, when it is made or changed: the proof is for all of its releases. */
  order: z.optional(orderTerms),
  /** The revision of the order, when it is of somebody else and approved: the proof is for that alone. */
  approves: z.optional(z.int().check(z.gte(1))),
});
export type StepUpRequest = z.infer<typeof stepUpRequest>;

const id = z.string().check(z.regex(/^[\w-]{43}$/));

/** The answer of POST /api/session/proof: a challenge. Its id is the `proof` of the transfer once it is answered. */
export const stepUpChallenge = z.object({
  id,
  methods,
  /** What a passkey signs; null without one. */
  passkey: z.nullable(passkeyRequestOptions),
});

const code = typedText('code', 40).check(z.minLength(1));

/** The body of POST /api/session/proof/answer. */
export const stepUpAnswer = z.union([
  z.object({ id, method: z.literal('totp'), code }),
  z.object({ id, method: z.literal('passkey'), passkey: passkeyAssertion }),
]);
export type StepUpAnswer = z.infer<typeof stepUpAnswer>;

/** The body of POST /api/session/proof/oidc, and the check page to return to. */
export const stepUpOidcRequest = z.object({ id, next: nextPage });
/** Its answer: where the browser goes to sign in again. */
export const stepUpOidcStart = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) });

/**
 * The parameter of the check page that the person returns to from the OpenID provider; `unsupported` if it can't
 * say that they have just signed in, so that trying again is of no use.
 */
export const stepUpReturn = 'proof';
export const stepUpReturns = ['given', 'refused', 'unsupported'] as const;
export type StepUpReturn = (typeof stepUpReturns)[number];
