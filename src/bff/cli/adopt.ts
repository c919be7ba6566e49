import { idPattern } from '../../contract/paths.ts';
import { own } from '../ledger/owners.ts';
import { findUserByEmail } from '../ledger/users.ts';
import { isForOther, otherService } from '../ledger-service.ts';
import {
  auditCommand,
  type CommandContext,
  changeLedger,
  parseOptions,
  UsageError,
} from './command.ts';

/** Gives a sender something that exists in the service already. */
export async function adopt({ args, config, say, now }: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    account: { type: 'string' },
    transfer: { type: 'string' },
  });
  const [email] = positionals;
  const kind = values.account === undefined ? 'transfer' : 'account';
  const id = values.account ?? values.transfer;
  if (!email || id === undefined || !idPattern.test(id) || (values.account && values.transfer)) {
    throw new UsageError('give an e-mail address and --account ID or --transfer ID');
  }
  return changeLedger(config, async (db) => {
    if (config.service && (await isForOther(db, config.service))) {
      say(otherService);
      return 1;
    }
    const user = await findUserByEmail(db, email);
    if (!user) {
      say(`there is no ${email}; npm run giro -- user list shows who there is`);
      return 1;
    }
    const given = await own(db, kind, id, user.id, new Date(now()).toISOString());
    if (given) {
      const entry = { action: 'adopt', subject: `${kind} ${id}`, outcome: `user ${user.id}` };
      await auditCommand(db, entry, now());
    }
    say(given ? `${kind} ${id} is ${user.email}'s now` : `${kind} ${id} is somebody's already`);
    return given ? 0 : 1;
  });
}
