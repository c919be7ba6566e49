import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { hashPassword } from '../../src/bff/auth/passwords.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { paths } from '../../src/contract/paths.ts';
import type { Transfer } from '../../src/contract/transfer.ts';
import { addAccountDirectly } from '../support/service-account.ts';
import { fillMirror, listedBy } from './filled-mirror.ts';
import { type Person, signedIn } from './measured-giro.ts';
import type { SeededService } from './seeded-service.ts';
import { tokenOf } from './service-token.ts';

export const password = 'a password of the benchmark';
const maxSenders = 300;
const accountsPerSender = 5;
const writtenAtOnce = 1_000;
const postsAtOnce = 16;

/** The address that a person of the ledger signs in with. */
export const emailOf = (place: number) => `${place}@giro.example`;

type Listed = readonly Pick<Transfer, 'id' | 'destination_account_id' | 'source_amount_cents'>[];

/**
 * Fills a ledger with the service's transfers, each owned by the sender of its recipient.
 * @returns the session cookies: of support, then of the senders
 */
export async function fillOwned(database: string, service: SeededService): Promise<string[]> {
  const transfers = await listedBy(service);
  const accounts = [...new Set(transfers.map((one) => one.destination_account_id))];
  const count = Math.min(maxSenders, Math.ceil(accounts.length / accountsPerSender));
  const senders = Array.from({ length: count }, (): Person => ({ role: 'sender' }));
  const cookies = await signedIn(database, [{ role: 'support' }, ...senders]);
  await withLedger(database, async (db) => {
    const password_hash = await hashPassword(password);
    await db.updateTable('users').set({ password_hash }).execute();
    const ids = await userIds(db, count);
    const owners = new Map(accounts.map((id, place) => [id, ids[place % count] ?? '']));
    await give(db, owners, transfers);
    await fillMirror(db, service);
  });
  return cookies;
}

/**
 * Makes recipients at the service with this many transfers each, and one more with a single transfer.
 * @returns their ids
 */
export async function makeRecipients(service: SeededService, counts: readonly number[]) {
  const access = { client_id: service.clientId, client_secret: service.clientSecret };
  const ids: string[] = [];
  for (const count of [...counts, 1]) {
    const alias = `Recipient ${ids.length}`;
    const id = await addAccountDirectly(access, service.baseUrl, alias);
    await postTransfers(service, id, count);
    ids.push(id);
  }
  return ids;
}

/**
 * Fills a ledger of one sender who owns these recipients and made all their transfers by Giro, except those to the
 * last.
 * @returns the session cookies: of support, and of the sender
 */
export async function fillSent(
  database: string,
  service: SeededService,
  recipients: readonly string[],
): Promise<string[]> {
  const transfers = await listedBy(service);
  const cookies = await signedIn(database, [{ role: 'support' }, { role: 'sender' }]);
  await withLedger(database, async (db) => {
    const [user_id = ''] = await userIds(db, 1);
    await give(db, new Map(recipients.map((id) => [id, user_id])), transfers);
    const others = recipients.at(-1);
    const byGiro = transfers.filter((one) => one.destination_account_id !== others);
    await addSends(db, user_id, byGiro);
    await fillMirror(db, service);
  });
  return cookies;
}

async function withLedger(database: string, work: (db: LedgerDb) => Promise<void>) {
  const db = await openLedger(database);
  await work(db).finally(() => db.destroy());
}

/** The ids of the senders, in their order. */
async function userIds(db: LedgerDb, count: number): Promise<string[]> {
  const users = await db.selectFrom('users').select(['id', 'email']).execute();
  const byEmail = new Map(users.map(({ id, email }) => [email, id]));
  return Array.from({ length: count }, (_, place) => byEmail.get(emailOf(place + 1)) ?? '');
}

/** Writes who owns the accounts, and their transfers. */
async function give(db: LedgerDb, owners: ReadonlyMap<string, string>, transfers: Listed) {
  const created_at = new Date().toISOString();
  const accounts = [...owners].map(([id, user_id]) => ({ kind: 'account' as const, id, user_id }));
  const theirs = transfers.map(({ id, destination_account_id }) => {
    return { kind: 'transfer' as const, id, user_id: owners.get(destination_account_id) ?? '' };
  });
  await inParts([...accounts, ...theirs], async (part) => {
    const rows = part.map((row) => ({ ...row, created_at }));
    await db.insertInto('owners').values(rows).execute();
  });
}

async function addSends(db: LedgerDb, user_id: string, transfers: Listed) {
  const now = new Date().toISOString();
  await inParts(transfers, async (part) => {
    const rows = part.map(({ id, destination_account_id, source_amount_cents }) => {
      const key = randomUUID();
      return {
        ...{ key, user_id, guard_scope: user_id, body_hash: key, destination_account_id },
        ...{ source_amount_cents: String(source_amount_cents), source_amount_currency: 'USD' },
        ...{ destination_amount_currency: 'COP', quote: null, known_transfer_ids: '[]' },
        ...{ state: 'sent' as const, transfer_id: id, answer: null, turn: 1 },
        ...{ reason: null, reason_detail: null, after_unresolved: null, settled_by: null },
        ...{ settled_reason: null, candidate_id: null, candidate_since: null },
        ...{ no_answer: null, created_at: now, updated_at: now },
      };
    });
    await db.insertInto('sends').values(rows).execute();
  });
}

async function inParts<T>(rows: readonly T[], write: (part: readonly T[]) => Promise<void>) {
  for (let start = 0; start < rows.length; start += writtenAtOnce) {
    await write(rows.slice(start, start + writtenAtOnce));
  }
}

/** Creates transfers directly at the service. Each has another amount. */
async function postTransfers(service: SeededService, account: string, count: number) {
  const pool = new Pool(service.baseUrl, { connections: postsAtOnce });
  const authorization = `Bearer ${await tokenOf(service)}`;
  let made = 0;
  const inTurn = async () => {
    while (made < count) {
      const cents = 100_000 + made++;
      const answer = await pool.request({
        ...{ method: 'POST', path: paths.transfers },
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({
          destination_account_id: Number(account),
          source_amount_cents: cents,
          source_amount_currency: 'USD',
          destination_amount_currency: 'COP',
        }),
      });
      await answer.body.dump();
      if (answer.statusCode > 201) throw new Error(`no transfer made: ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: postsAtOnce }, inTurn));
  await pool.close();
}
