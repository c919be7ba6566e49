import * as z from 'zod/mini';
import type {
  AccountDetails,
  AccountMarks,
  DestinationAccount,
  LastSent,
} from '../../contract/api/destination-account.ts';
import { transfer } from '../../contract/api/transfer.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import type { Viewer } from '../auth/viewer.ts';
import { accountMarks } from '../ledger/people/account-marks.ts';
import { type LastSendRow, lastSends } from '../ledger/sends/past-sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';

/** By account id; accounts without a mark and without a send are missing. */
type MarksById = ReadonlyMap<string, AccountMarks>;

const none: AccountMarks = { pinned: false, archived: false, last_sent: null };

/**
 * What the ledger says of the accounts that a viewer may see. A pin is the viewer's own. Archiving counts
 * for everybody who may see the account: who archives a closed account means that nobody pays it.
 * @param id only this account
 */
export async function marksOf(db: LedgerDb, viewer: Viewer, id?: string): Promise<MarksById> {
  const { user_id, canSee } = viewer;
  const only = canSee === 'own' ? user_id : null;
  const [rows, sends] = await Promise.all([
    accountMarks(db, user_id, only, id),
    lastSends(db, only, id),
  ]);
  const marks = new Map<string, AccountMarks>();
  for (const row of rows) {
    const { account_id, archived_at, name } = row;
    const isMine = row.user_id === user_id;
    const before = marks.get(account_id) ?? none;
    const isFirst = archived_at !== null && !before.archived;
    marks.set(account_id, {
      ...before,
      pinned: before.pinned || (isMine && canSee !== 'everything' && row.pinned_at !== null),
      archived: before.archived || archived_at !== null,
      ...(isFirst && !isMine && canSee !== 'own' && { archived_by: name }),
    });
  }
  for (const row of sends) {
    const { destination_account_id: id } = row;
    marks.set(id, { ...(marks.get(id) ?? none), last_sent: lastSentOf(row) });
  }
  return marks;
}

/** The marks of one account. */
export async function marksOfOne(db: LedgerDb, viewer: Viewer, id: string): Promise<AccountMarks> {
  return (await marksOf(db, viewer, id)).get(id) ?? none;
}

function lastSentOf({ answer, created_at }: LastSendRow): LastSent | null {
  if (answer === null) return null;
  const {
    source_amount_cents,
    source_amount_currency,
    destination_amount_cents,
    destination_amount_currency,
  } = z.decode(transfer, JSON.parse(answer));
  return {
    ...{ source_amount_cents, source_amount_currency },
    ...{ destination_amount_cents, destination_amount_currency },
    at: created_at,
  };
}

const unmarked = memoizeWeak((account: AccountDetails): DestinationAccount => {
  return { ...account, ...none };
});

const latest = new WeakMap<AccountDetails, DestinationAccount>();

/** An account with its marks. While neither changes it is the same object, so that its JSON is kept. */
export function withMarks(account: AccountDetails, marks: AccountMarks = none): DestinationAccount {
  if (marks === none) return unmarked(account);
  const known = latest.get(account);
  if (known && isSame(known, marks)) return known;
  const marked = { ...account, ...marks };
  latest.set(account, marked);
  return marked;
}

function isSame(known: AccountMarks, { pinned, archived, archived_by, last_sent }: AccountMarks) {
  const { last_sent: before } = known;
  return (
    known.pinned === pinned &&
    known.archived === archived &&
    known.archived_by === archived_by &&
    before?.at === last_sent?.at &&
    before?.source_amount_cents === last_sent?.source_amount_cents &&
    before?.source_amount_currency === last_sent?.source_amount_currency &&
    before?.destination_amount_cents === last_sent?.destination_amount_cents &&
    before?.destination_amount_currency === last_sent?.destination_amount_currency
  );
}
