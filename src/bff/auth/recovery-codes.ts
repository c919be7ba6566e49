import { createHash, randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { addNews } from '../ledger/news/news.ts';
import {
  countRecoveryCodes,
  takeRecoveryCode,
  writeRecoveryCodes,
} from '../ledger/people/second-factors.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';

const count = 10;
/** 80 bits, so that a plain hash is enough: 16 characters. */
const bytes = 10;

/**
 * Makes recovery codes for a person in place of their old ones.
 * @param now milliseconds since 1970
 * @returns them in groups of four; the ledger has only their hashes
 */
export async function makeRecoveryCodes(
  tx: LedgerDb,
  user_id: string,
  now: number,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    base32crockford.encode(Uint8Array.from(randomBytes(bytes))).toLowerCase(),
  );
  const hashes = codes.map((code) => hashOf(user_id, code));
  await writeRecoveryCodes(tx, user_id, hashes, timestamp(now));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/**
 * Uses a recovery code, which works once, and tells the person by mail how many are left.
 * Attempts are for the caller to count.
 * @param now milliseconds since 1970
 * @param alongside runs with a right code, in its transaction: if it throws, the code is not used up
 * @returns how many are left; null if the code is wrong or was used
 */
export function spendRecoveryCode(
  db: LedgerDb,
  user_id: string,
  code: string,
  now: number,
  alongside: (tx: LedgerDb) => Promise<void> = async () => {},
): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeRecoveryCode(tx, user_id, hashOf(user_id, asMade(code))))) return null;
    await alongside(tx);
    const left = await countRecoveryCodes(tx, user_id);
    const at = timestamp(now);
    const subject = `recovery-code ${left} left ${at}`;
    await addNews(tx, [{ user_id, kind: 'recovery-code-used', subject }], at);
    return left;
  });
}

/** A code as it was made, however it was typed: Crockford's base32 has no letters that look like digits. */
const asMade = (code: string) =>
  code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

const hashOf = (user_id: string, code: string) =>
  createHash('sha256').update(`recovery-code\0${user_id}\0${code}`).digest('base64url');
