import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { sendAnswer } from '../../contract/api/send.ts';
import { sendKey } from '../../contract/api/send-key.ts';
import {
  type AliasedTransfer,
  aliasedTransfer,
  csvRowsHeader,
  type TransferFilters,
  transfer,
  transferFileRequest,
  type transferList,
  transferQuery,
  transferRequest,
  type UnreadPart,
} from '../../contract/api/transfer.ts';
import { cookieName, personOf, viewerOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import { type Viewer, visibleIds } from '../auth/viewer.ts';
import { firstSeenOf } from '../ledger/state-observations.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { sendOnce } from '../sends/sending.ts';
import { knownBeside, writeCsv } from '../tracking/csv.ts';
import { searchTerms } from '../tracking/search-terms.ts';
import { searchedText } from '../tracking/search-text.ts';
import { rowsFirstSeenIn } from '../tracking/timeline.ts';
import { allOf, createPageCache, pageOf, rowsOf, type SearchScope } from '../tracking/window.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseQuery } from './parse.ts';
import { auditOfSearch, createSearchAudit } from './searches.ts';
import { transferDetailRoute } from './transfer-detail.ts';

/** Encoded once for a cached page. */
const writtenItems = memoizeWeak((items: AliasedTransfer[]) =>
  z.encode(z.array(aliasedTransfer), items),
);

/** Transfers: the list in pages, the list as CSV, show, and create (contract 4.2). */
export function transferRoutes(app: FastifyInstance, deps: RouteDeps) {
  listRoute(app, deps);
  fileRoute(app, deps);
  transferDetailRoute(app, deps);
  sendRoute(app, deps);
}

function listRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, now, tracking } = deps;
  const pageOfAll = createPageCache();
  const auditSearch = createSearchAudit(now);

  app.get(apiPaths.transfers, async (request) => {
    const query = withSearchedText(parseQuery(transferQuery, request.query));
    const { index, event_id, scope, named, missing } = await search(
      deps,
      viewerOf(request, config),
      query,
    );
    const page = scope.rows === index.rows ? pageOfAll(scope, query) : pageOf(scope, query);
    const { q } = query;
    if (q && request.person?.role === 'support') {
      auditSearch(request, q, { total: page.total, ...named });
    }
    // Not part of the cached page: a first observation may be written later.
    const seen = await firstSeenOf(
      db,
      page.items.map(({ id }) => id),
    );
    const items = writtenItems(page.items).map((row) => ({
      ...row,
      first_seen_at: seen.get(String(row.id)) ?? null,
    }));
    const status = tracking.asOf(index);
    const answer: z.input<typeof transferList> = {
      ...page,
      ...{ items, missing },
      ...status,
      event_id,
    };
    return answer;
  });
}

function fileRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, reference } = deps;

  // POST, so that the search text is in the body: the browser keeps the URL of every download.
  app.post(apiPaths.transfersCsv, async (request, reply) => {
    const query = withSearchedText(parseBody(transferFileRequest, request.body));
    const [{ index, scope, named }, currencies] = await Promise.all([
      search(deps, viewerOf(request, config), query),
      reference.currencies(),
    ]);
    const readAt = timestamp(index.readAt).slice(0, 19).replaceAll(':', '-');
    const rows = allOf(scope, query);
    void reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="transfers-${readAt}Z.csv"`)
      .header(csvRowsHeader, rows.length);
    request.audited = auditOfSearch(query.q ?? '', { total: rows.length, ...named });
    const isSupport = request.person?.role === 'support';
    const beside = (ids: string[]) => knownBeside(db, ids, isSupport);
    const shape = { withSender: isSupport, headings: query.headings };
    const file = writeCsv(rows, scope.recipients, currencies, beside, shape);
    return reply.send(Readable.from(file));
  });
}

function sendRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config } = deps;

  app.post(
    apiPaths.transfers,
    { config: perPerson(config.sendsPerMinute) },
    async (request, reply) => {
      const key = keyOf(request);
      const subject = `send ${key}`;
      request.audited = { subject, outcome: 'sent' };
      const body = parseBody(transferRequest, request.body);
      const session_hash = sessionHash(request.cookies[cookieName(config)] ?? '');
      const { id } = personOf(request);
      const outcome = await deps.finishes(sendOnce(deps.sendDeps, id, key, body, session_hash));
      if ('transfer' in outcome) return reply.code(201).send(z.encode(transfer, outcome.transfer));
      request.audited = { subject, outcome: outcome.send.state };
      return reply.code(202).send(z.encode(sendAnswer, outcome));
    },
  );
}

/** The rows that this person may see, with the recipients and currencies that a search needs. */
async function search(
  { db, live, recipients, reference, senders, tracking }: RouteDeps,
  viewer: Viewer,
  query: Pick<TransferFilters, 'q' | 'country_id' | 'first_seen_from' | 'first_seen_before'>,
) {
  const { q = '', country_id } = query;
  const [{ index, event_id }, searched, currencies, people] = await Promise.all([
    // Index and event id of the same moment: no later event is missed, no earlier one is repeated.
    tracking.current().then((index) => ({ index, event_id: live.eventId() })),
    q || country_id ? recipients.searched() : recipients.current(),
    q ? reference.currencies() : [],
    // Who sent it is for support alone.
    q && viewer.canSee === 'everything' ? senders.current() : null,
  ]);
  const {
    recipients: known,
    missing,
    odd,
  } = 'missing' in searched ? searched : { recipients: searched, missing: [], odd: [] };
  const visible = await visibleIds(db, viewer, 'transfer');
  const scope: SearchScope = {
    rows: await rowsFirstSeenIn(db, rowsOf(index, visible), query),
    recipients: known,
    terms: q ? searchTerms(q, currencies) : null,
    senders: people,
  };
  const named = { transfer: index.byId.has(q), account: known.has(q) };
  const oddTransfers = index.odd.map(({ id }) => id);
  const unread: UnreadPart[] = [
    // A filter by country needs no banks.
    ...missing.filter((part) => q || part !== 'banks'),
    ...(odd.length > 0 && concerns(odd, await visibleIds(db, viewer, 'account'))
      ? (['some-recipients'] as const)
      : []),
    ...(concerns(oddTransfers, visible) ? (['some-transfers'] as const) : []),
  ];
  return { index, event_id, scope, named, missing: unread };
}

/** True when an unreadable record is, or may be, one that this person may see. */
function concerns(odd: readonly (string | null)[], visible: ReadonlySet<string> | null): boolean {
  return odd.some((id) => id === null || visible === null || visible.has(id));
}

/** The query with its text normalized for search. */
const withSearchedText = <T extends { q?: string | undefined }>(query: T): T =>
  query.q === undefined ? query : { ...query, q: searchedText(query.q) };

function keyOf(request: FastifyRequest): string {
  const parsed = z.safeParse(sendKey, request.headers['idempotency-key']);
  if (!parsed.success) throw new ProblemError('key-missing');
  return parsed.data.toLowerCase();
}
