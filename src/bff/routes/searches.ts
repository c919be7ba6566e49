import type { FastifyRequest } from 'fastify';

/** A page that is kept up to date asks the same again and again: that is one look. */
const oneLookLasts = 10 * 60_000;

type Found = { total: number; transfer: boolean; account: boolean };

/**
 * What the audit keeps of a search: how much it found, and an id, where that is what was asked for.
 * Any other text, a number too, can be somebody's name or document.
 */
export function auditOfSearch(q: string, { total, ...found }: Found) {
  const kinds = (['transfer', 'account'] as const).filter((kind) => found[kind]);
  const subject = kinds.map((kind) => `${kind} ${q}`).join(', ');
  return { outcome: `found ${total}`, ...(subject && { subject }) };
}

/** Has a search written to the audit, unless the same person asked the same a short while ago. */
export function createSearchAudit(now: () => number) {
  const written = new Map<string, number>();
  return (request: FastifyRequest, q: string, found: Found) => {
    const asked = `${request.person?.id} ${q}`;
    for (const [one, at] of written) {
      if (now() - at >= oneLookLasts) written.delete(one);
    }
    if (written.has(asked)) {
      request.audited = null;
      return;
    }
    const onWritten = () => void written.set(asked, now());
    request.audited = { ...auditOfSearch(q, found), onWritten };
  };
}
