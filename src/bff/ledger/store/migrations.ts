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
import * as accountMarks from './migrations/012-account-marks.ts';
import * as news from './migrations/014-news.ts';
import * as mirror from './migrations/015-mirror.ts';
import * as sessionsInWords from './migrations/016-sessions-in-words.ts';
import * as passwordLinks from './migrations/017-password-links.ts';
import * as knownBy from './migrations/018-known-by.ts';
import * as invitations from './migrations/019-invitations.ts';
import * as secondFactors from './migrations/020-second-factors.ts';
import * as passkeys from './migrations/021-passkeys.ts';
import * as stepUp from './migrations/022-step-up.ts';
import * as transferWindows from './migrations/023-transfer-windows.ts';
import * as holds from './migrations/024-holds.ts';
import * as retention from './migrations/025-retention.ts';
import * as transferOwners from './migrations/027-transfer-owners.ts';
import * as factorProofs from './migrations/028-factor-proofs.ts';
import * as storeTimeline from './migrations/029-store-timeline.ts';
import * as oidcSignOuts from './migrations/030-oidc-sign-outs.ts';
import * as transfersByGiro from './migrations/031-transfers-by-giro.ts';

/**
 * By the names stored in `kysely_migration`. Forward only: never change one that has run, add another after
 * the last. A program of the version before goes on over the migrated ledger, so its statements must still work
 * (test/bff/ledger/store/one-version-back.spec.ts). There is no 013 and no 026.
 */
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
  '012-account-marks': accountMarks,
  '014-news': news,
  '015-mirror': mirror,
  '016-sessions-in-words': sessionsInWords,
  '017-password-links': passwordLinks,
  '018-known-by': knownBy,
  '019-invitations': invitations,
  '020-second-factors': secondFactors,
  '021-passkeys': passkeys,
  '022-step-up': stepUp,
  '023-transfer-windows': transferWindows,
  '024-holds': holds,
  '025-retention': retention,
  '027-transfer-owners': transferOwners,
  '028-factor-proofs': factorProofs,
  '029-store-timeline': storeTimeline,
  '030-oidc-sign-outs': oidcSignOuts,
  '031-transfers-by-giro': transfersByGiro,
};
