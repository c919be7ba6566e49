import type { FastifyRequest } from 'fastify';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { mirroredOne } from '../ledger/transfers/mirror.ts';
import type { Recipients } from '../search/recipients.ts';
import type { RouteDeps } from './deps.ts';

/** Milliseconds. A live page repeats its search: within this time it is one audit entry. */
const oneLookLastsMs = 10 * 60_000;

/**
 * The transfers and the id of the last event that they include. It is taken before the rows are read: an event
 * told twice does no harm, a missed one does.
 */
export const currentOf = ({ tracking, live }: Pick<RouteDeps, 'tracking' | 'live'>) =>
  tracking.current().then((current) => ({ current, event_id: live.eventId() }));

/** For the audit: whether the text is the id of a transfer or an account. */
export async function namedBy(db: LedgerDb, recipients: Recipients, q: string) {
  return { transfer: (await mirroredOne(db, q)) !== null, account: recipients.has(q) };
}

type Found = { total: number; transfer: boolean; account: boolean };

/**
 * The audit entry of a search: the number of results, and the search text only when it is the id of a
 * transfer or account. Any other text, also a number, can be a person's name or ID number.
 */
export function auditOfSearch(q: string, { total, ...found }: Found) {
  const kinds = (['transfer', 'account'] as const).filter((kind) => found[kind]);
  const subject = kinds.map((kind) => `${kind} ${q}`).join(', ');
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
    request.audited = { ...auditOfSearch(q, found), onWritten };
  };
}
