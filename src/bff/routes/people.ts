import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptRequest, accountPaths, invitationRequest } from '../../contract/api/own-account.ts';
import { pages } from '../../contract/api/pages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  accessRequest,
  type Invited,
  inviteRequest,
  type LateMail,
  type People,
  type PeopleQuery,
  type Person,
  type PersonDetail,
  peoplePaths,
  peopleQuery,
  roleRequest,
} from '../../contract/api/people.ts';
import { normalizeForSearch } from '../../contract/normalize-for-search.ts';
import { personOf } from '../auth/access.ts';
import { hashPassword } from '../auth/passwords.ts';
import {
  changePerson,
  findPerson,
  isLastAdmin,
  type PersonChange,
  resetFactorsOf,
  shownPerson,
} from '../auth/people.ts';
import { secondFactorMethods } from '../auth/second-factors.ts';
import { linkMails } from '../ledger/news/deliveries.ts';
import { writeNewsSettings } from '../ledger/news/news-settings.ts';
import { hasApprovers } from '../ledger/orders/approvals.ts';
import { readPeople } from '../ledger/people/people.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { languageOf } from './news.ts';
import { parseBody, parseQuery, parseUser } from './parse.ts';
import { cookieFor, deviceCookieName, deviceMaxAgeSeconds } from './session.ts';

/** An admin's calls about people: the list, one person, and what is decided about them. */
export function peopleRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, live, news, sessions, storeClock } = deps;

  app.get(apiPaths.people, async (request): Promise<People> => {
    const query = parseQuery(peopleQuery, request.query);
    const now = await storeClock.now();
    const page = pageOf(
      (await readPeople(db)).map((row) => shownPerson(row, now)),
      query,
    );
    const { above, bySenders } = config.approvals;
    const lacks = above.size > 0 && !(await hasApprovers(db, bySenders));
    return lacks ? { ...page, lacks_approvers: true } : page;
  });

  app.get(apiPaths.person(':user'), (request) => detailOf(request, userOf(request)));

  app.put(peoplePaths.role(':user'), { config: perPerson(60) }, async (request) => {
    const { role } = parseBody(roleRequest, request.body);
    return changed(request, { role }, role);
  });

  app.put(peoplePaths.access(':user'), { config: perPerson(60) }, async (request) => {
    const { disabled } = parseBody(accessRequest, request.body);
    return changed(request, { disabled }, disabled ? 'disabled' : 'enabled');
  });

  app.delete(peoplePaths.sessions(':user'), { config: perPerson(60) }, async (request) => {
    const user = userOf(request);
    const subject = `user ${user}`;
    request.audited = { subject };
    await findPerson(db, user);
    const count = await sessions.end(user, { but: null });
    request.audited = { subject, outcome: `${count} ended` };
    return detailOf(request, user);
  });

  app.delete(peoplePaths.secondFactor(':user'), { config: perPerson(60) }, async (request) => {
    const user = userOf(request);
    const subject = `user ${user}`;
    request.audited = { subject };
    const now = await storeClock.now();
    const { had, ended } = await resetFactorsOf(db, personOf(request).id, user, now);
    for (const hash of ended) live.endSession(hash);
    void news.round();
    request.audited = { subject, outcome: had ? 'done' : 'none' };
    return detailOf(request, user);
  });

  async function changed(request: FastifyRequest, change: PersonChange, outcome: string) {
    const user = userOf(request);
    request.audited = { subject: `user ${user}`, outcome };
    const now = timestamp(await storeClock.now());
    const ended = await changePerson(db, personOf(request).id, user, change, now);
    for (const hash of ended) live.endSession(hash);
    return detailOf(request, user);
  }

  async function detailOf(request: FastifyRequest, user: string): Promise<PersonDetail> {
    const row = await findPerson(db, user);
    const open = await sessions.list(user);
    const now = await storeClock.now();
    return {
      person: shownPerson(row, now),
      sessions: open.map(({ browser, system, seen_at }) => ({ browser, system, seen_at })),
      has_second_factor: (await secondFactorMethods(db, user)).length > 0,
      is_self: user === personOf(request).id,
      is_last_admin: await isLastAdmin(db, user),
      late_mail: await lateMail(db, user, now),
    };
  }

  invitationRoutes(app, deps);
}

function invitationRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { attempts, config, db, invitations, news, passwordQueue, storeClock } = deps;

  app.post(apiPaths.people, { config: perPerson(30) }, async (request, reply) => {
    const asked = parseBody(inviteRequest, request.body);
    request.audited = { outcome: asked.role };
    const { user_id, token } = await invitations.invite(asked, await storeClock.now());
    request.audited = { subject: `user ${user_id}`, outcome: asked.role };
    // Theirs is not known before they sign in.
    await writeNewsSettings(db, user_id, languageOf(request) ?? {});
    return reply.code(201).send(await told(user_id, token, false));
  });

  app.post(peoplePaths.invitation(':user'), { config: perPerson(30) }, async (request) => {
    const user = userOf(request);
    request.audited = { subject: `user ${user}` };
    const now = await storeClock.now();
    const isLate = (await lateMail(db, user, now))?.kind === 'invitation';
    return told(user, await invitations.renew(user, now), isLate);
  });

  // It uses nothing up: a page may ask as often as it is opened.
  app.post(accountPaths.checkInvitation, { config: perAddress(20) }, async (request, reply) => {
    const { token } = parseBody(invitationRequest, request.body);
    await invitations.find(token, await storeClock.now());
    return reply.code(204).send();
  });

  app.post(accountPaths.acceptInvitation, { config: perAddress(20) }, async (request, reply) => {
    const { token, new_password } = parseBody(acceptRequest, request.body);
    request.audited = { user_id: null };
    const user_id = await invitations.find(token, await storeClock.now());
    request.audited = { user_id, subject: `user ${user_id}` };
    const caller = { address: request.ip, known: null };
    const password_hash = await passwordQueue.run(caller, () => hashPassword(new_password));
    const email = await invitations.accept(token, user_id, password_hash);
    // The first sign-in on this browser is no news to who has just chosen the password here.
    const device = attempts.deviceOf(email, request.cookies[deviceCookieName]);
    return reply
      .setCookie(deviceCookieName, attempts.deviceCookie(email, device), {
        ...cookieFor(config, request),
        path: apiPaths.session,
        maxAge: deviceMaxAgeSeconds,
      })
      .code(204)
      .send();
  });

  /** The sandbox mails nothing, so its link is handed over too. @param isLate no mail brings it now */
  async function told(user: string, token: string, isLate: boolean): Promise<Invited> {
    void news.round();
    return {
      person: shownPerson(await findPerson(db, user), await storeClock.now()),
      link: news.mailMode === 'on' && !isLate ? null : `${pages['settings/welcome'].path}#${token}`,
    };
  }
}

/** A mail that was not tried after so many milliseconds waits for a mail server that is out of order. */
const lateAfterMs = 2 * 60_000;

/**
 * The mail with a link that a person should have and does not: the oldest that is still tried, or the latest invitation
 * if the server refused its address for good.
 * @param now milliseconds since 1970
 */
async function lateMail(db: LedgerDb, user_id: string, now: number): Promise<LateMail | null> {
  const mails = await linkMails(db, user_id);
  const latest = mails.findLast(({ kind }) => kind === 'invitation');
  if (latest?.outcome === 'refused') {
    return { kind: 'invitation', since: latest.created_at, why: 'address', code: null };
  }
  const late = mails.find(
    ({ done_at, attempts, created_at }) =>
      done_at === null && (attempts > 0 || now - Date.parse(created_at) > lateAfterMs),
  );
  if (!late) return null;
  // Of what `attemptOf` wrote: the server's reply code, with the one of RFC 3463.
  const code = /\b[45]\d\d\b.*$/.exec(late.error ?? '')?.[0] ?? null;
  const kind = late.kind === 'invitation' ? 'invitation' : 'password-link';
  return { kind, since: late.created_at, why: code === null ? 'no-answer' : 'refused', code };
}

const userOf = ({ params }: FastifyRequest) => parseUser(params);

/** The first people that match, by name and e-mail. */
function pageOf(everybody: Person[], { q = '', role, status, limit }: PeopleQuery): People {
  const terms = normalizeForSearch(q).split(' ');
  const found = everybody
    .map((person) => ({ person, text: normalizeForSearch(`${person.name} ${person.email}`) }))
    .filter(
      ({ person, text }) =>
        (role === undefined || person.role === role) &&
        (status === undefined || person.status === status) &&
        terms.every((term) => text.includes(term)),
    )
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
  return { items: found.slice(0, limit).map(({ person }) => person), total: found.length };
}
