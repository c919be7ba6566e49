import { Secret, TOTP } from 'otpauth';
import { enrolmentMinutes, type TotpEnrolment } from '../../contract/api/second-factor.ts';
import { totpSeal } from '../ledger/keep/sealed-values.ts';
import {
  acceptTotpStep,
  confirmPendingTotp,
  findTotp,
  purgePendingTotp,
  writePendingTotp,
} from '../ledger/people/second-factors.ts';
import type { UserRow } from '../ledger/people/users.ts';
import type { FactorProof } from '../ledger/store/people-schema.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { qrPath } from '../lib/qr-path.ts';
import type { Secrets } from '../lib/sealed.ts';
import { timestamp } from '../lib/timestamp.ts';

/** Where the secrets of authenticator apps are, and what they are encrypted with. */
export type TotpDeps = { db: LedgerDb; secrets: Secrets };

/** `used`: right, but its step or a later one was accepted before. `none`: there is no app to check it with. */
type TotpResult = 'ok' | 'wrong' | 'used' | 'none';

// What every authenticator app supports (RFC 6238).
const algorithm = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A phone's clock may be this many steps of 30 s from the store's. */
const toleratedSteps = 1;
const secretBytes = 20;
const livesForMs = enrolmentMinutes * 60_000;

/**
 * Checks a code of a person's authenticator app and accepts each step once, at all instances on the ledger.
 * Attempts are for the caller to count.
 * @param now the store's time, in milliseconds since 1970
 * @throws Error if none of the secrets decrypts the app's
 */
export async function verifyTotp(
  { db, secrets }: TotpDeps,
  user_id: string,
  code: string,
  now: number,
): Promise<TotpResult> {
  const row = await findTotp(db, user_id);
  if (!row || row.sealed === null) return 'none';
  const step = stepOf(openSecret(secrets, user_id, row.sealed), code, now);
  if (step === null) return 'wrong';
  return (await acceptTotpStep(db, { user_id, sealed: row.sealed }, step)) ? 'ok' : 'used';
}

/**
 * Starts an authenticator app for a person: it waits 15 minutes for its first code, and takes the place of one
 * that waits. A confirmed one goes on until then.
 * @param issuer the name by which the app lists it
 * @param pending_added_by what the person proved before
 */
export async function beginTotp(
  { db, secrets }: TotpDeps,
  { id: user_id, email }: Pick<UserRow, 'id' | 'email'>,
  issuer: string,
  pending_added_by: FactorProof,
  now: number,
): Promise<TotpEnrolment> {
  const totp = new TOTP({
    ...algorithm,
    issuer,
    label: email,
    secret: new Secret({ size: secretBytes }),
  });
  const pending_sealed = totpSeal(secrets, user_id).seal(totp.secret.base32);
  const pending = { pending_sealed, pending_at: timestamp(now), pending_added_by };
  await writePendingTotp(db, user_id, pending);
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrPath(uri) };
}

/**
 * Confirms the authenticator app that waits, by its first code, which then signs nobody in.
 * @param options `first`: only if the person has no confirmed one
 * @param work runs in the transaction that confirms it: `before` with what the person proved to begin it
 */
export async function confirmTotp<T>(
  { db, secrets }: TotpDeps,
  user_id: string,
  code: string,
  { now, first }: { now: number; first: boolean },
  work: {
    before: (tx: LedgerDb, added_by: FactorProof) => Promise<void>;
    done: (tx: LedgerDb) => Promise<T>;
  },
): Promise<{ is: 'ok'; done: T } | { is: 'wrong' | 'none' }> {
  const row = await findTotp(db, user_id);
  const { pending_sealed, pending_at, pending_added_by } = row ?? {};
  if (!row || !pending_sealed || !pending_at || !pending_added_by) return { is: 'none' };
  if (now - Date.parse(pending_at) > livesForMs) return { is: 'none' };
  if (first && row.sealed !== null) return { is: 'none' };
  const step = stepOf(openSecret(secrets, user_id, pending_sealed), code, now);
  if (step === null) return { is: 'wrong' };
  return db.transaction().execute(async (tx) => {
    await work.before(tx, pending_added_by);
    const isConfirmed = await confirmPendingTotp(tx, row, step, timestamp(now));
    return isConfirmed ? { is: 'ok', done: await work.done(tx) } : { is: 'none' };
  });
}

/** Deletes the apps that waited too long. @param now milliseconds since 1970 */
export const purgeExpiredTotp = (db: LedgerDb, now: number) =>
  purgePendingTotp(db, timestamp(now - livesForMs));

function openSecret(secrets: Secrets, user_id: string, sealed: string): Secret {
  const text = totpSeal(secrets, user_id).unseal(sealed);
  if (text !== null) return Secret.fromBase32(text);
  throw new Error(
    'an authenticator app’s secret is not decrypted by GIRO_SECRET or GIRO_SECRET_PREVIOUS',
  );
}

/** The step of a code, or null if it is of none around now. */
function stepOf(secret: Secret, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = TOTP.validate({
    ...algorithm,
    secret,
    token,
    window: toleratedSteps,
    timestamp: now,
  });
  return delta === null ? null : TOTP.counter({ period: algorithm.period, timestamp: now }) + delta;
}
