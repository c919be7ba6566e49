import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accountPaths,
  passwordLinkRequest,
  passwordResetRequest,
} from '../../contract/api/own-account.ts';
import { hashPassword } from '../auth/passwords.ts';
import { addAudit } from '../ledger/people/audit.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress } from './limits.ts';
import { parseBody } from './parse.ts';
import { deviceCookieName } from './session.ts';

/** Sets a forgotten password anew by a link that is mailed. Without mail there is none. */
export function passwordLinkRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { attempts, passwordLinks, passwordQueue, live, news, storeClock } = deps;
  if (news.mailMode === 'off') return;

  app.post(accountPaths.passwordLink, { config: perAddress(60) }, async (request, reply) => {
    const { email } = parseBody(passwordLinkRequest, request.body);
    await attempts.takeLink(email, request.ip);
    // After the answer, which is the same and as quick for an address that nobody has.
    reply.raw.once('finish', () => void deps.finishes(sendLink(deps, request, email)));
    return reply.code(204).send();
  });

  app.post(accountPaths.passwordReset, { config: perAddress(20) }, async (request, reply) => {
    const { token, new_password } = parseBody(passwordResetRequest, request.body);
    request.audited = { user_id: null };
    const user_id = await passwordLinks.find(token, await storeClock.now());
    request.audited = { user_id };
    const caller = { address: request.ip, known: null };
    const password_hash = await passwordQueue.run(caller, () => hashPassword(new_password));
    const now = await storeClock.now();
    const { email, ended } = await passwordLinks.use(token, user_id, password_hash, now);
    for (const hash of ended) live.endSession(hash);
    // Who was blocked for wrong passwords can sign in with the new one.
    const device = attempts.deviceOf(email, request.cookies[deviceCookieName]);
    await Promise.all([attempts.forget(email, null), attempts.forget(email, device)]);
    void news.round();
    return reply.code(204).send();
  });
}

/** Nobody waits for it: a failure is logged, and the person asks again. */
async function sendLink(
  { db, now, news, passwordLinks, storeClock }: RouteDeps,
  request: FastifyRequest,
  email: string,
) {
  try {
    const user_id = await passwordLinks.add(email, await storeClock.now());
    await addAudit(db, {
      at: timestamp(now()),
      user_id,
      action: 'password-link',
      subject: null,
      outcome: user_id === null ? 'nobody' : 'done',
      request_id: request.id,
    });
    if (user_id !== null) void news.round();
  } catch (error) {
    request.log.error({ err: error }, 'password link: not made');
  }
}
