import type { LedgerDb } from '../store/schema.ts';

/** A value that GIRO_SECRET encrypts: an authenticator app's secret by its person, or the keys of notifications. */
export type SealedValue = {
  of: 'totp' | 'push-keys';
  /** The person, or the name of the keys. */
  id: string;
  /** An app that waits for its first code. */
  isPending: boolean;
  sealed: string;
};

/** Every encrypted value that is not made anew by itself. */
export async function sealedValues(db: LedgerDb): Promise<SealedValue[]> {
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

/** Writes a value encrypted anew, unless it changed since it was read. */
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
