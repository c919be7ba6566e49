import { createSeal, type Secrets, secretFingerprint } from '../../lib/sealed.ts';
import { changeFingerprint, keepFingerprint, keptFingerprint } from '../store/fingerprints.ts';
import type { LedgerDb } from '../store/schema.ts';

/** Encrypts the secret of a person's app. Bound to the person: copied to another row it does not decrypt. */
export const totpSeal = (secrets: Secrets, user_id: string) => createSeal(secrets, 'totp', user_id);

/** Encrypts the keys of notifications. */
export const pushKeysSeal = (secrets: Secrets, name: string) =>
  createSeal(secrets, 'push keys', name);

/** A value that GIRO_SECRET encrypts: an authenticator app's secret by its person, or the keys of notifications. */
type SealedValue = {
  of: 'totp' | 'push-keys';
  /** The person, or the name of the keys. */
  id: string;
  /** An app that waits for its first code. */
  isPending: boolean;
  sealed: string;
};

/** Every encrypted value that nothing replaces by itself. */
async function sealedValues(db: LedgerDb): Promise<SealedValue[]> {
  const apps = await db
    .selectFrom('totp_factors')
    .select(['user_id', 'sealed', 'pending_sealed'])
    .execute();
  const keys = await db.selectFrom('sealed_keys').select(['name', 'sealed']).execute();
  const one = (id: string, isPending: boolean, sealed: string | null): SealedValue[] =>
    sealed === null ? [] : [{ of: 'totp', id, isPending, sealed }];
  return [
    ...apps.flatMap(({ user_id, sealed, pending_sealed }) => [
      ...one(user_id, false, sealed),
      ...one(user_id, true, pending_sealed),
    ]),
    ...keys.map(({ name, sealed }) => ({
      of: 'push-keys' as const,
      id: name,
      isPending: false,
      sealed,
    })),
  ];
}

/** Writes a value that was encrypted again, unless it changed since it was read. */
export async function replaceSealed(db: LedgerDb, value: SealedValue, sealed: string) {
  const { of, id, isPending } = value;
  if (of === 'push-keys') {
    await db
      .updateTable('sealed_keys')
      .set({ sealed })
      .where('name', '=', id)
      .where('sealed', '=', value.sealed)
      .execute();
    return;
  }
  const column = isPending ? 'pending_sealed' : 'sealed';
  await db
    .updateTable('totp_factors')
    .set({ [column]: sealed })
    .where('user_id', '=', id)
    .where(column, '=', value.sealed)
    .execute();
}

/** What rotation would make of each encrypted value: `renewed`, `current` as it is, or `lost` as no secret opens it. */
export async function renewals(db: LedgerDb, secrets: Secrets) {
  const renewed: [SealedValue, sealed: string][] = [];
  const lost: SealedValue[] = [];
  let current = 0;
  for (const value of await sealedValues(db)) {
    const seal =
      value.of === 'totp' ? totpSeal(secrets, value.id) : pushKeysSeal(secrets, value.id);
    const sealed = seal.renew(value.sealed);
    if (sealed === null) lost.push(value);
    else if (sealed === value.sealed) current += 1;
    else renewed.push([value, sealed]);
  }
  return { renewed, current, lost };
}

/**
 * True if this ledger was made with one of these secrets, or with none yet. One from before fingerprints is asked for
 * what was encrypted in it.
 */
export async function knowsSecret(db: LedgerDb, secrets: Secrets): Promise<boolean> {
  const kept = await keptFingerprint(db, 'secret');
  if (kept !== null) return secrets.map(secretFingerprint).includes(kept);
  const { renewed, current, lost } = await renewals(db, secrets);
  return lost.length === 0 || renewed.length + current > 0;
}

/**
 * Records the newest secret as the one that this ledger is made with, if it knows one of them.
 * @returns false, and records nothing, if it was made with another
 */
export async function keepSecret(db: LedgerDb, secrets: Secrets, now: string): Promise<boolean> {
  if (!(await knowsSecret(db, secrets))) return false;
  const newest = secretFingerprint(secrets[0]);
  const kept = await keepFingerprint(db, 'secret', newest, now);
  if (kept === newest) return true;
  // Another instance may have been the first to keep one.
  if (!(await knowsSecret(db, secrets))) return false;
  await changeFingerprint(db, 'secret', newest, now);
  return true;
}

/** Records the newest secret in place of one that is lost. */
export const acceptSecret = (db: LedgerDb, secrets: Secrets, now: string): Promise<void> =>
  changeFingerprint(db, 'secret', secretFingerprint(secrets[0]), now);
