import type { DeliveryOutcome, NewsKind, Sink } from '../../contract/api/news.ts';
import { invitationDays, passwordLinkMinutes } from '../../contract/api/own-account.ts';
import { isFor } from '../../contract/api/session.ts';
import {
  addDelivery,
  claimDeliveries,
  type Delivery,
  deliveriesOf,
  endDelivery,
  markSeen,
  postponeDelivery,
  type Seen,
} from '../ledger/news/deliveries.ts';
import {
  findNewsSettings,
  type NewsSettingsRow,
  writeNewsSettings,
} from '../ledger/news/news-settings.ts';
import { findPushDevice, removePushDevice } from '../ledger/news/push-devices.ts';
import { asksStill } from '../ledger/orders/releases.ts';
import { findPasswordLink } from '../ledger/people/password-links.ts';
import { findInvitation } from '../ledger/people/people.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { openLookAlikes } from '../ledger/sends/look-alikes.ts';
import { countSends } from '../ledger/sends/sends.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { releaseLease, takeLease } from '../ledger/store/leases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { hashOfToken, type LinkKind } from '../lib/link-token.ts';
import { timestamp } from '../lib/timestamp.ts';
import { isLinkKind, isSecurity, mailOf, type Origin, pushOf, type Recipient } from './compose.ts';
import { type Attempt, waitAfter } from './delivery.ts';
import { planNews, waysOf } from './plan.ts';
import type { PushTransport } from './push.ts';
import type { MailTransport } from './smtp.ts';

type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

export type DispatcherDeps = {
  db: LedgerDb;
  storeClock: Pick<StoreClock, 'now'>;
  mail: MailTransport;
  push: PushTransport;
  origin: Origin;
  log: Log;
  /** Called after each attempt, for the metrics. */
  onAttempt?: ((sink: Sink, outcome: Attempt['is']) => void) | undefined;
  /** Milliseconds between two looks at the outbox. */
  everyMs?: number | undefined;
  /** Milliseconds for which news waits for the person to see it in Giro. */
  holdMs?: number | undefined;
  /** Milliseconds to wait after so many failures. */
  waitAfter?: typeof waitAfter | undefined;
  /** Milliseconds after which a delivery whose instance died is made again. */
  leaseMs?: number | undefined;
};

export type NewsDispatcher = {
  start(): void;
  /** Looks at the outbox now, after the look under way; resolves when both ways are done. */
  round(): Promise<void>;
  /** Notes what a person was shown. */
  seen(seen: Seen): void;
  stop(): Promise<void>;
};

const dayMs = 24 * 60 * 60_000;
/** News older than this is given up; push is mailed instead. A mail survives an outage of some days. */
const maxAgeMs: Record<Sink, number> = { mail: 7 * dayMs, push: dayMs };
const linkLivesForMs: Record<LinkKind, number> = {
  invitation: invitationDays * dayMs,
  'password-link': passwordLinkMinutes * 60_000,
};
const batch = 20;
const stopWithinMs = 5_000;
const maxSeen = 5_000;

type Context = DispatcherDeps & {
  holdMs: number;
  leaseMs: number;
  waitAfter: typeof waitAfter;
  /** By sink: until when it is not used by this instance, and how often it was out of order in a row. */
  pauses: Map<Sink, { until: number; failures: number }>;
  seen: Seen[];
  stopped: boolean;
};

/**
 * Tells people what the outbox holds, at least once, with an id by which a repeat is not shown. Nothing
 * waits for it: an outage of a mail server or push service only leaves rows in the ledger.
 */
export function createNewsDispatcher(deps: DispatcherDeps): NewsDispatcher {
  const { log, everyMs = 5_000 } = deps;
  const context: Context = {
    ...deps,
    holdMs: deps.holdMs ?? 30_000,
    waitAfter: deps.waitAfter ?? waitAfter,
    leaseMs: deps.leaseMs ?? 2 * 60_000,
    pauses: new Map(),
    seen: [],
    stopped: false,
  };
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const run = (work: () => Promise<void>) =>
    createRunner(() =>
      work().catch((error: unknown) => {
        log.warn({ err: error }, 'news: not told, tried again');
      }),
    );
  const planRound = run(async () => {
    await flushSeen(context);
    await plan(context);
  });
  const push = run(() => deliverDue(context, 'push'));
  const mail = run(async () => {
    if (deps.mail.mode !== 'off') await deliverDue(context, 'mail');
  });

  function round(): Promise<void> {
    clearTimeout(timer);
    const planned = planRound();
    void planned.then(() => {
      clearTimeout(timer);
      if (!context.stopped) timer = setTimeout(round, everyMs).unref();
    });
    // Neither way waits for the other: a mail server that hangs delays no notification. Mail goes again after
    // push, because it takes the place of a notification that no device took.
    last = planned.then(async () => {
      await Promise.all([mail(), push().then(mail)]);
    });
    return last;
  }

  return {
    start: () => void round(),
    round,
    seen(one) {
      if (context.seen.length < maxSeen) context.seen.push(one);
    },
    async stop() {
      context.stopped = true;
      clearTimeout(timer);
      // A delivery that is cut off here is made again by the next start.
      const late = Promise.withResolvers<void>();
      const over = setTimeout(late.resolve, stopWithinMs);
      await Promise.race([last, late.promise]);
      clearTimeout(over);
      deps.mail.close();
    },
  };
}

/** Runs work now, or once more after the run under way, for all who ask during it. */
function createRunner(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  return function run(): Promise<void> {
    if (running) {
      next ??= running.then(() => {
        next = null;
        return run();
      });
      return next;
    }
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
}

async function deliverDue(context: Context, sink: Sink) {
  const { db, storeClock } = context;
  for (;;) {
    const now = await storeClock.now();
    if (context.stopped || now < (context.pauses.get(sink)?.until ?? 0)) return;
    // What a restored ledger holds may be told, or wrong, by now.
    if (await isHeld(db)) return;
    const limits = { leaseMs: context.leaseMs, limit: batch };
    const claimed = await claimDeliveries(db, sink, now, limits);
    await deliverAll(context, sink, claimed);
    if (claimed.length < batch) return;
  }
}

async function flushSeen(context: Context) {
  if (context.seen.length === 0) return;
  const seen = context.seen.splice(0);
  await markSeen(context.db, seen);
}

/** Plans under a lease: one instance decides who is told. */
async function plan({ db, storeClock, mail, holdMs }: Context) {
  const now = await storeClock.now();
  const holder = await takeLease(db, 'news plan', now, 30_000);
  if (holder === null) return;
  try {
    if (await isHeld(db)) return;
    const deps = { hasMail: mail.mode !== 'off', holdMs };
    while (await planNews(db, deps, await storeClock.now())) {
      // The next batch.
    }
  } finally {
    await releaseLease(db, 'news plan', holder);
  }
}

/** One after another; once the sink is out of order, or slow, the rest is given back untried. */
async function deliverAll(context: Context, sink: Sink, claimed: Delivery[]) {
  const { db, storeClock } = context;
  const began = await storeClock.now();
  for (const delivery of claimed) {
    const now = await storeClock.now();
    const isPaused = now < (context.pauses.get(sink)?.until ?? 0);
    // The rest of the lease must be long enough for one attempt.
    if (context.stopped || isPaused || now - began > context.leaseMs / 3) {
      await postponeDelivery(db, delivery, { due_at: timestamp(now), error: null });
      continue;
    }
    await deliver(context, delivery, now);
  }
}

async function deliver(context: Context, delivery: Delivery, now: number) {
  const { db, log, storeClock } = context;
  const { news, sink } = delivery;
  const settled = await withoutTelling(context, delivery, now);
  if (settled) return end(context, delivery, settled, now);
  const attempt = await tell(context, delivery);
  context.onAttempt?.(sink, attempt.is);
  const after = await storeClock.now();
  const about = { news: news.number, kind: news.kind, sink, attempts: delivery.attempts + 1 };
  if (attempt.is !== 'down') context.pauses.delete(sink);
  if (attempt.is === 'told') return end(context, delivery, 'told', after);
  if (attempt.is === 'gone' || attempt.is === 'refused') {
    const error = attempt.is === 'refused' ? attempt.error : 'gone';
    log.warn({ ...about, error }, 'news: refused for good');
    if (attempt.is === 'gone') await removePushDevice(db, { id: delivery.target });
    return end(context, delivery, attempt.is, after);
  }
  const { error } = attempt;
  log.warn({ ...about, error }, 'news: not delivered, tried again');
  const own = attempt.is === 'later' ? (attempt.waitMs ?? 0) : 0;
  const wait = Math.max(context.waitAfter(delivery.attempts + 1), own);
  await postponeDelivery(db, delivery, { due_at: timestamp(after + wait), error });
  if (attempt.is === 'down') {
    const failures = (context.pauses.get(sink)?.failures ?? 0) + 1;
    context.pauses.set(sink, { until: after + context.waitAfter(failures), failures });
  }
}

/** How a transfer or an unconfirmed send ended. */
const endKinds: ReadonlySet<NewsKind> = new Set(['completed', 'rejected', 'confirmed', 'not-sent']);

/** How the delivery ends without an attempt, or null if it is to be made. */
async function withoutTelling(
  context: Context,
  { news, sink, target }: Delivery,
  now: number,
): Promise<DeliveryOutcome | null> {
  const { db } = context;
  const { kind, subject } = news;
  if (now - Date.parse(news.created_at) > maxAgeMs[sink]) return 'expired';
  if (isLinkKind(kind) && !(await worksStill(context, { kind, subject }, now))) return 'expired';
  if (!(await asksStill(db, news))) return 'expired';
  const user_id = news.user_id ?? '';
  const { mail, push, instead } = waysOf(await findNewsSettings(db, user_id), news.kind);
  // A mail that the person chose is their record of how it ended, whatever was on their screen.
  const isRecord = sink === 'mail' && mail && endKinds.has(news.kind);
  if (news.seen_at !== null && !isRecord) return 'seen';
  if (sink === 'mail') return mail || instead ? null : 'unwanted';
  if (!push) return 'unwanted';
  const device = await findPushDevice(db, { id: target });
  return device?.user_id === user_id ? null : 'gone';
}

/** False once the link of the news was used, replaced by a newer one, or is too old. */
async function worksStill(
  { db, origin }: Context,
  { kind, subject }: { kind: LinkKind; subject: string },
  now: number,
): Promise<boolean> {
  const hash = hashOfToken(origin.linkToken(kind, subject));
  const find = kind === 'invitation' ? findInvitation : findPasswordLink;
  return (await find(db, hash, timestamp(now - linkLivesForMs[kind]))) !== null;
}

async function tell(context: Context, { news, sink, target }: Delivery): Promise<Attempt> {
  const { db, mail, push, origin } = context;
  const person = await personOf(db, news.user_id ?? '');
  const { kind } = news;
  if (!person || kind === 'review') return { is: 'refused', error: 'nobody to tell' };
  // Who has another role by now can't open it.
  if (kind === 'approval-asked' && !isFor('sender-or-approver', person.role)) {
    return { is: 'refused', error: 'nobody to ask' };
  }
  // Who is no sender any more can neither send nor stop it.
  const isForbidden = kind === 'order-asks' && person.role !== 'sender';
  const told = { ...news, kind: isForbidden ? ('order-forbidden' as const) : kind };
  if (sink === 'push') {
    const device = await findPushDevice(db, { id: target });
    return device ? push.send(device, pushOf(told, person)) : { is: 'gone' };
  }
  const count = kind === 'review-digest' ? await countReviews(db) : 0;
  // Resolved before anybody was told.
  if (kind === 'review-digest' && count === 0) return { is: 'told' };
  return mail.send(mailOf(told, person, origin, count));
}

/** The address, language and role of a person who may still sign in. */
async function personOf(
  db: LedgerDb,
  user_id: string,
): Promise<(Recipient & Pick<UserRow, 'role'>) | null> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'role', 'disabled_at'])
    .where('id', '=', user_id)
    .executeTakeFirst();
  if (!user || user.disabled_at !== null) return null;
  return { email: user.email, role: user.role, ...(await settingsOf(db, user_id)) };
}

/** A person's settings; a row is written where there is none, because each mail needs its token. */
async function settingsOf(db: LedgerDb, user_id: string): Promise<NewsSettingsRow> {
  const row = await findNewsSettings(db, user_id);
  if (row) return row;
  await writeNewsSettings(db, user_id, {});
  const written = await findNewsSettings(db, user_id);
  if (!written) throw new Error('the settings of a person were not written');
  return written;
}

async function countReviews(db: LedgerDb): Promise<number> {
  const { length } = await openLookAlikes(db);
  return ((await countSends(db)).get('unresolved') ?? 0) + length;
}

/** Ends a delivery. Where no device took a notification, mail takes its place in the same transaction. */
async function end(context: Context, delivery: Delivery, outcome: DeliveryOutcome, now: number) {
  const { db, mail } = context;
  const { news, sink } = delivery;
  const at = timestamp(now);
  await db.transaction().execute(async (tx) => {
    if (!(await endDelivery(tx, delivery, outcome, at))) return;
    const isLost = outcome === 'gone' || outcome === 'refused' || outcome === 'expired';
    if (sink !== 'push' || !isLost || mail.mode === 'off' || isSecurity(news.kind)) return;
    const { instead } = waysOf(await findNewsSettings(tx, news.user_id ?? ''), news.kind);
    if (!instead) return;
    const others = await deliveriesOf(tx, news.number, 'push');
    if (others.some(({ done_at, outcome }) => done_at === null || outcome === 'told')) return;
    await addDelivery(tx, { news_number: news.number, sink: 'mail', target: '' }, at);
  });
}
