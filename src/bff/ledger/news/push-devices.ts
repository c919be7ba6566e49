import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PushDevicesTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type PushDevice = Selectable<PushDevicesTable>;

/** A person's devices beyond this number: the one renewed longest ago is dropped. */
const maxDevices = 10;

/** Adds a device, or makes it this person's and session's. @param now ISO 8601 */
export async function addPushDevice(
  db: LedgerDb,
  device: Omit<PushDevice, 'id' | 'renewed_at'>,
  now: string,
) {
  await db.transaction().execute(async (tx) => {
    const row = { ...device, renewed_at: now };
    await tx
      .insertInto('push_devices')
      .values({ ...row, id: randomUUID() })
      .onConflict((oc) => oc.column('endpoint').doUpdateSet(row))
      .execute();
    const devices = await pushDevicesOf(tx, device.user_id);
    for (const { id } of devices.slice(maxDevices)) await removePushDevice(tx, { id });
  });
}

/** A person's devices, the latest renewed first. */
export function pushDevicesOf(db: LedgerDb, user_id: string): Promise<PushDevice[]> {
  return db
    .selectFrom('push_devices')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('renewed_at', 'desc')
    .orderBy('id')
    .execute();
}

type By = { id: string } | { endpoint: string; user_id?: string } | { session_hash: string };

/** Finds the device with an id or endpoint. */
export function findPushDevice(
  db: LedgerDb,
  by: { id: string } | { endpoint: string },
): Promise<PushDevice | undefined> {
  let query = db.selectFrom('push_devices').selectAll();
  for (const [column, value] of entriesOf(by)) query = query.where(column, '=', value);
  return query.executeTakeFirst();
}

/** Deletes devices by all given columns. */
export async function removePushDevice(db: LedgerDb, by: By) {
  let query = db.deleteFrom('push_devices');
  for (const [column, value] of entriesOf(by)) query = query.where(column, '=', value);
  await query.execute();
}

const columns = ['id', 'endpoint', 'user_id', 'session_hash'] as const;

function entriesOf(by: { [name in (typeof columns)[number]]?: string }) {
  return columns.flatMap((column) => {
    const value = by[column];
    return value === undefined ? [] : [[column, value] as const];
  });
}
