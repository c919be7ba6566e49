import type { Migration } from 'kysely/migration';
import * as peopleAndSends from './migrations/001-people-and-sends.ts';
import * as instancesAndSettling from './migrations/002-instances-and-settling.ts';
import * as oidc from './migrations/003-oidc.ts';
import * as auditAndLimits from './migrations/004-audit-and-limits.ts';
import * as rates from './migrations/005-rates.ts';
import * as sendsLike from './migrations/006-sends-like.ts';
import * as services from './migrations/007-services.ts';
import * as sendsInTurn from './migrations/008-sends-in-turn.ts';
import * as eachClaim from './migrations/009-each-claim.ts';
import * as sendsInDoubt from './migrations/010-sends-in-doubt.ts';
import * as sendsOfATeam from './migrations/011-sends-of-a-team.ts';

/** Forward only, by the names that ledgers have them under. One that has run anywhere is never changed: add another. */
export const migrations: Record<string, Migration> = {
  '001-people-and-sends': peopleAndSends,
  '002-instances-and-settling': instancesAndSettling,
  '003-oidc': oidc,
  '004-audit-and-limits': auditAndLimits,
  '005-rates': rates,
  '006-sends-like': sendsLike,
  '007-services': services,
  '008-sends-in-turn': sendsInTurn,
  '009-each-claim': eachClaim,
  '010-sends-in-doubt': sendsInDoubt,
  '011-sends-of-a-team': sendsOfATeam,
};
