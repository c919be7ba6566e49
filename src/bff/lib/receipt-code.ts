import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import * as z from 'zod/mini';
import { type ReceiptFacts, receiptFacts } from '../../contract/api/receipt.ts';
import { derivedFrom } from './sealed.ts';

/** The public half of a key that signs receipts: `x` as in a JWK (RFC 8037). */
export type ReceiptKey = { kid: string; x: string };
type SigningKey = ReceiptKey & { privateKey: KeyObject };

/** A code is about 370 characters. Longer ones are not read. */
const maxCodeLength = 2_000;
const codePattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key that signs receipts from GIRO_SECRET: every instance has the same one. */
export function receiptSigningKey(secret: string): SigningKey {
  const seed = derivedFrom(secret, 'receipt key', 32);
  const privateKey = createPrivateKey({
    ...{ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' },
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kid: kidOf(x), x, privateKey };
}

/** The beginning of the key's thumbprint (RFC 7638), by which the code names it. */
const kidOf = (x: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
    .slice(0, 8);

/** Public keys as a JWK set (RFC 7517). */
export const jwkSetOf = (keys: readonly ReceiptKey[]) => ({
  keys: keys.map(({ kid, x }) => ({
    ...{ kty: 'OKP', crv: 'Ed25519', kid, x, alg: 'EdDSA', use: 'sig' },
  })),
});

/** Signs what a receipt says. @returns a compact JWS (RFC 7515, EdDSA of RFC 8037) */
export function signReceipt(facts: ReceiptFacts, { kid, privateKey }: SigningKey): string {
  const signed = `${headerOf(kid)}.${base64url(payloadOf(facts))}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

/**
 * Reads a code that one of these keys signed. Only the text that `signReceipt` writes counts: one algorithm, one
 * header, one order of fields, one encoding of each byte, so that nobody makes a second code from a first.
 * @returns null for any other code, without the reason
 */
export function readReceipt(code: string, keys: readonly ReceiptKey[]): ReceiptFacts | null {
  if (code.length > maxCodeLength) return null;
  const [, header, payload, signature] = codePattern.exec(code) ?? [];
  if (header === undefined || payload === undefined || signature === undefined) return null;
  // What the header says is never followed: it is right, letter by letter, or it is nothing.
  const key = keys.find(({ kid }) => headerOf(kid) === header);
  if (!key) return null;
  const bytes = Buffer.from(signature, 'base64url');
  // The last character of a signature has bits that decoding ignores.
  if (bytes.toString('base64url') !== signature) return null;
  const publicKey = createPublicKey({
    ...{ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' },
  });
  if (!verify(null, Buffer.from(`${header}.${payload}`), publicKey, bytes)) return null;
  const facts = factsIn(payload);
  return facts && base64url(payloadOf(facts)) === payload ? facts : null;
}

/** Names what a receipt says, so that the ledger knows it again without holding it. */
export const hashOfReceipt = (facts: ReceiptFacts) =>
  createHash('sha256').update(payloadOf(facts)).digest('base64url');

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new number for a receipt: 50 random bits, easy to read out. */
export const newReceiptNumber = () =>
  [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('');

const base64url = (text: string) => Buffer.from(text).toString('base64url');

const headerOf = (kid: string) =>
  base64url(JSON.stringify({ alg: 'EdDSA', kid, typ: 'giro-receipt' }));

const payloadOf = ({ id, number, state, sent, gets, account, at }: ReceiptFacts) =>
  JSON.stringify({ id, number, state, sent, gets, account, at });

function factsIn(payload: string): ReceiptFacts | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return z.safeParse(receiptFacts, parsed).data ?? null;
  } catch {
    return null;
  }
}
