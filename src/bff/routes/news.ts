import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { languageCookie } from '../../contract/api/languages.ts';
import {
  type NewsSettings,
  newsSettingsRequest,
  pushDeviceAnswer,
  pushDeviceRemoval,
  pushDeviceRequest,
  type SandboxMails,
} from '../../contract/api/news.ts';
import { apiPaths, hiddenTabHeader } from '../../contract/api/paths.ts';
import { timeZoneCookie } from '../../contract/api/rendered-page.ts';
import { cookieName, personOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import type { Seen } from '../ledger/news/deliveries.ts';
import { addNews } from '../ledger/news/news.ts';
import {
  findByUnsubscribeToken,
  findNewsSettings,
  writeNewsSettings,
} from '../ledger/news/news-settings.ts';
import {
  addPushDevice,
  findPushDevice,
  pushDevicesOf,
  removePushDevice,
} from '../ledger/news/push-devices.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import { knownZone } from '../lib/known-zone.ts';
import { ProblemError } from '../lib/problem.ts';
import { requestedLocale } from '../lib/requested-locale.ts';
import { notificationsPath } from '../news/compose.ts';
import { choicesOf, quietOf } from '../news/plan.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { parseBody } from './parse.ts';

/** What people are told and how: settings, devices, a test, unsubscribing. */
export function newsRoutes(app: FastifyInstance, deps: RouteDeps) {
  settingsRoutes(app, deps);
  deviceRoutes(app, deps);
  unsubscribeRoutes(app, deps);
  const { db, news, storeClock } = deps;

  app.post(apiPaths.newsTest, { config: perPerson(5) }, async (request, reply) => {
    const { id: user_id } = personOf(request);
    const now = await storeTimestamp(storeClock);
    await addNews(db, [{ user_id, kind: 'test', subject: `test ${randomUUID()}` }], now);
    void news.round();
    return reply.code(204).send();
  });

  const { mails } = news;
  if (!mails) return;
  app.get(apiPaths.sandboxMail, async (request): Promise<SandboxMails> => {
    const person = personOf(request);
    // Who invites somebody reads the invitation here, because the sandbox mails nothing. An auditor opens nobody's link.
    const seesAll = person.role === 'support' || person.role === 'admin';
    const own = mails().filter(({ to }) => seesAll || to === person.email);
    return {
      mails: own.map(({ message_id, date, to, subject, text }) => ({
        ...{ message_id, to, subject, text },
        at: date,
      })),
    };
  });
}

function settingsRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { db, news } = deps;

  app.get(apiPaths.newsSettings, (request) => settingsOf(personOf(request)));

  app.put(apiPaths.newsSettings, { config: perPerson(30) }, async (request) => {
    const person = personOf(request);
    const { choices, quiet } = parseBody(newsSettingsRequest, request.body);
    const wantsMail = Object.values(choices).some(({ mail }) => mail);
    await writeNewsSettings(db, person.id, {
      choices: JSON.stringify(choices),
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
      // Who asks for mail again has not unsubscribed any more.
      ...(wantsMail && { mail_stopped_at: null }),
    });
    return settingsOf(person);
  });

  async function settingsOf({ id }: UserRow): Promise<NewsSettings> {
    const row = await findNewsSettings(db, id);
    const choices = choicesOf(row);
    const silent = Object.entries(choices).map(([topic, ways]) => [
      topic,
      { ...ways, mail: false },
    ]);
    return {
      choices: row?.mail_stopped_at
        ? parseBody(newsSettingsRequest.shape.choices, Object.fromEntries(silent))
        : choices,
      quiet: quietOf(row),
      time_zone: row?.time_zone ?? null,
      mail: news.mailMode,
      push_key: await news.pushKey(),
      devices: (await pushDevicesOf(db, id)).length,
    };
  }
}

function deviceRoutes(app: FastifyInstance, { config, db, news, storeClock }: RouteDeps) {
  app.post(apiPaths.newsDevices, { config: perPerson(30) }, async (request) => {
    const { id: user_id } = personOf(request);
    const { endpoint, keys, renew } = parseBody(pushDeviceRequest, request.body);
    if (!news.mayCall(endpoint)) {
      throw new ProblemError('invalid-fields', {
        errors: { endpoint: ['is not an address of a known push service'] },
      });
    }
    if (renew) {
      const known = await findPushDevice(db, { endpoint });
      // Another person chose notifications in this browser: theirs end, and this one has not chosen.
      if (known && known.user_id !== user_id) {
        await removePushDevice(db, { endpoint });
        return z.encode(pushDeviceAnswer, { subscribed: false });
      }
    }
    const session_hash = sessionHash(request.cookies[cookieName(config)] ?? '');
    const now = await storeTimestamp(storeClock);
    await addPushDevice(db, { user_id, session_hash, endpoint, ...keys }, now);
    return z.encode(pushDeviceAnswer, { subscribed: true });
  });

  app.delete(apiPaths.newsDevices, async (request, reply) => {
    const { id: user_id } = personOf(request);
    const { endpoint } = parseBody(pushDeviceRemoval, request.body);
    await removePushDevice(db, { endpoint, user_id });
    return reply.code(204).send();
  });
}

const tokenInPath = z.object({ key: z.string() });

function unsubscribeRoutes(app: FastifyInstance, { db, storeClock }: RouteDeps) {
  // A link must not act when a scanner follows it: the page asks.
  app.get(apiPaths.unsubscribe(':key'), (_request, reply) => reply.redirect(notificationsPath));

  void app.register(async (any) => {
    // Mail programs send a form (RFC 8058, 3.1), which says nothing that the address doesn't.
    any.removeAllContentTypeParsers();
    any.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, _body, done) => done(null, undefined),
    );
    any.post(apiPaths.unsubscribe(':key'), { config: perAddress(60) }, async (request, reply) => {
      const { key } = z.parse(tokenInPath, request.params);
      const row = await findByUnsubscribeToken(db, key);
      if (row) {
        request.audited = { user_id: row.user_id };
        const mail_stopped_at = await storeTimestamp(storeClock);
        await writeNewsSettings(db, row.user_id, { mail_stopped_at });
      }
      // The same for a token that doesn't exist, so that none can be guessed.
      return reply.type('text/plain; charset=utf-8').send('ok\n');
    });
  });
}

/**
 * Notes what mails need and no request carries then: the language and time zone that each person last used,
 * and which news they have seen in Giro. After the answer, so that nobody waits.
 */
export function notePeople(
  app: FastifyInstance,
  { db, news, now }: Pick<RouteDeps, 'db' | 'news' | 'now'>,
) {
  const looked = new Map<string, { text: string; at: number }>();

  async function noteLanguage(request: FastifyRequest, user_id: string) {
    const used = languageOf(request);
    if (!used) return;
    const [text, at] = [JSON.stringify(used), now()];
    const last = looked.get(user_id);
    // Another instance, or a browser in another language, may have written since.
    if (last && at - last.at < lookedForMs && last.text === text) return;
    if (looked.size > maxKnown) looked.clear();
    looked.set(user_id, { text, at });
    const known = await findNewsSettings(db, user_id);
    const isKnown =
      known?.language === used.language &&
      (used.time_zone === undefined || known.time_zone === used.time_zone);
    if (!isKnown) await writeNewsSettings(db, user_id, used);
  }

  app.addHook('preSerialization', async (request, _reply, payload) => {
    const { person } = request;
    const seen = person && seenIn(request, payload);
    if (seen) news.seen({ user_id: person.id, ...seen });
    return payload;
  });

  app.addHook('onResponse', async (request) => {
    const { person } = request;
    if (!person) return;
    try {
      await noteLanguage(request, person.id);
    } catch (error) {
      if (isLedgerFailure(error)) return;
      request.log.warn({ err: error }, 'news: language not noted');
    }
  });
}

const maxKnown = 10_000;
const lookedForMs = 60_000;

/** Tells of a sign-in on a new device, except of the person's first one. */
export async function noteSignIn(
  { db, storeClock }: Pick<RouteDeps, 'db' | 'storeClock'>,
  request: FastifyRequest,
  { id: user_id }: UserRow,
  isNew: boolean,
) {
  const known = await findNewsSettings(db, user_id);
  await writeNewsSettings(db, user_id, languageOf(request) ?? {});
  if (!known || !isNew) return;
  const now = await storeTimestamp(storeClock);
  await addNews(db, [{ user_id, kind: 'new-device', subject: `sign-in ${now}` }], now);
}

/** The language and zone that a request names; null if it names none. */
export function languageOf(request: FastifyRequest) {
  const { cookies, headers } = request;
  const isNamed = cookies[languageCookie] ?? headers['accept-language'];
  if (isNamed === undefined) return null;
  const { locale: language } = requestedLocale(request);
  const time_zone = knownZone(cookies[timeZoneCookie]);
  return time_zone === undefined ? { language } : { language, time_zone };
}

const shown = {
  transfer: z.object({ transfer: z.object({ id: z.string() }), as_of: z.string() }),
  transfers: z.object({ items: z.array(z.object({ id: z.string() })), as_of: z.string() }),
  send: z.object({ key: z.string(), updated_at: z.string() }),
  order: z.object({
    order: z.object({ id: z.string(), revision: z.int(), updated_at: z.string() }),
  }),
};

/**
 * The subjects of news in an answer, as they were at a time; undefined for none. A hidden tab shows nothing.
 */
function seenIn(
  { method, routeOptions, headers }: FastifyRequest,
  payload: unknown,
): Omit<Seen, 'user_id'> | undefined {
  if (method !== 'GET' || headers[hiddenTabHeader] !== undefined) return undefined;
  switch (routeOptions.url) {
    case apiPaths.transfer(':id'): {
      const { data } = z.safeParse(shown.transfer, payload);
      return data && { subjects: [`transfer ${data.transfer.id}`], at: data.as_of };
    }
    case apiPaths.transfers: {
      const { data } = z.safeParse(shown.transfers, payload);
      return data && { subjects: data.items.map(({ id }) => `transfer ${id}`), at: data.as_of };
    }
    case apiPaths.send(':key'): {
      const { data } = z.safeParse(shown.send, payload);
      if (data) return { subjects: [`send ${data.key}`], at: data.updated_at };
      const order = z.safeParse(shown.order, payload).data?.order;
      if (!order) return undefined;
      const { id, revision, updated_at: at } = order;
      return { subjects: [`order ${id} r${revision} ${at}`, `order ${id} ${at}`], at };
    }
    default:
      return undefined;
  }
}
