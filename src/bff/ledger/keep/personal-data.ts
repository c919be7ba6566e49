import { type SqlBool, sql } from 'kysely';
import { openStates } from '../../../contract/api/send-states.ts';
import { erasedEmail, lockUser, type UserRow } from '../people/users.ts';
import { isPostgres } from '../store/is-postgres.ts';
import type { LedgerDb, LedgerSchema } from '../store/schema.ts';

/** Deleted with the person. `news` is deleted with its deliveries. */
export const erasedTables = [
  ...['sessions', 'push_devices', 'passkeys', 'passkey_challenges', 'totp_factors'],
  ...['recovery_codes', 'password_links', 'invitations', 'sign_in_challenges'],
  ...['step_up_challenges', 'oidc_subjects', 'account_marks', 'account_claims'],
  ...['news', 'news_settings', 'case_assignments', 'case_waits', 'saved_views'],
  ...['receipts', 'transfer_notes', 'person_limits'],
] as const satisfies (keyof LedgerSchema)[];

/** Kept under the person's number: the record of money, of whose it is, and of who did what. */
export const keptTables = [
  ...[
    'orders',
    'order_releases',
    'order_approvals',
    'sends',
    'send_snapshots',
    'owners',
    'statement_transfers',
    'audit',
  ],
] as const satisfies (keyof LedgerSchema)[];

type PersonTable = (typeof erasedTables)[number] | (typeof keptTables)[number];

/**
 * What proves who somebody is: it is of no use to them, and anybody with the export could sign in with it. And the
 * words of their notes, which the export has as they wrote them.
 */
const secretColumns = new Set([
  ...['password_hash', 'password_mark', 'id_hash', 'token_hash', 'code_hash', 'session_hash'],
  ...['challenge_hash', 'holder_hash', 'oidc_attempt', 'sealed', 'pending_sealed', 'public_key'],
  ...['endpoint', 'p256dh', 'auth', 'unsubscribe_token', 'body_hash', 'guard_scope'],
  ...['id_token_sealed', 'facts_hash', 'note_words', 'reference_words'],
]);

type Row = Record<string, unknown>;

/** All that the ledger holds on a person, by table, without secrets. Numbers of rows and counters are texts. */
export async function exportPerson(
  tx: LedgerDb,
  person: UserRow,
): Promise<Record<string, Row | Row[]>> {
  const found: Record<string, Row | Row[]> = { person: withoutSecrets(person) };
  for (const table of [...keptTables, ...erasedTables]) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where user_id = ${person.id}`.execute(tx);
    if (rows.length > 0) found[table] = rows.map(withoutSecrets);
  }
  return found;
}

/** How many rows of each table are a person's; none with zero. */
export async function countPersonRows(
  tx: LedgerDb,
  user_id: string,
  tables: readonly PersonTable[],
): Promise<[table: PersonTable, rows: number][]> {
  const counts: [PersonTable, number][] = [];
  for (const table of tables) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)} where user_id = ${user_id}`.execute(tx);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) counts.push([table, count]);
  }
  return counts;
}

/** Sends of a person whose outcome somebody still has to find out. */
export async function countOpenSends(tx: LedgerDb, user_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sends')
    .leftJoin('look_alikes', (on) =>
      on.onRef('look_alikes.send_key', '=', 'sends.key').on('look_alikes.resolved_at', 'is', null),
    )
    .select(({ fn }) => fn.count('sends.key').distinct().as('count'))
    .where('sends.user_id', '=', user_id)
    .where((eb) =>
      eb.or([eb('sends.state', 'in', openStates), eb('look_alikes.send_key', 'is not', null)]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Deletes what the ledger holds on a person, but for the record of money. That names them by their number only: name
 * and e-mail are replaced, and nobody signs in as them any more.
 * @param now ISO 8601
 */
export async function erasePerson(tx: LedgerDb, { id, disabled_at }: UserRow, now: string) {
  // First, as everybody who changes a person and their sessions.
  await lockUser(tx, id);
  await tx
    .deleteFrom('deliveries')
    .where('news_number', 'in', tx.selectFrom('news').select('number').where('user_id', '=', id))
    .execute();
  // What support noted about the person's sends and transfers may name them. No export holds it: it is for support only.
  await tx
    .deleteFrom('case_notes')
    .where('case_key', 'in', tx.selectFrom('sends').select('key').where('user_id', '=', id))
    .execute();
  await tx
    .deleteFrom('case_notes')
    .where('case_key', 'in', ({ selectFrom }) =>
      selectFrom('owners').select('id').where('kind', '=', 'transfer').where('user_id', '=', id),
    )
    .execute();
  // So may what support proposed and did not decide by. What it decided by is the send's reason, which is kept.
  await tx
    .deleteFrom('resolve_proposals')
    .where('send_key', 'in', tx.selectFrom('sends').select('key').where('user_id', '=', id))
    .where('state', '<>', 'confirmed')
    .execute();
  for (const table of erasedTables) {
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  }
  await tx
    .deleteFrom('rate_limits')
    .where((eb) =>
      eb.or([
        eb('key', '=', `code ${id}`),
        sql<SqlBool>`key like ${`code ${escaped(id)} %`} escape '!'`,
      ]),
    )
    .execute();
  await stopOrders(tx, id, now);
  await tx
    .updateTable('users')
    .set({
      email: erasedEmail(id),
      name: 'Erased person',
      password_hash: null,
      hold_seconds: null,
      disabled_at: disabled_at ?? now,
    })
    .where('id', '=', id)
    .execute();
}

/** Nothing is sent for a person who is erased, and nothing is left of what they wrote on it. */
async function stopOrders(tx: LedgerDb, user_id: string, now: string) {
  await tx
    .updateTable('orders')
    .set((eb) => ({
      ...{ state: 'stopped', reason: 'erased', release_at: null, updated_at: now },
      revision: eb('revision', '+', 1),
    }))
    .where('user_id', '=', user_id)
    .where('state', 'in', ['waiting', 'releasing', 'needs_you'])
    .execute();
  await tx
    .updateTable('order_releases')
    .set({ state: 'refused', reason: 'stopped', at: now })
    .where('user_id', '=', user_id)
    .where('state', '=', 'releasing')
    .execute();
  // Why one was declined may name the person.
  await tx
    .updateTable('order_approvals')
    .set({ reason: null })
    .where('order_id', 'in', tx.selectFrom('orders').select('id').where('user_id', '=', user_id))
    .execute();
  await tx
    .updateTable('orders')
    .set({ note: null, reference: null })
    .where('user_id', '=', user_id)
    .execute();
}

/**
 * Overwrites what deleted rows left in the file of SQLite and in its write-ahead log. PostgreSQL does so by itself
 * (autovacuum). Not in a transaction.
 * @returns false if a reader of the log is in the way: it still holds old pages
 */
export async function overwriteDeleted(db: LedgerDb): Promise<boolean> {
  if (isPostgres(db)) return true;
  await sql`vacuum`.execute(db);
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

/** The numbers of a person's recipients, whose details only the service has. */
export async function recipientIdsOf(tx: LedgerDb, user_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('owners')
    .select('id')
    .where('kind', '=', 'account')
    .where('user_id', '=', user_id)
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b));
}

const escaped = (text: string) => text.replace(/[!%_]/g, '!$&');

function withoutSecrets(row: object): Row {
  const kept = Object.entries(row).filter(([column]) => !secretColumns.has(column));
  return Object.fromEntries(
    kept.map(([column, value]) => [column, typeof value === 'bigint' ? String(value) : value]),
  );
}
