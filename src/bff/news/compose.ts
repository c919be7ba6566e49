import { createHash } from 'node:crypto';
import { writeDate } from '../../contract/api/date-text.ts';
import { type AppLocale, appLocales, languageTags } from '../../contract/api/languages.ts';
import type { NewsKind, PushMessage } from '../../contract/api/news.ts';
import { pages } from '../../contract/api/pages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import type { NewsRow } from '../ledger/news/deliveries.ts';
import { escapedHtml } from '../lib/escaped-html.ts';
import { knownZone } from '../lib/known-zone.ts';
import type { LinkKind, LinkToken } from '../lib/link-token.ts';
import { translate } from '../lib/messages.ts';
import { type Facts, footers, newsTexts, type ToldKind } from './news-words.ts';

/** A mail as it is given to a transport, without its sender. */
export type Mail = {
  message_id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
  headers: Record<string, string>;
};

/** News in the words that a person is told. */
type ToldNews = Omit<NewsRow, 'kind'> & { kind: ToldKind };

/** The person that is told. */
export type Recipient = {
  email: string;
  language: string | null;
  time_zone: string | null;
  unsubscribe_token: string;
};

/** The address of Giro for links, the domain of message ids, and the token of a link by its news. */
export type Origin = { origin: string; domain: string; linkToken: LinkToken };

const securityKinds: ReadonlySet<NewsKind | ToldKind> = new Set([
  'new-device',
  'password-changed',
  'passkey-added',
  'passkey-removed',
  'password-link',
  'factor-added',
  'factor-removed',
  'recovery-code-used',
  'limit-raised',
  'invitation',
]);

/** News that bring a link with a token. */
export const isLinkKind = (kind: NewsKind | ToldKind): kind is LinkKind =>
  kind === 'password-link' || kind === 'invitation';

/** Security news are always told, by mail, at once and on every address. */
export const isSecurity = (kind: NewsKind | ToldKind) => securityKinds.has(kind);

/** The same for every attempt to tell this person this fact, also from a restored ledger: a repeat is not shown. */
function messageIdOf({ user_id, kind, subject }: ToldNews, domain: string): string {
  const hash = createHash('sha256').update(JSON.stringify([user_id, kind, subject]));
  return `<giro.${hash.digest('base64url').slice(0, 32)}@${domain}>`;
}

/** Writes the mail of news. @param count how many sends and look-alikes need review */
export function mailOf(
  news: ToldNews,
  to: Recipient,
  { origin, domain, linkToken }: Origin,
  count: number,
): Mail {
  const locale = localeOf(to.language);
  const texts = newsTexts[news.kind];
  const title = translate(locale, texts.title);
  const happened = translate(locale, texts.happened, factsOf(news, to, count));
  const next = translate(locale, texts.next);
  const link = translate(locale, texts.link);
  // In the fragment, which a browser keeps to itself: no log and no other site gets it.
  const token = isLinkKind(news.kind) ? `#${linkToken(news.kind, news.subject)}` : '';
  const url = origin + pathOf(news) + token;
  const settings = origin + notificationsPath;
  const security = isSecurity(news.kind);
  const unsubscribe = `${origin}${apiPaths.unsubscribe(to.unsubscribe_token)}`;
  const settingsLink = translate(locale, footers.settings);
  const footer = security
    ? [translate(locale, news.kind === 'invitation' ? footers.invitation : footers.security)]
    : [translate(locale, footers.usual), `${settingsLink}: ${settings}`];
  const lang = languageTags[locale];
  return {
    message_id: messageIdOf(news, domain),
    to: to.email,
    subject: title,
    date: news.created_at,
    text: [happened, next, `${link}: ${url}`, '-- ', ...footer]
      .join('\n\n')
      .replace('-- \n\n', '-- \n'),
    html: [
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escapedHtml(title)}</title></head>`,
      '<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5">',
      `<h1 style="font-size:20px">${escapedHtml(happened)}</h1><p>${escapedHtml(next)}</p>`,
      `<p><a href="${escapedHtml(url)}">${escapedHtml(link)}</a></p><hr>`,
      `<p style="font-size:13px">${escapedHtml(footer[0] ?? '')}`,
      security ? '' : ` <a href="${escapedHtml(settings)}">${escapedHtml(settingsLink)}</a>`,
      '</p></body></html>',
    ].join(''),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': lang,
      // RFC 8058: one press, which is a POST.
      ...(!security && {
        // RFC 2919: filters sort by it, and score mail that can be unsubscribed from without it.
        'List-Id': `<transfers.${domain}>`,
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** Writes the notification of news: nothing personal, because it may show on a locked screen. */
export function pushOf(news: ToldNews, { language }: Pick<Recipient, 'language'>): PushMessage {
  const locale = localeOf(language);
  const { title, next } = newsTexts[news.kind];
  return {
    title: translate(locale, title),
    body: translate(locale, next),
    url: pathOf(news),
    tag: news.subject,
    lang: languageTags[locale],
  };
}

/** Where a person chooses what they are told. */
export const notificationsPath = pages['settings/notifications'].path;

function factsOf({ subject, created_at }: ToldNews, to: Recipient, due: number): Facts {
  const locale = languageTags[localeOf(to.language)];
  const zone = { timeZone: knownZone(to.time_zone) ?? 'UTC', timeZoneName: 'short' } as const;
  const format = new Intl.DateTimeFormat(locale, {
    ...{ ...zone, day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit' },
  });
  const [, currency = '', from] = /^limit (\S+) \S+ from (\S+)$/.exec(subject) ?? [];
  const at = writeDate(new Date(from ?? created_at), format);
  const transfer = /^transfer (\d+)$/.exec(subject)?.[1] ?? '';
  // How many recovery codes were left then.
  const left = /^recovery-code (\d+) left /.exec(subject)?.[1];
  return { transfer, count: left === undefined ? due : Number(left), at, currency };
}

/** The page that a link opens. It only shows: nothing happens by a GET. */
function pathOf({ kind, subject }: ToldNews): string {
  if (kind === 'review-digest') return pages.support.path;
  if (kind === 'password-link') return pages['settings/new-password'].path;
  if (kind === 'invitation') return pages['settings/welcome'].path;
  if (kind === 'test') return notificationsPath;
  if (kind === 'limit-raised') return pages['settings/limits'].path;
  // Who is no sender any more may not open the page of the order.
  if (isSecurity(kind) || kind === 'order-forbidden') return pages['settings/security'].path;
  // Where support can stop it.
  const sender = /^order \S+ of (\S+)$/.exec(subject)?.[1];
  if (sender !== undefined) return pages['support/sender'].path.replace(':user', sender);
  if (kind === 'approval-asked') return `/approve/${/^order (\S+)/.exec(subject)?.[1] ?? ''}`;
  const [, of, id = ''] = /^(transfer|send|order) (\S+)/.exec(subject) ?? [];
  return of === 'transfer'
    ? pages['transfers/show'].path.replace(':id', id)
    : pages['send/outcome'].path.replace(':key', id);
}

function localeOf(language: string | null): AppLocale {
  return appLocales.find((one) => one === language) ?? appLocales[0];
}
