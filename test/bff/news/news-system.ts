import { onTestFinished } from 'vitest';
import { readConfig } from '../../../src/bff/config/config.ts';
import { addNews } from '../../../src/bff/ledger/news/news.ts';
import { writeNewsSettings } from '../../../src/bff/ledger/news/news-settings.ts';
import { addPushDevice } from '../../../src/bff/ledger/news/push-devices.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createStoreClock } from '../../../src/bff/ledger/store/store-clock.ts';
import { createNews, type News, type NewsOptions } from '../../../src/bff/news/news.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import type { NewsChoices, NewsKind } from '../../../src/contract/api/news.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { startPushService } from '../../support/push-service.ts';
import type { Store } from '../../support/stores.ts';

const minute = 60_000;

/** The token of the link that a news tells. */
export const tokenOf = (subject: string) => `token-of-${subject.replace(' ', '-')}`;

/** A ledger, a mail server and a push service, and instances of the outbox's dispatcher over them. */
export async function createNewsSystem(
  create: Store['create'],
  env: (port: number) => Record<string, string> = (port) => ({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  }),
) {
  const store = await openStore(create);
  const db = await store.open();
  const mailServer = await startMailServer();
  const pushService = await startPushService();
  const clock = { at: Date.parse('2026-11-01T12:00:00.000Z') };
  const instances: News[] = [];
  const lines: string[] = [];
  onTestFinished(async () => {
    await Promise.all(instances.map((one) => one.stop()));
    await mailServer.stop();
    await pushService.close();
  });
  const now = () => new Date(clock.at).toISOString();
  const note = (fields: object, message: string) =>
    void lines.push(JSON.stringify({ ...fields, message }));
  const log = { ...silentLog, info: note, warn: note, error: note };

  /** An instance of Giro; its rounds run only when the test asks. */
  function instance(options: NewsOptions = {}, ledger: LedgerDb = db): News {
    const storeClock = createStoreClock({
      ...{ db: ledger, now: () => clock.at, log },
      read: async () => clock.at,
    });
    const news = createNews({
      config: readConfig({
        MAIL_FROM: 'Giro <news@giro.example>',
        PUBLIC_ORIGIN: 'https://giro.example',
        GIRO_SECRET: 'a secret of the tests, thirty-two or more',
        ...env(mailServer.state.port),
      }),
      ...{ db: ledger, storeClock, log },
      linkToken: (_kind, subject) => tokenOf(subject),
      options: { holdMs: 0, ...pushService.options, ...options },
    });
    instances.push(news);
    return news;
  }

  async function person(email: string, role: Role = 'sender', settings = {}) {
    const row = await addPerson(db, { email, password: 'x', role });
    if (!row) throw new Error('not added');
    await writeNewsSettings(db, row.id, { language: 'en', ...settings });
    return row.id;
  }

  return {
    ...{ db, store, mailServer, pushService, clock, lines, instance, person, now },
    happens: (user_id: string | null, kind: NewsKind, subject: string) =>
      addNews(db, [{ user_id, kind, subject }], now()),
    /** Time passes, then a round. */
    async later(ms: number, news: News) {
      clock.at += ms;
      await news.round();
    },
    async device(user_id: string, path: string) {
      const one = pushService.subscribe(path);
      const { endpoint, keys } = one.subscription;
      await addPushDevice(db, { user_id, session_hash: `s ${path}`, endpoint, ...keys }, now());
      return one;
    },
    open: async () =>
      (
        await db
          .selectFrom('deliveries')
          .select(['sink', 'attempts', 'error'])
          .where('done_at', 'is', null)
          .orderBy('sink')
          .execute()
      ).map(({ sink, attempts, error }) => `${sink} ${attempts} ${error}`),
    outcomes: async () =>
      (
        await db
          .selectFrom('deliveries')
          .select(['sink', 'outcome'])
          .orderBy('news_number')
          .orderBy('sink')
          .execute()
      ).map(({ sink, outcome }) => `${sink} ${outcome}`),
    minute,
  };
}

export const choices = (change: Partial<NewsChoices>): string =>
  JSON.stringify({
    transfers: { mail: true, push: true },
    attention: { mail: true, push: true },
    review: { mail: true, push: false },
    ...change,
  });
