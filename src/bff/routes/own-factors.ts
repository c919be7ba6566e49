import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type ChangedFactors,
  factorPaths,
  type OwnFactors,
  type OwnProof,
  ownProof,
  type TotpEnrolment,
  totpConfirmation,
} from '../../contract/api/second-factor.ts';
import { cookieName, personOf } from '../auth/access.ts';
import { makeRecoveryCodes } from '../auth/recovery-codes.ts';
import {
  addTotp,
  isFactorRequired,
  proveByCode,
  secondFactorMethods,
  turnOffTotp,
} from '../auth/second-factors.ts';
import { sessionHash } from '../auth/sessions.ts';
import { beginTotp } from '../auth/totp.ts';
import { passkeysOf } from '../ledger/passkeys.ts';
import { countRecoveryCodes, findTotp } from '../ledger/second-factors.ts';
import { markSecondFactor } from '../ledger/sessions.ts';
import type { UserRow } from '../ledger/users.ts';
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
    await checkProof(deps, request, person, parseBody(ownProof, request.body));
    return beginTotp(deps, person, config.theme.name, await storeClock.now());
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
    await checkProof(deps, request, person, parseBody(ownProof, request.body));
    await turnOffTotp(db, config, person, await storeClock.now());
    void news.round();
    return { factors: await factorsOf(deps, person), recovery_codes: null };
  });

  app.post(factorPaths.recoveryCodes, limited, async (request): Promise<ChangedFactors> => {
    const person = ownerOf(request);
    await checkProof(deps, request, person, parseBody(ownProof, request.body));
    const methods = await secondFactorMethods(db, person.id);
    if (methods.length === 0) throw new ProblemError('not-found');
    const now = await storeClock.now();
    const recovery_codes = await db
      .transaction()
      .execute((tx) => makeRecoveryCodes(tx, person.id, now));
    return { factors: await factorsOf(deps, person), recovery_codes };
  });
}

async function factorsOf(
  { config, db }: Pick<RouteDeps, 'config' | 'db'>,
  person: UserRow,
): Promise<OwnFactors> {
  if (person.password_hash === null) {
    return { available: false, required: false, totp: null, passkeys: 0, recovery_codes: 0 };
  }
  const totp = await findTotp(db, person.id);
  return {
    available: true,
    required: isFactorRequired(config, person),
    totp: totp?.confirmed_at ? { since: totp.confirmed_at } : null,
    passkeys: (await passkeysOf(db, person.id)).length,
    recovery_codes: await countRecoveryCodes(db, person.id),
  };
}

/**
 * Checks that a signed-in person is who they are, before they change their second factors.
 * @throws ProblemError wrong-password, wrong-code, code-used, too-many-requests
 */
export async function checkProof(
  deps: RouteDeps,
  request: FastifyRequest,
  person: UserRow,
  proof: OwnProof,
) {
  if ('password' in proof) {
    return checkOwnPassword(deps, request, person, proof.password, async () => {});
  }
  const { attempts, storeClock } = deps;
  const device = attempts.deviceOf(person.email, request.cookies[deviceCookieName]);
  const claimant = { user_id: person.id, device };
  await proveByCode(deps, claimant, { method: 'totp', code: proof.code }, await storeClock.now());
}
