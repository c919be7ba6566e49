import * as z from 'zod/mini';
import { idPattern } from '../paths.ts';
import { instant } from './wire.ts';

export const receiptPaths = {
  /** Receipts that were issued for a transfer. */
  issued: (transfer: string) => `/api/transfers/${transfer}/receipts` as const,
  verify: '/api/receipts/verify',
  /** The public keys, as a JWK set (RFC 7517), for a check without Giro. */
  keys: '/.well-known/giro-receipt-keys.json',
};

/** The number of a receipt: of the alphabet of Crockford's base32, which has no I, L, O and U. */
export const receiptNumber = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/));

const amount = z.string().check(z.minLength(1), z.maxLength(100));

/**
 * What the code of a receipt carries, in this order: what the receipt shows, and no name. The amounts are written
 * with their currency, "100000.00 CLP"; the account is its last characters, empty where they are not known.
 */
export const receiptFacts = z.object({
  id: receiptNumber,
  number: z.string().check(z.regex(idPattern)),
  /** The service's word for the state at `at`. */
  state: z.string().check(z.minLength(1), z.maxLength(100)),
  sent: amount,
  gets: amount,
  account: z.string().check(z.maxLength(20)),
  /** When the state was read from the payment service; UTC, to the second. */
  at: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)),
});
export type ReceiptFacts = z.infer<typeof receiptFacts>;

/** A QR code as an SVG path, without a colour of its own. */
const qrPath = z.object({ size: z.number(), path: z.string() });

/** The answer of POST to `issued`. */
export const issuedReceipt = z.object({
  facts: receiptFacts,
  /** A compact JWS (RFC 7515) over `facts`. */
  code: z.string(),
  /** The page that checks it, with the code in its fragment. */
  link: z.string(),
  qr: qrPath,
});
export type IssuedReceipt = z.infer<typeof issuedReceipt>;

/** The body of DELETE to `issued`: which receipt is withdrawn. */
export const withdrawRequest = z.object({ id: receiptNumber });

/** The body of POST to `verify`. */
export const verifyRequest = z.object({ code: z.string() });

/**
 * What a check tells. `unknown`: the signature is right, but there is no record of the receipt any more. A code that
 * is not genuine is answered alike, whatever is wrong with it.
 */
export const receiptCheck = z.union([
  z.object({
    verdict: z.literal('genuine'),
    facts: receiptFacts,
    /** The transfer's state now; null when it can't be read. */
    now: z.nullable(
      z.object({
        state: z.string(),
        as_of: instant,
        /** True if the account has another number since: it may be edited until it is paid (contract 3). */
        account_changed: z.boolean(),
      }),
    ),
  }),
  z.object({ verdict: z.enum(['withdrawn', 'unknown', 'not-genuine']) }),
]);
export type ReceiptCheck = z.infer<typeof receiptCheck>;
