import webPush from 'web-push';
import * as z from 'zod/mini';
import { pushKeysSeal } from '../ledger/keep/sealed-values.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { Secrets } from '../lib/sealed.ts';

const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof vapidKeys>;

const name = 'vapid';

/**
 * The keys that prove to push services who sends (VAPID, RFC 8292), the same for all instances. Made when
 * there are none, or none that these secrets decrypt: browsers then subscribe again when the app opens.
 */
export async function pushKeys(db: LedgerDb, secrets: Secrets, now: string): Promise<VapidKeys> {
  const seal = pushKeysSeal(secrets, name);
  const read = (sealed: string | null) => {
    const text = sealed === null ? null : seal.unseal(sealed);
    return text === null ? null : z.parse(vapidKeys, JSON.parse(text));
  };
  const sealed = await readSealedKey(db, name);
  const known = read(sealed);
  if (known) return known;
  const made = seal.seal(JSON.stringify(webPush.generateVAPIDKeys()));
  await writeSealedKey(db, { name, sealed: made }, sealed, now);
  // Another instance may have been first.
  const kept = read(await readSealedKey(db, name));
  if (!kept) throw new Error('the keys for push messages could not be kept');
  return kept;
}

/** The encrypted key with this name, or null. */
async function readSealedKey(db: LedgerDb, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('sealed_keys')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/**
 * Writes an encrypted key, unless another instance replaced `instead` before.
 * @param instead the unreadable key that it replaces; null for none
 */
async function writeSealedKey(
  db: LedgerDb,
  key: { name: string; sealed: string },
  instead: string | null,
  now: string,
) {
  const row = { ...key, created_at: now };
  await db
    .insertInto('sealed_keys')
    .values(row)
    .onConflict((oc) =>
      instead === null
        ? oc.doNothing()
        : oc.column('name').doUpdateSet(row).where('sealed_keys.sealed', '=', instead),
    )
    .execute();
}
