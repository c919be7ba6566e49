import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PasskeyProof, passkeyProof } from '../../contract/api/passkeys.ts';
import {
  type ChangedFactors,
  factorPaths,
  type OwnFactors,
  type TotpEnrolment,
  totpConfirmation,
} from '../../contract/api/second-factor.ts';
import { cookieName, personOf } from '../auth/access.ts';
import {
  addTotp,
  isFactorRequired,
  ownFactorNames,
  proveByCode,
  renewRecoveryCodes,
  turnOffTotp,
} from '../auth/second-factors.ts';
import { sessionHash } from '../auth/sessions.ts';
import {
  hasCome,
  passkeyCountsFrom,
  shownCountsFrom,
  totpCountsFrom,
} from '../auth/step-up-methods.ts';
import { beginTotp } from '../auth/totp.ts';
import { passkeysOf } from '../ledger/people/passkeys.ts';
import { countRecoveryCodes, findTotp } from '../ledger/people/second-factors.ts';
import { markSecondFactor } from '../ledger/people/sessions.ts';
import type { UserRow } from '../ledger/people/users.ts';
import type { FactorProof } from '../ledger/store/people-schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { checkOwnPassword, ownerOf } from './own-account.ts';
import { parseBody } from './parse.ts';
import { deviceCookieName } from './session.ts';

/** What people with a password look after themselves: their second factors. */
export function ownFactorRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, attempts, news, storeClock } = deps;
  const limited = { config: perAddress(20) };

  app.get(factorPaths.own, (request) => factorsOf(deps, personOf(request)));

  app.post(factorPaths.totp, limited, async (request): Promise<TotpEnrolment> => {
    const person = ownerOf(request);
    const by = await checkProof(deps, request, person, parseBody(passkeyProof, request.body));
    return beginTotp(deps, person, config.theme.name, by, await storeClock.now());
  });

  app.put(factorPaths.totp, { config: perPerson(30) }, async (request): Promise<ChangedFactors> => {
    const person = ownerOf(request);
    const { code } = parseBody(totpConfirmation, request.body);
    const now = await storeClock.now();
    const device = attempts.deviceOf(person.email, request.cookies[deviceCookieName]);
    const claimant = { user_id: person.id, device };
    const recovery_codes = await addTotp(deps, claimant, code, { now, first: false });
    const session = sessionHash(request.cookies[cookieName(config)] ?? '');
    await markSecondFactor(db, session, 'totp', timestamp(now));
    void news.round();
    return { factors: await factorsOf(deps, person), recovery_codes };
  });

  app.delete(factorPaths.totp, limited, async (request): Promise<ChangedFactors> => {
    const person = ownerOf(request);
    const by = await checkProof(deps, request, person, parseBody(passkeyProof, request.body));
    await turnOffTotp(db, config, person, by, await storeClock.now());
    void news.round();
    return { factors: await factorsOf(deps, person), recovery_codes: null };
  });

  app.post(factorPaths.recoveryCodes, limited, async (request): Promise<ChangedFactors> => {
    const person = ownerOf(request);
    const by = await checkProof(deps, request, person, parseBody(passkeyProof, request.body));
    const recovery_codes = await renewRecoveryCodes(db, person.id, by, await storeClock.now());
    return { factors: await factorsOf(deps, person), recovery_codes };
  });
}

async function factorsOf(
  deps: Pick<RouteDeps, 'config' | 'db' | 'storeClock'>,
  person: UserRow,
): Promise<OwnFactors> {
  const { config, db, storeClock } = deps;
  if (person.password_hash === null) {
    return { available: false, required: false, totp: null, passkeys: 0, recovery_codes: 0 };
  }
  const totp = await findTotp(db, person.id);
  const counts_from = shownCountsFrom(config, person, totpCountsFrom(totp), await storeClock.now());
  return {
    available: true,
    required: isFactorRequired(config, person),
    totp: totp?.confirmed_at ? { since: totp.confirmed_at, counts_from } : null,
    passkeys: (await passkeysOf(db, person.id)).length,
    recovery_codes: await countRecoveryCodes(db, person.id),
  };
}

/**
 * Checks that a signed-in person is who they are, before they change their second factors. Who has a factor shows it
 * or a recovery code: an unlocked browser may have the password filled in.
 * @returns what was shown; `new_factor` does not confirm large transfers yet
 * @throws ProblemError own-factor-required, wrong-password, wrong-code, code-used, passkey-refused, too-many-requests
 */
export async function checkProof(
  deps: RouteDeps,
  request: FastifyRequest,
  person: UserRow,
  proof: PasskeyProof,
): Promise<FactorProof> {
  const { attempts, config, db, passkeys, storeClock } = deps;
  if ('password' in proof) {
    if ((await ownFactorNames(db, person.id)).length > 0) {
      throw new ProblemError('own-factor-required');
    }
    await checkOwnPassword(deps, request, person, proof.password, async () => {});
    return 'password';
  }
  const now = await storeClock.now();
  const factor = (from: string | null) => (hasCome(from, now) ? 'factor' : 'new_factor');
  if ('passkey' in proof) {
    const session = sessionHash(request.cookies[cookieName(config)] ?? '');
    return factor(passkeyCountsFrom(await passkeys.prove(person.id, session, proof.passkey)));
  }
  const device = attempts.deviceOf(person.email, request.cookies[deviceCookieName]);
  const claimant = { user_id: person.id, device };
  if ('recovery_code' in proof) {
    const code = { method: 'recovery_code', code: proof.recovery_code } as const;
    await proveByCode(deps, claimant, code, now);
    return 'recovery_code';
  }
  // Read before the code is checked: another app that takes its place meanwhile proves no more.
  const counts_from = totpCountsFrom(await findTotp(db, person.id));
  await proveByCode(deps, claimant, { method: 'totp', code: proof.code }, now);
  return factor(counts_from);
}
