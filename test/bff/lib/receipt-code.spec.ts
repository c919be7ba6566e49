import { createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  jwkSetOf,
  newReceiptNumber,
  readReceipt,
  receiptSigningKey,
  signReceipt,
} from '../../../src/bff/lib/receipt-code.ts';
import { type ReceiptFacts, receiptNumber } from '../../../src/contract/api/receipt.ts';

const secretOf = (name: string) => name.padEnd(32, '.');
const key = receiptSigningKey(secretOf('ours'));
const older = receiptSigningKey(secretOf('older'));
const foreign = receiptSigningKey(secretOf('another installation'));

const facts: ReceiptFacts = {
  id: '7K3M9QX2TD',
  number: '9001',
  state: 'pending',
  sent: '100000.00 CLP',
  gets: '431270.00 COP',
  account: '4821',
  at: '2026-11-27T12:57:43Z',
};
const code = signReceipt(facts, key);
const [header = '', payload = '', signature = ''] = code.split('.');
const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url');
const textOf = (part: string) => Buffer.from(part, 'base64url').toString();

/** Signs any header and payload with our own key: what the checks beside the signature are for. */
const signed = (head: string, body: string) =>
  `${head}.${body}.${base64url(sign(null, Buffer.from(`${head}.${body}`), key.privateKey))}`;

const payloadWith = (change: Partial<ReceiptFacts>) =>
  base64url(JSON.stringify({ ...facts, ...change }));

/** The order of the group of Ed25519: S + L verifies too where S is not bounded (RFC 8032, 5.1.7). */
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
function withLargeS(): string {
  const bytes = Buffer.from(signature, 'base64url');
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
  const large = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return base64url(Buffer.concat([bytes.subarray(0, 32), large]));
}

/** The same bytes, with a bit in the last character that decoding ignores. */
function withSpareBit(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return part.slice(0, -1) + (alphabet[alphabet.indexOf(part.slice(-1)) + 1] ?? '');
}

test('a code says what was signed, and what it carries is what is listed here', () => {
  expect(readReceipt(code, [key])).toEqual(facts);
  expect(textOf(header)).toBe(`{"alg":"EdDSA","kid":"${key.kid}","typ":"giro-receipt"}`);
  expect(textOf(payload)).toBe(
    '{"id":"7K3M9QX2TD","number":"9001","state":"pending","sent":"100000.00 CLP","gets":"431270.00 COP","account":"4821","at":"2026-11-27T12:57:43Z"}',
  );
  expect(code.length).toBeLessThan(400);
});

test('the public key of the JWK set checks it without Giro', () => {
  const [jwk] = jwkSetOf([key]).keys;
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const text = Buffer.from(`${header}.${payload}`);
  expect(verify(null, text, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(jwk).toEqual({
    ...{ kty: 'OKP', crv: 'Ed25519', kid: key.kid, x: key.x, alg: 'EdDSA', use: 'sig' },
  });
});

test('every instance derives the same key from a secret, and reads what an older one signed', () => {
  expect(receiptSigningKey(secretOf('ours'))).toMatchObject({ kid: key.kid, x: key.x });
  expect(readReceipt(signReceipt(facts, older), [key, older])).toEqual(facts);
  expect(readReceipt(signReceipt(facts, older), [key])).toBeNull();
});

test.each([
  ['an altered amount', `${header}.${payloadWith({ gets: '931270.00 COP' })}.${signature}`],
  ['an altered state', `${header}.${payloadWith({ state: 'executed' })}.${signature}`],
  ['an altered number', `${header}.${payloadWith({ number: '9002' })}.${signature}`],
  ['the key of another installation', signReceipt(facts, foreign)],
  ['another key under our kid', signReceipt(facts, { ...foreign, kid: key.kid })],
  [
    'no algorithm',
    `${base64url(`{"alg":"none","kid":"${key.kid}","typ":"giro-receipt"}`)}.${payload}.`,
  ],
  [
    'no algorithm, with a signature',
    signed(base64url(`{"alg":"none","kid":"${key.kid}","typ":"giro-receipt"}`), payload),
  ],
  [
    'another algorithm',
    signed(base64url(`{"alg":"HS256","kid":"${key.kid}","typ":"giro-receipt"}`), payload),
  ],
  [
    'another header',
    signed(base64url(`{"kid":"${key.kid}","alg":"EdDSA","typ":"giro-receipt"}`), payload),
  ],
  ['a text after it', `${code}A`],
  ['a part after it', `${code}.${signature}`],
  ['a space in it', `${header}. ${payload}.${signature}`],
  ['padding', `${header}.${payload}.${signature}==`],
  ['the other alphabet of base64', code.replaceAll('-', '+').replaceAll('_', '/').concat('=')],
  ['its end cut off', code.slice(0, -1)],
  ['its beginning cut off', code.slice(1)],
  ['no signature', `${header}.${payload}`],
  ['nothing', ''],
  ['more than a code has', 'A'.repeat(1_000_000)],
  ['a large S, which is another signature of the same', `${header}.${payload}.${withLargeS()}`],
  ['spare bits in the signature', `${header}.${payload}.${withSpareBit(signature)}`],
  ['another order of fields', signed(header, base64url(JSON.stringify(reversed(facts))))],
  ['a field more', signed(header, base64url(JSON.stringify({ ...facts, name: 'Gloria' })))],
  ['a space in its JSON', signed(header, base64url(`${textOf(payload)} `))],
  ['a field twice', signed(header, base64url(textOf(payload).replace('{', '{"id":"0000000000",')))],
  ['another type of a field', signed(header, base64url('{"id":7}'))],
  ['no JSON', signed(header, base64url('receipt'))],
])('refuses a code with %s', (_what, forged) => {
  expect(readReceipt(forged, [key, older])).toBeNull();
});

test('the spec’s forgeries are right but for one thing', () => {
  // Without this, a mistake in `signed` would refuse all of them.
  expect(readReceipt(signed(header, payload), [key])).toEqual(facts);
  expect(withSpareBit(signature)).not.toBe(signature);
  expect(Buffer.from(withSpareBit(signature), 'base64url')).toEqual(
    Buffer.from(signature, 'base64url'),
  );
});

test('numbers of receipts are of the documented alphabet, and differ', () => {
  const numbers = Array.from({ length: 200 }, newReceiptNumber);
  for (const one of numbers) expect(receiptNumber.safeParse(one).success, one).toBe(true);
  expect(new Set(numbers).size).toBe(200);
});

function reversed(one: ReceiptFacts) {
  return Object.fromEntries(Object.entries(one).reverse());
}
