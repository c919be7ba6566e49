import * as z from 'zod/mini';
import { isHttpsUrl } from '../https-url.ts';
import { instant } from './wire.ts';

/** What people are told when Giro is not on their screen. */
const newsKinds = [
  /** A transfer ended. */
  'completed',
  'rejected',
  /** A send is unconfirmed after 10 minutes; support or a late answer then said how it ended. */
  'unresolved',
  'confirmed',
  'not-sent',
  /** A transfer that was decided before was not sent: Giro asks, or the service refused it. */
  'order-asks',
  'order-not-sent',
  /** Giro could not send it within a day, or nobody answered: that day is left out. */
  'order-missed',
  /** Records were lost: it may have been sent or stopped, and the person has to look. */
  'order-unsure',
  /** Support stopped it, or a colleague of a team. */
  'order-stopped',
  /** The same, of one that may have been sent before a loss. */
  'order-stopped-unsure',
  'order-stopped-by-colleague',
  /** To support: its maker is disabled or lost their role, so nobody can answer for it. */
  'order-without-sender',
  /** The same, of one that may have been sent before a loss. */
  'order-without-sender-unsure',
  /** To who may approve it: a transfer waits for a second person. */
  'approval-asked',
  /** To its maker: it was to be sent and waits for a second person; then what became of that. */
  'order-waits',
  'order-approved',
  'order-declined',
  'order-expired',
  /** A send or look-alike needs a decision of support. Told to support as a `review-digest`. */
  'review',
  'review-digest',
  /** Security: always told, by mail. */
  'new-device',
  'password-changed',
  'passkey-added',
  'passkey-removed',
  /** The person forgot their password: a link to set a new one. */
  'password-link',
  'factor-added',
  'factor-removed',
  'recovery-code-used',
  /** An admin raised what the person may send; it counts later. */
  'limit-raised',
  /** An admin invited the person: a link to set their first password. */
  'invitation',
  /** The person pressed Test. */
  'test',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** The ways news reach a person. */
export const sinks = ['mail', 'push'] as const;
export type Sink = (typeof sinks)[number];

/** How a delivery ended. */
const deliveryOutcomes = [
  'told',
  /** The person had Giro on screen after it happened. A mail about how it ended is sent nevertheless. */
  'seen',
  /** The person does not want it any more, or is disabled. */
  'unwanted',
  /** The device no longer takes messages. */
  'gone',
  /** The address or message was refused for good. */
  'refused',
  /** It could not be delivered in time, its link no longer works, or what it asked was answered. */
  'expired',
] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** The groups of news that a person chooses for. Support has `review`, senders the other two. */
export const newsTopics = ['transfers', 'attention', 'review'] as const;
export type NewsTopic = (typeof newsTopics)[number];

const ways = z.object({ mail: z.boolean(), push: z.boolean() });

/** By topic, how a person wants to be told. */
export const newsChoices = z.object({ transfers: ways, attention: ways, review: ways });
export type NewsChoices = z.infer<typeof newsChoices>;

export const defaultChoices: NewsChoices = {
  transfers: { mail: true, push: true },
  attention: { mail: true, push: true },
  review: { mail: true, push: false },
};

const wallClock = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00'));

/** Hours of the person's day in which nothing is told; the end may be on the next day. */
export const quietHours = z.object({ from: wallClock, to: wallClock });
export type QuietHours = z.infer<typeof quietHours>;

/** The body of PUT /api/news/settings. */
export const newsSettingsRequest = z.object({
  choices: newsChoices,
  quiet: z.nullable(quietHours),
});
export type NewsSettingsRequest = z.infer<typeof newsSettingsRequest>;

/** The answer of GET and PUT /api/news/settings. */
export const newsSettings = z.object({
  ...newsSettingsRequest.shape,
  /** The IANA zone of the quiet hours: the one this person's browser last used; null for UTC. */
  time_zone: z.nullable(z.string()),
  /** Where mail goes: to people, to /sandbox/mail, or nowhere. */
  mail: z.enum(['on', 'sandbox', 'off']),
  /** The public VAPID key to subscribe with, in base64url. */
  push_key: z.string(),
  /** The number of this person's devices that take notifications. */
  devices: z.int(),
});
export type NewsSettings = z.infer<typeof newsSettings>;

const base64url = z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(200));

/** The body of POST /api/news/devices: a push subscription, as PushSubscription.toJSON() writes it. */
export const pushDeviceRequest = z.object({
  // Not by zod's own check, which the first page of everybody would hold.
  endpoint: z.string().check(z.maxLength(1_000), z.refine(isHttpsUrl, 'must be an https address')),
  keys: z.object({ p256dh: base64url, auth: base64url }),
  /** True when the app renews what the person chose earlier, so that no other person's choice is taken over. */
  renew: z._default(z.boolean(), false),
});

/** The answer of POST /api/news/devices: false when the device is another person's and was removed. */
export const pushDeviceAnswer = z.object({ subscribed: z.boolean() });

/** The body of DELETE /api/news/devices. */
export const pushDeviceRemoval = z.object({ endpoint: z.string().check(z.maxLength(1_000)) });

/** What a push message holds: never personal data, because it may show on a locked screen. */
export const pushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of the app. */
  url: z.string(),
  /** A repeated message replaces the one with the same tag. */
  tag: z.string(),
  lang: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;

/** The answer of GET /api/sandbox/mail: what Giro would have sent, latest first. */
export const sandboxMails = z.object({
  mails: z.array(
    z.object({
      message_id: z.string(),
      at: instant,
      to: z.string(),
      subject: z.string(),
      text: z.string(),
    }),
  ),
});
export type SandboxMails = z.infer<typeof sandboxMails>;

/** News on their way, for support's page Health. */
export const newsHealth = z.object({
  mail: z.enum(['on', 'sandbox', 'off']),
  /** Deliveries that are due and not made yet. */
  waiting: z.int(),
  /** When the oldest of these happened. */
  oldest_at: z.nullable(instant),
  /** Those of the waiting that failed at least once, by sink, with the latest error. */
  failing: z.array(z.object({ sink: z.enum(sinks), count: z.int(), error: z.string() })),
  /** Deliveries given up in the last 7 days. */
  given_up: z.int(),
});
export type NewsHealth = z.infer<typeof newsHealth>;
