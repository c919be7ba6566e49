import type { FastifyRequest } from 'fastify';
import { timeZoneCookie } from '../../contract/api/rendered-page.ts';
import type { Currency } from '../../contract/currency.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { mirroredOne } from '../ledger/transfers/mirror.ts';
import { knownZone } from '../lib/known-zone.ts';
import { findNoted, sendsByKeyParts } from '../search/found-sends.ts';
import { idIn, meaningOf, noteText, type SearchMeaning } from '../search/matcher.ts';
import { readSearch } from '../search/read-search.ts';
import type { Recipients } from '../search/recipients.ts';
import type { Senders } from '../search/senders.ts';
import type { RouteDeps } from './deps.ts';

/** Milliseconds. A live page repeats its search: within this time it is one audit entry. */
const oneLookLastsMs = 10 * 60_000;

/**
 * The transfers and the id of the last event that they include. It is taken before the rows are read: an event
 * told twice does no harm, a missed one does.
 */
export const currentOf = ({ tracking, live }: Pick<RouteDeps, 'tracking' | 'live'>) =>
  tracking.current().then((current) => ({ current, event_id: live.eventId() }));

/** For the audit: whether the text is the id of a transfer or an account, and which. */
export async function namedBy(db: LedgerDb, recipients: Recipients, meaning: SearchMeaning | null) {
  const [[first, ...others] = []] = meaning ?? [];
  const id = first && others.length === 0 ? idIn(first.text) : null;
  if (id === null) return { id: '', transfer: false, account: false };
  return { id, transfer: (await mirroredOne(db, id)) !== null, account: recipients.has(id) };
}

type Searched = { currencies: Currency[]; recipients: Recipients; senders: Senders | null };

/** What a text means to the person who searches: days are days where they are. */
export async function textMeaning(
  { db, now }: Pick<RouteDeps, 'db' | 'now'>,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  viewer: Viewer,
  q: string,
  { currencies, ...known }: Searched,
): Promise<SearchMeaning> {
  const zone = knownZone(cookies[timeZoneCookie]) ?? 'UTC';
  const terms = readSearch(q, { currencies, now: now(), zone });
  const keys = terms.flat().flatMap(({ key }) => key ?? []);
  const [sends, noted] = await Promise.all([
    sendsByKeyParts(db, keys, viewer.canSee === 'own' ? viewer.user_id : null),
    findNoted(db, viewer, terms.flat().map(noteText)),
  ]);
  return meaningOf(terms, { ...known, sends, noted });
}

type Found = { total: number; id: string; transfer: boolean; account: boolean };

/**
 * The audit entry of a search: the number of results, and the search text only when it is the id of a
 * transfer or account. Any other text, also a number, can be a person's name or ID number.
 */
export function auditOfSearch({ total, id, ...found }: Found) {
  const kinds = (['transfer', 'account'] as const).filter((kind) => found[kind]);
  const subject = kinds.map((kind) => `${kind} ${id}`).join(', ');
  return { outcome: `found ${total}`, ...(subject && { subject }) };
}

/** Sets the audit entry of a search, unless the same person made the same search within 10 minutes. */
export function createSearchAudit(now: () => number) {
  const written = new Map<string, number>();
  return (request: FastifyRequest, q: string, found: Found) => {
    const asked = `${request.person?.id} ${q}`;
    for (const [one, at] of written) {
      if (now() - at >= oneLookLastsMs) written.delete(one);
    }
    if (written.has(asked)) {
      request.audited = null;
      return;
    }
    const onWritten = () => void written.set(asked, now());
    request.audited = { ...auditOfSearch(found), onWritten };
  };
}
