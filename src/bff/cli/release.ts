import { askAfterLoss } from '../ledger/orders/after-loss.ts';
import { type Hold, readHold, releaseHold } from '../ledger/store/holds.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { storeNow } from '../ledger/store/store-clock.ts';
import { timestamp } from '../lib/timestamp.ts';
import { type Comparison, findLostSends } from '../sends/lost-sends.ts';
import { auditCommand, type CommandContext, parseOptions, withLedger } from './command.ts';
import { withService } from './service.ts';

/** Any call that was begun before the hold is in the service's list, or never will be, after this time. */
const minHeldMs = 60_000;
const maxShown = 20;

/** Takes back what a comparison wrote. */
class TakenBack extends Error {}

/**
 * Compares a ledger that was restored, or lost its latest records, with the service's list, writes the sends that it
 * lost, and ends the hold: all of it in one transaction, or nothing.
 */
export async function release(context: CommandContext): Promise<number> {
  const { config, say } = context;
  const { values } = parseOptions(context.args, {
    'dry-run': { type: 'boolean' },
    'missing-ok': { type: 'boolean' },
  });
  const hold = await withLedger(config, (db) => readHold(db, 'restore'));
  if (hold === null || hold.released_at !== null) {
    say('the database is not on hold');
    return 0;
  }
  return withService(context, async ({ client }, db) => {
    const held = (await storeNow(db, context.now)) - Date.parse(hold.since);
    if (held < minHeldMs && !values['dry-run']) {
      const seconds = Math.ceil((minHeldMs - held) / 1_000);
      say(`transfers may still arrive at the service: try again in ${seconds} s`);
      return 1;
    }
    const transfers = await client.listTransfers();
    const odd = client.lists.report().find(({ list }) => list === 'transfers')?.odd.length ?? 0;
    const keep = (found: Comparison) =>
      !values['dry-run'] && (found.missing.length === 0 || values['missing-ok'] === true);
    const found = await compare(context, db, hold, { transfers, odd }, keep);
    report(found, hold.kind === 'lost' ? wordsOfLoss : wordsOfRestore, odd, say);
    if (values['dry-run']) {
      say('dry run: nothing was changed, and the database stays on hold');
      return 0;
    }
    if (!keep(found)) {
      say('The database stays on hold. If REMITTANCE_* name the right service, add --missing-ok');
      return 1;
    }
    say('The hold is over: Giro sends again');
    return 0;
  });
}

/** @param keep whether what was found is written, and the hold ended */
async function compare(
  { config, now, say }: CommandContext,
  db: LedgerDb,
  hold: Hold,
  lists: Parameters<typeof findLostSends>[2],
  keep: (found: Comparison) => boolean,
): Promise<Comparison> {
  let found: Comparison | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      const at = await storeNow(tx, now);
      found = await findLostSends(tx, hold, lists, config.sendersSee, timestamp(at));
      if (!keep(found)) throw new TakenBack();
      await releaseHold(tx, timestamp(at));
      const asked = await askAfterLoss(tx, timestamp(at));
      if (asked > 0) say(`${asked} held or scheduled transfers ask their senders before they go`);
      const { bound, review, unowned } = found;
      const outcome = `found ${bound.length}, to review ${review.length}, without owner ${unowned.length}`;
      await auditCommand(tx, { action: 'release', subject: 'database', outcome }, at);
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  if (!found) throw new Error('nothing was compared');
  return found;
}

const wordsOfRestore = { known: 'of the backup', later: 'were made after the backup' };
const wordsOfLoss = { known: 'of the database', later: 'were lost' };

function report(
  found: Comparison,
  { known, later }: typeof wordsOfRestore,
  odd: number,
  say: (line: string) => void,
) {
  const { confirmed, missing, open, bound, review, unowned } = found;
  say(`${confirmed} transfers ${known} are in the service's list`);
  if (open > 0) say(`${open} had no outcome yet: Giro looks for them after the release`);
  const lines: [readonly { id: string }[], string][] = [
    [bound, `${later} and belong to their senders again`],
    [review, `${later} and need review: support finds them under Look up`],
    [unowned, 'went to recipients that nobody owns here; for those that Giro made, run: adopt'],
    [missing.map((id) => ({ id })), `${known} are missing from the list`],
  ];
  for (const [transfers, what] of lines) {
    if (transfers.length === 0) continue;
    const shown = transfers.slice(0, maxShown).map(({ id }) => id);
    const more = transfers.length > maxShown ? `, and ${transfers.length - maxShown} more` : '';
    say(`${transfers.length} ${what}: ${shown.join(', ')}${more}`);
  }
  if (odd > 0) say(`${odd} records of the list can't be read, so what is found needs review`);
}
