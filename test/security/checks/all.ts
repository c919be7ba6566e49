import type { Check } from '../fixture.ts';
import { roleChecks } from '../role-table.ts';
import { approvalChecks } from './approvals.ts';
import { browser } from './browser.ts';
import { canaries } from './canaries.ts';
import { crossSite } from './cross-site.ts';
import { fuzz } from './fuzz.ts';
import { headers } from './headers.ts';
import { ownAccountChecks } from './own-account.ts';
import { passkeyChecks } from './passkeys.ts';
import { passwordLinkChecks } from './password-links.ts';
import { peopleChecks } from './people.ts';
import { secondFactorChecks } from './second-factor.ts';
import { secondPersonChecks } from './second-person.ts';
import { sessions } from './sessions.ts';
import { sockets } from './sockets.ts';
import { stepUpChecks } from './step-up.ts';
import { supplyChain } from './supply-chain.ts';
import { viewChecks } from './views.ts';

/**
 * Every check in the order of the run. Canaries look at the logs of all checks before, so they come
 * late.
 */
export const allChecks: Record<string, Check[]> = {
  'Roles and ownership': roleChecks('own'),
  'Cross-site calls': crossSite,
  Headers: headers,
  Sessions: sessions,
  'Own account': ownAccountChecks,
  'Password links': passwordLinkChecks,
  'Second factor': secondFactorChecks,
  Passkeys: passkeyChecks,
  'Proof again for large transfers': stepUpChecks,
  'A second person for "not sent"': secondPersonChecks,
  Approvals: approvalChecks,
  People: peopleChecks,
  'Saved views': viewChecks,
  Browser: browser,
  'Raw sockets': sockets,
  'Hostile input': fuzz,
  Canaries: canaries,
  'Supply chain': supplyChain,
};
