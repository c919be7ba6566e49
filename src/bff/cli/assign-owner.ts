import { readFileSync } from 'node:fs';
import { openStates } from '../../contract/api/send-states.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { idPattern } from '../../contract/paths.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { latestAudit } from '../ledger/audit.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { disown, type OwnedKind, own, ownerOf } from '../ledger/owners.ts';
import { pendingCreationsOfAlias } from '../ledger/pending-creations.ts';
import { sendOfTransfer, sendsInState } from '../ledger/sends.ts';
import { findUserByEmail, sendersByIds, type UserRow } from '../ledger/users.ts';
import { isForOther, otherService } from '../ledger-service.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  parseOptions,
  UsageError,
  withLedger,
} from './command.ts';
import { withService } from './service.ts';

/** One thing of the service, and who is to have it; `along` where it comes with its account. */
type Wish = { email: string; kind: OwnedKind; id: string; along?: true };

/** What the service has of the wished things, read before the ledger is changed. */
type Known = {
  accounts: ReadonlyMap<string, DestinationAccount>;
  transfers: ReadonlyMap<string, Transfer>;
};

const nothing: Known = { accounts: new Map(), transfers: new Map() };

/** Why one of the wishes can't be granted; then none is. */
class Refusal extends Error {}

/**
 * Gives senders what the service has already, or takes back what was given so (`--undo`). All of it or
 * nothing: the service is asked first, and whatever does not exist or is somebody's is refused.
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
  const wishes = wishesOf(positionals, values);
  const withTransfers = values['with-transfers'] === true;
  try {
    if (await withLedger(config, (db) => isForOther(db, config.service))) {
      throw new Refusal(otherService);
    }
    const isAlone = values.undo && !withTransfers;
    const all = isAlone
      ? { wishes, known: nothing }
      : await askService(context, wishes, withTransfers);
    const change = values.undo ? takeBack : give;
    const lines = await changeLedger(config, async (db) => {
      const done: string[] = [];
      for (const wish of all.wishes) done.push(await change(db, wish, all.known, context.now()));
      return done;
    });
    for (const line of lines) say(line);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`${error.message}. Nothing was changed.`);
    return 1;
  }
}

type Options = {
  account?: string | undefined;
  transfer?: string | undefined;
  from?: string | undefined;
  'with-transfers'?: boolean | undefined;
};

function wishesOf([email, ...rest]: string[], options: Options): Wish[] {
  const { account, transfer, from } = options;
  const given = [account, transfer, from].filter((one) => one !== undefined);
  const usage =
    'give an e-mail address and --account ID or --transfer ID, or --from FILE with lines such as: ana@example.com account 501';
  if (given.length !== 1 || rest.length > 0 || (email === undefined) !== (from !== undefined)) {
    throw new UsageError(usage);
  }
  if (options['with-transfers'] && transfer !== undefined) {
    throw new UsageError('--with-transfers goes with accounts');
  }
  const one = account === undefined ? `transfer ${transfer}` : `account ${account}`;
  const lines = from === undefined ? [`${email} ${one}`] : linesOf(from);
  return lines.map((line) => {
    const [who = '', what, which = '', more] = line.trim().split(/[\s,;]+/);
    const isKind = what === 'account' || what === 'transfer';
    if (!isKind || !idPattern.test(which) || more !== undefined) {
      throw new UsageError(from === undefined ? usage : `${from}: '${line}' is not understood`);
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

/** The wishes, with the transfers to the wished accounts where those are to come along. */
async function askService(context: CommandContext, wishes: Wish[], withTransfers: boolean) {
  const wished = (kind: OwnedKind) => wishes.filter((wish) => wish.kind === kind);
  try {
    return await withService(context, async ({ client }) => {
      const accounts = await accountsOf(client, wished('account'));
      const transfers = await transfersOf(client, wished('transfer'), withTransfers);
      const along = withTransfers
        ? wished('account').flatMap(({ email, id: account }) =>
            transfers
              .filter((transfer) => transfer.destination_account_id === account)
              .map(({ id }): Wish => ({ email, kind: 'transfer', id, along: true })),
          )
        : [];
      const known: Known = { accounts: byId(accounts), transfers: byId(transfers) };
      return { wishes: [...wishes, ...along], known };
    });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new Refusal(
      `the service could not be asked (${error.kind}): npm run giro -- doctor says why`,
    );
  }
}

const byId = <T extends { id: string }>(items: T[]) => new Map(items.map((one) => [one.id, one]));

/** One is asked for by itself, several are looked for in the whole list. */
async function accountsOf(client: ServiceClient, [first, second]: Wish[]) {
  if (!first) return [];
  return second ? client.listAccounts() : oneOrNone(client.showAccount(first.id));
}

async function transfersOf(client: ServiceClient, [first, second]: Wish[], all: boolean) {
  if (all || second) return client.listTransfers();
  return first ? oneOrNone(client.showTransfer(first.id)) : [];
}

/** contract 7: what does not exist is refused, with 400 or 404. */
async function oneOrNone<T>(asked: Promise<T>): Promise<T[]> {
  try {
    return [await asked];
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'refused') return [];
    throw error;
  }
}

/** Answers a line that says what came of it. */
async function give(db: LedgerDb, wish: Wish, known: Known, now: number): Promise<string> {
  const { email, kind, id } = wish;
  const thing = `${kind} ${id}`;
  const user = await userOf(db, email);
  if (user.role !== 'sender') throw new Refusal(`${user.email} is ${user.role}, not a sender`);
  const account = kind === 'account' ? known.accounts.get(id) : undefined;
  const transfer = kind === 'transfer' ? known.transfers.get(id) : undefined;
  if (!account && !transfer) throw new Refusal(`the service has no ${thing}`);
  const owner = await ownerOf(db, kind, id);
  if (owner === user.id) return `${thing} is ${user.email}'s already`;
  const whose = owner && ((await sendersByIds(db, [owner])).get(owner)?.email ?? 'somebody');
  const hindrance = whose
    ? `${thing} is ${whose}'s already`
    : (account && (await claimed(db, account, user))) ||
      (transfer && (await awaited(db, transfer)));
  if (hindrance) {
    if (wish.along) return `${hindrance}: left as it is`;
    throw new Refusal(hindrance);
  }
  await own(db, kind, id, user.id, timestamp(now));
  await auditCommand(db, { action: 'adopt', subject: thing, outcome: `user ${user.id}` }, now);
  return `${thing} is ${user.email}'s now`;
}

/** Says so when somebody else may have created an account, and has no answer yet. */
async function claimed(db: LedgerDb, { id, alias }: DestinationAccount, { id: user_id }: UserRow) {
  const rivals = (await pendingCreationsOfAlias(db, alias)).filter(
    (creation) => creation.user_id !== user_id,
  );
  return rivals.length > 0 && `account ${id} may be one that another sender is creating`;
}

/** Says so when a transfer can be what a sending without an outcome came to: it must stay free for it. */
async function awaited(db: LedgerDb, transfer: Transfer) {
  const open = await sendsInState(db, openStates);
  const isAwaited = open.some(
    (row) =>
      row.destination_account_id === transfer.destination_account_id &&
      row.source_amount_cents === transfer.source_amount_cents.toString() &&
      row.source_amount_currency === transfer.source_amount_currency,
  );
  return (
    isAwaited && `transfer ${transfer.id} may be one that is not confirmed yet; resolve that first`
  );
}

/** Takes back what `adopt` gave, and nothing that a person made with Giro. */
async function takeBack(db: LedgerDb, wish: Wish, _known: Known, now: number): Promise<string> {
  const { email, kind, id, along } = wish;
  const thing = `${kind} ${id}`;
  const user = await userOf(db, email);
  const given = await latestAudit(db, thing, ['adopt', 'adopt-undo']);
  const isGiven = given?.action === 'adopt' && given.outcome === `user ${user.id}`;
  const isTheirs = (await ownerOf(db, kind, id)) === user.id;
  const isSent = kind === 'transfer' && (await sendOfTransfer(db, id)) !== undefined;
  if (!isTheirs || !isGiven || isSent) {
    const why = isTheirs ? `was made with Giro, not adopted` : `is not ${user.email}'s`;
    if (along) return `${thing} ${why}: left as it is`;
    throw new Refusal(`${thing} ${why}`);
  }
  await disown(db, kind, id);
  await auditCommand(db, { action: 'adopt-undo', subject: thing, outcome: `user ${user.id}` }, now);
  return `${thing} is nobody's now`;
}

async function userOf(db: LedgerDb, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user) return user;
  throw new Refusal(`there is no ${email}; npm run giro -- user list shows who there is`);
}
