import * as z from 'zod/mini';
import {
  defaultChoices,
  type NewsChoices,
  type NewsKind,
  type NewsTopic,
  newsChoices,
  quietHours,
} from '../../contract/api/news.ts';
import {
  addDelivery,
  latestOfKind,
  markPlanned,
  type NewsRow,
  unplannedNews,
  unplannedOfSupport,
} from '../ledger/news/deliveries.ts';
import { addNews } from '../ledger/news/news.ts';
import { findNewsSettings, type NewsSettingsRow } from '../ledger/news/news-settings.ts';
import { pushDevicesOf } from '../ledger/news/push-devices.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';
import { isSecurity } from './compose.ts';
import { afterQuietHours } from './quiet-hours.ts';

/** Support gets at most one mail in this time. */
const digestEveryMs = 10 * 60_000;
const batch = 200;

/** What a person chose; the defaults where nothing readable was written. */
export function choicesOf(row: NewsSettingsRow | undefined): NewsChoices {
  if (!row?.choices) return defaultChoices;
  return z.safeParse(newsChoices, JSON.parse(row.choices)).data ?? defaultChoices;
}

/** The quiet hours a person chose, or null. */
export function quietOf(row: NewsSettingsRow | undefined) {
  return z.safeParse(quietHours, { from: row?.quiet_from, to: row?.quiet_to }).data ?? null;
}

const topics: Partial<Record<NewsKind, NewsTopic>> = {
  completed: 'transfers',
  rejected: 'transfers',
  unresolved: 'attention',
  confirmed: 'attention',
  'not-sent': 'attention',
  'order-asks': 'attention',
  'order-not-sent': 'attention',
  'order-missed': 'attention',
  'order-unsure': 'attention',
  'order-stopped': 'attention',
  'order-stopped-unsure': 'attention',
  'order-stopped-by-colleague': 'attention',
  'approval-asked': 'attention',
  'order-waits': 'attention',
  'order-approved': 'attention',
  'order-declined': 'attention',
  'order-expired': 'attention',
  'order-without-sender': 'review',
  'order-without-sender-unsure': 'review',
  'review-digest': 'review',
};

/**
 * How a person wants to be told of this kind. Security comes by mail, a test by every way. `instead` is
 * true where mail may take the place of a notification that no device takes.
 */
export function waysOf(row: NewsSettingsRow | undefined, kind: NewsKind) {
  const topic = topics[kind];
  if (!topic) return { mail: true, push: !isSecurity(kind), instead: false };
  const { mail, push } = choicesOf(row)[topic];
  const mayMail = !row?.mail_stopped_at;
  return { mail: mail && mayMail, push, instead: push && mayMail };
}

type PlanDeps = {
  hasMail: boolean;
  /**
   * Milliseconds for which news waits, so that it is known whether the person sees it in Giro. Longer than the
   * time between two notes of that.
   */
  holdMs: number;
};

/**
 * Writes the deliveries of new news: who is told, how and when. One instance at a time.
 * @param now milliseconds since 1970, by the store's clock
 * @returns true if there may be more
 */
export async function planNews(db: LedgerDb, deps: PlanDeps, now: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await planForSupport(tx, now);
    const news = await unplannedNews(tx, batch);
    for (const one of news) {
      if (one.user_id === null) continue;
      if (await markPlanned(tx, one.number, timestamp(now))) await planOne(tx, deps, one, now);
    }
    return news.length === batch;
  });
}

async function planOne(tx: LedgerDb, { hasMail, holdMs }: PlanDeps, news: NewsRow, now: number) {
  const { user_id, kind, number: news_number } = news;
  if (user_id === null) return;
  const row = await findNewsSettings(tx, user_id);
  const { mail, push, instead } = waysOf(row, kind);
  const isUrgent = isSecurity(kind) || kind === 'test';
  const told = Math.max(now, Date.parse(news.created_at) + holdMs);
  const due_at = timestamp(
    isUrgent ? now : afterQuietHours(told, quietOf(row), row?.time_zone ?? null),
  );
  const devices = push ? await pushDevicesOf(tx, user_id) : [];
  for (const { id } of devices) {
    await addDelivery(tx, { news_number, sink: 'push', target: id }, due_at);
  }
  // Who wants notifications alone and has no device for them would hear nothing.
  const isMailed = mail || (instead && devices.length === 0);
  if (hasMail && isMailed) await addDelivery(tx, { news_number, sink: 'mail', target: '' }, due_at);
}

/** Turns news of support into news of each of its people: what is to be reviewed into one, anything else as it is. */
async function planForSupport(tx: LedgerDb, now: number) {
  const waiting = await unplannedOfSupport(tx);
  await planDigest(
    tx,
    waiting.filter(({ kind }) => kind === 'review'),
    now,
  );
  for (const { number, kind, subject } of waiting) {
    if (kind === 'review') continue;
    await markPlanned(tx, number, timestamp(now));
    await addNewsOfSupport(tx, { kind, subject }, timestamp(now));
  }
}

/** At most one every 10 minutes. @param waiting the latest first */
async function planDigest(tx: LedgerDb, waiting: readonly NewsRow[], now: number) {
  const [latest] = waiting;
  if (latest === undefined) return;
  const last = await latestOfKind(tx, 'review-digest');
  const passed = last === null ? digestEveryMs : now - Date.parse(last);
  // A time in the future was written before the clock was set back.
  if (passed >= 0 && passed < digestEveryMs) return;
  const at = timestamp(now);
  for (const { number } of waiting) await markPlanned(tx, number, at);
  // Not its number: in a restored ledger another review gets the same, and its mail would not be shown.
  const subject = `review ${latest.subject}`;
  await addNewsOfSupport(tx, { kind: 'review-digest', subject }, at);
}

async function addNewsOfSupport(tx: LedgerDb, news: Pick<NewsRow, 'kind' | 'subject'>, at: string) {
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'support')
    .where('disabled_at', 'is', null)
    .execute();
  await addNews(
    tx,
    people.map(({ id }) => ({ ...news, user_id: id })),
    at,
  );
}
