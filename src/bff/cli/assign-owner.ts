import { readFileSync } from 'node:fs';
import { openStates } from '../../contract/api/send-states.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { idPattern } from '../../contract/paths.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { latestAudit } from '../ledger/people/audit.ts';
import { disown, type OwnedKind, own, ownerOf } from '../ledger/people/owners.ts';
import { pendingCreationsOfAlias } from '../ledger/people/pending-creations.ts';
import { findUserByEmail, sendersByIds, type UserRow } from '../ledger/people/users.ts';
import { sendOfTransfer, sendsInState } from '../ledger/sends/sends.ts';
import { dropNotes } from '../ledger/sends/transfer-notes.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { belongsToOther, otherServiceAdvice } from '../ledger/store/service.ts';
import { unmarkOwned } from '../ledger/transfers/mirror.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  parseOptions,
  UsageError,
  unknownUser,
  withLedger,
} from './command.ts';
import { withService } from './service.ts';

/** An account or transfer of the service, and its owner to be; `along` for a transfer of --with-transfers. */
type Item = { email: string; kind: OwnedKind; id: string; along?: true };

/** The requested accounts and transfers as the service has them, read before the ledger changes. */
type Records = {
  accounts: ReadonlyMap<string, DestinationAccount>;
  transfers: ReadonlyMap<string, Transfer>;
};

const noRecords: Records = { accounts: new Map(), transfers: new Map() };

/** The reason why one item can't be assigned; the whole command then changes nothing. */
class Refusal extends Error {}

/**
 * Makes senders the owners of accounts and transfers that the service already has; `--undo` takes that
 * back. All items or none: one that does not exist, or has another owner, stops the whole command.
 */
export async function assignOwner(context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(context.args, {
    account: { type: 'string' },
    transfer: { type: 'string' },
    from: { type: 'string' },
    'with-transfers': { type: 'boolean' },
    undo: { type: 'boolean' },
  });
  const { config, say } = context;
  const items = itemsOf(positionals, values);
  const withTransfers = values['with-transfers'] === true;
  try {
    if (await withLedger(config, (db) => belongsToOther(db, config.service))) {
      throw new Refusal(otherServiceAdvice);
    }
    const needsNoRecords = values.undo && !withTransfers;
    const all = needsNoRecords
      ? { items, records: noRecords }
      : await readRecords(context, items, withTransfers);
    const change = values.undo ? undoAdopt : adoptItem;
    const lines = await changeLedger(config, async (db) => {
      const done: string[] = [];
      for (const item of all.items) done.push(await change(db, item, all.records, context.now()));
      return done;
    });
    for (const line of lines) say(line);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`Nothing was changed: ${error.message}`);
    return 1;
  }
}

type Options = {
  account?: string | undefined;
  transfer?: string | undefined;
  from?: string | undefined;
  'with-transfers'?: boolean | undefined;
};

function itemsOf([email, ...rest]: string[], options: Options): Item[] {
  const { account, transfer, from } = options;
  const given = [account, transfer, from].filter((one) => one !== undefined);
  const usage =
    'write an email and --account ID or --transfer ID, or --from FILE with lines such as: ana@example.com account 501';
  if (given.length !== 1 || rest.length > 0 || (email === undefined) !== (from !== undefined)) {
    throw new UsageError(usage);
  }
  if (options['with-transfers'] && transfer !== undefined) {
    throw new UsageError('--with-transfers goes with --account or --from');
  }
  const one = account === undefined ? `transfer ${transfer}` : `account ${account}`;
  const lines = from === undefined ? [`${email} ${one}`] : linesOf(from);
  return lines.map((line) => {
    const [who = '', what, which = '', more] = line.trim().split(/[\s,;]+/);
    const isKind = what === 'account' || what === 'transfer';
    if (!isKind || !idPattern.test(which) || more !== undefined) {
      throw new UsageError(
        from === undefined
          ? usage
          : `${from}: can't read '${line}'; write lines such as: ana@example.com account 501`,
      );
    }
    return { email: who, kind: what, id: which };
  });
}

function linesOf(path: string): string[] {
  try {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads the items from the service; with `withTransfers`, adds the transfers to the requested accounts. */
async function readRecords(context: CommandContext, items: Item[], withTransfers: boolean) {
  const ofKind = (kind: OwnedKind) => items.filter((item) => item.kind === kind);
  try {
    return await withService(context, async ({ client }) => {
      const accounts = await accountsOf(client, ofKind('account'));
      const transfers = await transfersOf(client, ofKind('transfer'), withTransfers);
      const along = withTransfers
        ? ofKind('account').flatMap(({ email, id: account }) =>
            transfers
              .filter((transfer) => transfer.destination_account_id === account)
              .map(({ id }): Item => ({ email, kind: 'transfer', id, along: true })),
          )
        : [];
      const records: Records = { accounts: byId(accounts), transfers: byId(transfers) };
      return { items: [...items, ...along], records };
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new Refusal(
      `the service could not be asked (${error.kind}); to see why, run: npm run giro -- doctor`,
    );
  }
}

const byId = <T extends { id: string }>(items: T[]) => new Map(items.map((one) => [one.id, one]));

/** One account is read by its id. For several, the list is read once. */
async function accountsOf(client: ServiceClient, [first, second]: Item[]) {
  if (!first) return [];
  return second ? client.listAccounts() : oneOrNone(client.showAccount(first.id));
}

async function transfersOf(client: ServiceClient, [first, second]: Item[], all: boolean) {
  if (all || second) return client.listTransfers();
  return first ? oneOrNone(client.showTransfer(first.id)) : [];
}

/** Contract 7: the service refuses an unknown id with 400 or 404. */
async function oneOrNone<T>(asked: Promise<T>): Promise<T[]> {
  try {
    return [await asked];
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'refused') return [];
    throw error;
  }
}

/** Makes the sender the owner of one item. Returns the line to print. */
async function adoptItem(db: LedgerDb, item: Item, records: Records, now: number): Promise<string> {
  const { email, kind, id } = item;
  const thing = `${kind} ${id}`;
  const user = await userOf(db, email);
  if (user.role !== 'sender')
    throw new Refusal(`${user.email} has the role ${user.role}; only a sender can own this`);
  const account = kind === 'account' ? records.accounts.get(id) : undefined;
  const transfer = kind === 'transfer' ? records.transfers.get(id) : undefined;
  if (!account && !transfer) throw new Refusal(`the service has no ${thing}`);
  const owner = await ownerOf(db, kind, id);
  if (owner === user.id) return `${thing} already belongs to ${user.email}`;
  const whose = owner && ((await sendersByIds(db, [owner])).get(owner)?.email ?? 'another user');
  const reason = whose
    ? `${thing} already belongs to ${whose}`
    : (account && (await creationConflict(db, account, user))) ||
      (transfer && (await openSendConflict(db, transfer)));
  if (reason) {
    if (item.along) return `${reason}; left unchanged`;
    throw new Refusal(reason);
  }
  await own(db, kind, id, user.id, timestamp(now));
  await auditCommand(db, { action: 'adopt', subject: thing, outcome: `user ${user.id}` }, now);
  return `${thing} now belongs to ${user.email}`;
}

/** The reason to refuse an account that another sender may be creating: their call has no answer yet. */
async function creationConflict(
  db: LedgerDb,
  { id, alias }: DestinationAccount,
  { id: user_id }: UserRow,
) {
  const others = (await pendingCreationsOfAlias(db, alias)).filter(
    (creation) => creation.user_id !== user_id,
  );
  return others.length > 0 && `account ${id} may be the one that another sender is creating now`;
}

/** The reason to refuse a transfer that may belong to a send without a known outcome. */
async function openSendConflict(db: LedgerDb, transfer: Transfer) {
  const open = await sendsInState(db, openStates);
  const isCandidate = open.some(
    (row) =>
      row.destination_account_id === transfer.destination_account_id &&
      row.source_amount_cents === transfer.source_amount_cents.toString() &&
      row.source_amount_currency === transfer.source_amount_currency,
  );
  return (
    isCandidate &&
    `transfer ${transfer.id} may be one that is not confirmed yet; resolve that one first`
  );
}

/** Removes an owner that `adopt` set. Refuses what a person created or sent with Giro. */
async function undoAdopt(
  db: LedgerDb,
  item: Item,
  _records: Records,
  now: number,
): Promise<string> {
  const { email, kind, id, along } = item;
  const thing = `${kind} ${id}`;
  const user = await userOf(db, email);
  const adopted = await latestAudit(db, thing, ['adopt', 'adopt-undo']);
  const isAdopted = adopted?.action === 'adopt' && adopted.outcome === `user ${user.id}`;
  const isOwner = (await ownerOf(db, kind, id)) === user.id;
  const isSent = kind === 'transfer' && (await sendOfTransfer(db, id)) !== undefined;
  if (!isOwner || !isAdopted || isSent) {
    const why = isOwner ? 'was made with Giro, not adopted' : `does not belong to ${user.email}`;
    if (along) return `${thing} ${why}; left unchanged`;
    throw new Refusal(`${thing} ${why}`);
  }
  await disown(db, kind, id);
  if (kind === 'transfer') {
    await unmarkOwned(db, id);
    await dropNotes(db, id);
  }
  await auditCommand(db, { action: 'adopt-undo', subject: thing, outcome: `user ${user.id}` }, now);
  return `${thing} no longer has an owner`;
}

async function userOf(db: LedgerDb, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user) return user;
  throw new Refusal(unknownUser(email));
}
