import type { SecondFactorRequest } from '../../contract/api/second-factor.ts';
import type { SecondFactorAsked } from '../../contract/api/session.ts';
import type { Config } from '../config/config.ts';
import { addNews } from '../ledger/news/news.ts';
import { passkeysOf, removePasskey, removePasskeysOf } from '../ledger/people/passkeys.ts';
import {
  countRecoveryCodes,
  findTotp,
  removeTotp,
  writeRecoveryCodes,
} from '../ledger/people/second-factors.ts';
import { endSessions } from '../ledger/people/sessions.ts';
import { removeChallenges } from '../ledger/people/sign-in-challenges.ts';
import { lockUser, type UserRow } from '../ledger/people/users.ts';
import type { FactorProof } from '../ledger/store/people-schema.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { makeRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import { confirmTotp, type TotpDeps, verifyTotp } from './totp.ts';

/** A person whose second factor is asked for, and the device on which they signed in before. */
type Claimant = { user_id: string; device: string | null };

/**
 * What a person can show as a second factor; empty if they have none. Recovery codes count only beside another:
 * they are its replacement.
 */
export async function secondFactorMethods(db: LedgerDb, user_id: string): Promise<string[]> {
  const factors = await ownFactorNames(db, user_id);
  if (factors.length === 0) return [];
  return (await countRecoveryCodes(db, user_id)) > 0 ? [...factors, 'recovery_code'] : factors;
}

/** The person's factors, without recovery codes. */
export async function ownFactorNames(db: LedgerDb, user_id: string): Promise<string[]> {
  const [totp, passkeys] = await Promise.all([findTotp(db, user_id), passkeysOf(db, user_id)]);
  return [...(totp?.sealed ? ['totp'] : []), ...(passkeys.length > 0 ? ['passkey'] : [])];
}

/** True if people of this role need a second factor beside their password (REQUIRE_SECOND_FACTOR). */
export const isFactorRequired = (
  { requireSecondFactor }: Pick<Config, 'requireSecondFactor'>,
  { role }: Pick<UserRow, 'role'>,
) => requireSecondFactor.has(role);

/** What a sign-in asks for after the right password; null if nothing. */
export async function askedAfterPassword(
  db: LedgerDb,
  config: Pick<Config, 'requireSecondFactor'>,
  user: UserRow,
): Promise<SecondFactorAsked['second_factor'] | null> {
  const methods = await secondFactorMethods(db, user.id);
  if (methods.length > 0) return { methods, enrol: [] };
  return isFactorRequired(config, user) ? { methods, enrol: ['totp'] } : null;
}

/**
 * Checks a code as proof of a second factor. It counts as an attempt before it is checked, over all instances.
 * @param now the store's time, in milliseconds since 1970
 * @param alongside runs in the transaction that uses a recovery code up
 * @throws ProblemError wrong-code, code-used, too-many-requests
 */
export async function proveByCode(
  deps: TotpDeps & { attempts: SignInAttempts },
  { user_id, device }: Claimant,
  { method, code }: SecondFactorRequest,
  now: number,
  alongside?: (tx: LedgerDb) => Promise<void>,
): Promise<void> {
  const { db, attempts } = deps;
  await attempts.takeCode(user_id, device);
  const result =
    method === 'totp'
      ? await verifyTotp(deps, user_id, code, now)
      : (await spendRecoveryCode(db, user_id, code, now, alongside)) === null
        ? 'wrong'
        : 'ok';
  if (result === 'used') throw new ProblemError('code-used');
  if (result !== 'ok') throw new ProblemError('wrong-code');
  await attempts.forgetCode(user_id, device);
}

/**
 * Confirms a person's new authenticator app by its first code, counted as an attempt, and tells them by mail.
 * @param options `first`: only if the person has no second factor, as in a sign-in that asks for one
 * @returns recovery codes to show once; null if they have some already
 * @throws ProblemError wrong-code, too-many-requests; enrolment-expired if no app waits for its code
 */
export async function addTotp(
  deps: TotpDeps & { attempts: SignInAttempts },
  { user_id, device }: Claimant,
  code: string,
  { now, first }: { now: number; first: boolean },
): Promise<string[] | null> {
  await deps.attempts.takeCode(user_id, device);
  const result = await confirmTotp(
    deps,
    user_id,
    code,
    { now, first },
    {
      before: (tx, added_by) => requireMayChange(tx, user_id, added_by),
      done: (tx) => noteFactorAdded(tx, user_id, 'totp', now),
    },
  );
  if (result.is !== 'ok') {
    throw new ProblemError(result.is === 'wrong' ? 'wrong-code' : 'enrolment-expired');
  }
  await deps.attempts.forgetCode(user_id, device);
  return result.done;
}

/**
 * Refuses a change of factors that was begun with the password alone, if the person has one by now. Called first in
 * the transaction of the change, so that of two at once the second is refused.
 * @param by what the person proved
 * @throws ProblemError own-factor-required
 */
export async function requireMayChange(tx: LedgerDb, user_id: string, by: FactorProof) {
  await lockUser(tx, user_id);
  if (by !== 'password') return;
  if ((await ownFactorNames(tx, user_id)).length > 0) throw new ProblemError('own-factor-required');
}

/**
 * What goes with every new second factor, in its transaction: the news by mail, and recovery codes if the person
 * has none.
 * @param factor such as `totp`
 * @returns recovery codes to show once, or null
 */
export async function noteFactorAdded(
  tx: LedgerDb,
  user_id: string,
  factor: string,
  now: number,
): Promise<string[] | null> {
  const at = timestamp(now);
  const kind = factor === 'passkey' ? 'passkey-added' : 'factor-added';
  await addNews(tx, [{ user_id, kind, subject: `factor ${factor} ${at}` }], at);
  return (await countRecoveryCodes(tx, user_id)) > 0 ? null : makeRecoveryCodes(tx, user_id, now);
}

/**
 * What goes with every removed second factor, in its transaction: the news by mail. With the last one the
 * recovery codes go too.
 */
async function noteFactorRemoved(tx: LedgerDb, user_id: string, factor: string, now: number) {
  const at = timestamp(now);
  const kind = factor === 'passkey' ? 'passkey-removed' : 'factor-removed';
  await addNews(tx, [{ user_id, kind, subject: `factor ${factor} ${at}` }], at);
  const left = await ownFactorNames(tx, user_id);
  if (left.length === 0) await writeRecoveryCodes(tx, user_id, [], at);
}

/**
 * Makes new recovery codes for a person with a second factor.
 * @param by what the person proved
 * @returns them, to show once
 * @throws ProblemError own-factor-required; not-found if there is no factor
 */
export function renewRecoveryCodes(db: LedgerDb, user_id: string, by: FactorProof, now: number) {
  return db.transaction().execute(async (tx) => {
    await requireMayChange(tx, user_id, by);
    if ((await ownFactorNames(tx, user_id)).length === 0) throw new ProblemError('not-found');
    return makeRecoveryCodes(tx, user_id, now);
  });
}

/**
 * Turns off a person's authenticator app.
 * @param by what the person proved
 * @throws ProblemError own-factor-required; second-factor-required if their role may not do without; not-found if
 *   there is none
 */
export function turnOffTotp(
  db: LedgerDb,
  config: Pick<Config, 'requireSecondFactor'>,
  user: Pick<UserRow, 'id' | 'role'>,
  by: FactorProof,
  now: number,
) {
  return db.transaction().execute(async (tx) => {
    await requireMayChange(tx, user.id, by);
    if (!(await removeTotp(tx, user.id))) throw new ProblemError('not-found');
    await noteFactorRemoved(tx, user.id, 'totp', now);
    await requireOneLeft(tx, config, user);
  });
}

/**
 * Removes a passkey of a person.
 * @param by what the person proved
 * @throws ProblemError own-factor-required; second-factor-required if their role may not do without; not-found if it
 *   is not theirs
 */
export function takePasskey(
  db: LedgerDb,
  config: Pick<Config, 'requireSecondFactor'>,
  user: Pick<UserRow, 'id' | 'role'>,
  { id, by }: { id: string; by: FactorProof },
  now: number,
) {
  return db.transaction().execute(async (tx) => {
    await requireMayChange(tx, user.id, by);
    if (!(await removePasskey(tx, { user_id: user.id, id }))) throw new ProblemError('not-found');
    await noteFactorRemoved(tx, user.id, 'passkey', now);
    await requireOneLeft(tx, config, user);
  });
}

/** @throws ProblemError second-factor-required, within the transaction, which takes all of it back */
async function requireOneLeft(
  tx: LedgerDb,
  config: Pick<Config, 'requireSecondFactor'>,
  user: Pick<UserRow, 'id' | 'role'>,
) {
  const left = await ownFactorNames(tx, user.id);
  if (left.length === 0 && isFactorRequired(config, user)) {
    throw new ProblemError('second-factor-required');
  }
}

/**
 * Takes all second factors from a person who lost them, for an administrator: their sessions end, and they are
 * told by mail. The next sign-in asks for the password alone, and for a new factor where the role needs one.
 * @returns whether they had one, and hashes of the sessions that ended
 */
export async function resetSecondFactor(
  tx: LedgerDb,
  user_id: string,
  now: number,
): Promise<{ had: boolean; ended: string[] }> {
  const hadTotp = await removeTotp(tx, user_id);
  const had = (await removePasskeysOf(tx, user_id)) > 0 || hadTotp;
  await writeRecoveryCodes(tx, user_id, [], timestamp(now));
  await removeChallenges(tx, { user_id });
  if (had) await noteFactorRemoved(tx, user_id, 'all', now);
  return { had, ended: had ? await endSessions(tx, user_id, { but: null }) : [] };
}
