import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { orderAnswer } from '../../contract/api/order.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { sendAnswer, sentBeforeLasts } from '../../contract/api/send.ts';
import { isReleaseKey, sendKey } from '../../contract/api/send-key.ts';
import {
  csvRowsHeader,
  transfer,
  transferFileRequest,
  transferList,
  transferQuery,
  transferRequest,
  type UnreadPart,
} from '../../contract/api/transfer.ts';
import { notesRequest, transferNotes } from '../../contract/api/transfer-notes.ts';
import { cookieName, mayStay, personOf, viewerOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import { requireVisible, type Viewer, visibleIds } from '../auth/viewer.ts';
import { latelyOpenKeys } from '../ledger/sends/sends.ts';
import type { TransferFilter } from '../ledger/transfers/transfer-filters.ts';
import {
  allTransfers,
  countMatching,
  transferWindow,
} from '../ledger/transfers/transfer-windows.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { sendOrHold } from '../orders/make-order.ts';
import { orderFor } from '../orders/read-order.ts';
import type { SearchMeaning } from '../search/matcher.ts';
import { namesOf } from '../search/nearest-names.ts';
import { readSenders } from '../search/senders.ts';
import { searchNarrowed } from '../search/unmatched.ts';
import { type Asked, filterOf, withAlias } from '../search/window.ts';
import { eachOnce, findOpenSends, openSendRowsOf } from '../sends/open-send-rows.ts';
import { notesOf, withNotes, writeNotes } from '../sends/transfer-notes.ts';
import { ServiceError } from '../service/errors.ts';
import { knownBeside, writeCsv } from '../tracking/csv.ts';
import { withFirstSeen } from '../tracking/timeline.ts';
import { lookAtPerson } from './audit.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseId, parseQuery } from './parse.ts';
import { auditOfSearch, createSearchAudit, currentOf, namedBy, textMeaning } from './searches.ts';
import { transferDetailRoute } from './transfer-detail.ts';

/** Transfers: the list in pages, the list as CSV, show, and create (contract 4.2), and what a sender writes on one. */
export function transferRoutes(app: FastifyInstance, deps: RouteDeps) {
  listRoute(app, deps);
  fileRoute(app, deps);
  transferDetailRoute(app, deps);
  sendRoute(app, deps);
  notesRoute(app, deps);
}

function listRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, now, tracking } = deps;
  const auditSearch = createSearchAudit(now);

  app.get(apiPaths.transfers, async (request) => {
    const query = parseQuery(transferQuery, request.query);
    const viewer = viewerOf(request, config);
    const sender = query.sender?.toLowerCase();
    if (sender !== undefined) {
      if (viewer.canSee !== 'everything') throw new ProblemError('forbidden');
      request.audited = lookAtPerson(sender);
    }
    const windowOf = (filter: TransferFilter) => transferWindow(db, filter, query);
    const found = await search(deps, request, viewer, { ...query, sender }, windowOf);
    const { current, event_id, transfers, recipients, missing, openSends, read } = found;
    const { left_out, nearest } = found;
    const { items, ...window } = transfers;
    const isFirst = query.cursor === undefined;
    const ids = items.map(({ id }) => id);
    const { open, rows } = eachOnce(openSends, items, await sendKeysOf(deps, viewer, ids));
    const { q } = query;
    if (q && sender === undefined && viewer.canSee === 'everything') {
      const total = window.total + open.items.length;
      auditSearch(request, q, { total, ...(await namedBy(db, recipients, read)) });
    }
    const seen = await withFirstSeen(
      db,
      rows.map((row) => withAlias(row, recipients)),
    );
    const noted = await withNotes(db, seen, viewer);
    return z.encode(transferList, {
      ...{ items: noted, ...window, missing },
      ...(isFirst && { open_sends: openSendRowsOf(open) }),
      ...(left_out.length > 0 && { left_out }),
      ...(nearest.length > 0 && { nearest }),
      ...tracking.asOf(current),
      event_id,
    });
  });
}

function fileRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, reference } = deps;

  // POST, so that the search text is in the body: the browser keeps the URL of every download.
  app.post(apiPaths.transfersCsv, async (request, reply) => {
    const { headings, ...query } = parseBody(transferFileRequest, request.body);
    const viewer = viewerOf(request, config);
    const partsOf = (filter: TransferFilter) => allTransfers(db, filter);
    const [{ current, transfers, recipients, openSends, read }, currencies] = await Promise.all([
      search(deps, request, viewer, query, partsOf),
      reference.currencies(),
    ]);
    if (!current.isWhole) throw new ServiceError('timeout', 'the first list is not written yet');
    const readAt = timestamp(current.readAt).slice(0, 19).replaceAll(':', '-');
    const parts = whileTrue(mayStay(request, deps), transfers.parts);
    const total = transfers.total + openSends.items.length;
    void reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="transfers-${readAt}Z.csv"`)
      .header(csvRowsHeader, total);
    request.audited = auditOfSearch({ total, ...(await namedBy(db, recipients, read)) });
    const isSupport = viewer.canSee === 'everything';
    const beside = async (ids: string[]) => {
      const keys = openSends.items.length > 0 ? await sendKeysOf(deps, viewer, ids) : undefined;
      const [known, noted] = await Promise.all([
        knownBeside(db, ids, isSupport, keys),
        withNotes(
          db,
          ids.map((id) => ({ id })),
          viewer,
        ),
      ]);
      return new Map(noted.map((row) => [row.id, { ...known.get(row.id), ...row }]));
    };
    const shape = { withSender: isSupport, headings, order: query, openSends: openSends.items };
    return reply.send(Readable.from(writeCsv(parts, recipients, currencies, beside, shape)));
  });
}

/**
 * The parts for as long as it is true: a file that is read slowly is written for as long, and would bring what was made
 * since to somebody who may not see it any more.
 * @throws ProblemError not-signed-in once it is false
 */
async function* whileTrue<Part>(isTrue: () => Promise<boolean>, parts: AsyncIterable<Part>) {
  for await (const part of parts) {
    if (!(await isTrue())) throw new ProblemError('not-signed-in');
    yield part;
  }
}

function sendRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db } = deps;

  app.post(
    apiPaths.transfers,
    { config: perPerson(config.sendsPerMinute) },
    async (request, reply) => {
      const key = keyOf(request);
      const subject = `send ${key}`;
      request.audited = { subject, outcome: 'sent' };
      const body = parseBody(transferRequest, request.body);
      const session_hash = sessionHash(request.cookies[cookieName(config)] ?? '');
      const person = personOf(request);
      const outcome = await deps.finishes(
        sendOrHold(deps.orderDeps, person, key, body, session_hash),
      );
      if ('order' in outcome) {
        request.audited = { action: 'order-make', subject, outcome: outcome.order.state };
        const order = await orderFor(db, outcome.order, viewerOf(request, config));
        return reply.code(202).send(z.encode(orderAnswer, { order }));
      }
      if (outcome.released_as !== undefined) {
        request.audited = { subject: `send ${outcome.released_as}`, outcome: 'sent' };
      }
      if ('transfer' in outcome) return reply.code(201).send(z.encode(transfer, outcome.transfer));
      request.audited = { subject: `send ${outcome.send.key}`, outcome: outcome.send.state };
      return reply.code(202).send(z.encode(sendAnswer, outcome));
    },
  );
}

/** Answers the notes as they are then. */
function notesRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db } = deps;

  app.put(apiPaths.transferNotes(':id'), async (request) => {
    const id = parseId(request.params);
    const viewer = viewerOf(request, config);
    await requireVisible(db, viewer, 'transfer', id);
    const asked = parseBody(notesRequest, request.body);
    const changed = await writeNotes(deps, id, viewer.user_id, asked);
    request.audited = { outcome: `changed ${changed}` };
    const notes = await notesOf(db, id, viewer);
    return z.encode(transferNotes, notes ?? { reference: null });
  });
}

/**
 * Searches the transfers and open sends that this person asks for and may see.
 * @param transfersOf reads the transfers of a filter
 */
async function search<Transfers extends { total: number }>(
  deps: RouteDeps,
  request: FastifyRequest,
  viewer: Viewer,
  query: Asked,
  transfersOf: (filter: TransferFilter) => Promise<Transfers>,
) {
  const { db, recipients, reference } = deps;
  const { q = '', country_id } = query;
  const [{ current, event_id }, searched, currencies, senders] = await Promise.all([
    currentOf(deps),
    q || country_id ? recipients.searched() : recipients.current(),
    q ? reference.currencies() : [],
    // Who sent it is for support alone.
    q && viewer.canSee === 'everything' ? readSenders(db) : null,
  ]);
  const {
    recipients: known,
    missing,
    odd,
  } = 'missing' in searched ? searched : { recipients: searched, missing: [], odd: [] };
  const isUnread = async (kind: 'account' | 'transfer', ids: readonly (string | null)[]) =>
    ids.length > 0 && concerns(ids, await visibleIds(db, viewer, kind));
  const oddTransfers = current.odd.map(({ id }) => id);
  const unread: UnreadPart[] = [
    // A filter by country needs no banks.
    ...missing.filter((part) => q || part !== 'banks'),
    ...((await isUnread('account', odd)) ? (['some-recipients'] as const) : []),
    ...((await isUnread('transfer', oddTransfers)) ? (['some-transfers'] as const) : []),
  ];
  const text = { currencies, recipients: known, senders };
  const read = q ? await textMeaning(deps, request, viewer, q, text) : null;
  const filterFor = (meaning: SearchMeaning | null) =>
    filterOf(viewer, query, { recipients: known, meaning });
  const openFor = (meaning: SearchMeaning | null) =>
    findOpenSends(db, viewer, query, { recipients: known, meaning }, latelySince(deps));
  async function searchBy(meaning: SearchMeaning | null) {
    // Before the transfers, so that a send that becomes one in between is not missing from both.
    const openSends = await openFor(meaning);
    return { openSends, transfers: await transfersOf(filterFor(meaning)) };
  }
  const { found, ...said } = read
    ? await searchNarrowed(read, {
        search: searchBy,
        isEmpty: ({ openSends, transfers }) => openSends.items.length + transfers.total === 0,
        finds: async (some) =>
          (await countMatching(db, filterFor(some))) > 0 || (await openFor(some)).items.length > 0,
        async names() {
          const visible = await visibleIds(db, viewer, 'account');
          const seen = [...known.values()].filter(({ id }) => visible?.has(id) ?? true);
          return namesOf(seen, senders);
        },
      })
    : { found: await searchBy(null), left_out: [], nearest: [] };
  return { current, event_id, recipients: known, missing: unread, ...found, read, ...said };
}

/** The keys of these transfers' sends, by the id of the transfer, as far as the sends were listed before. */
async function sendKeysOf({ db, now }: RouteDeps, viewer: Viewer, ids: readonly string[]) {
  const whose = viewer.canSee === 'own' ? viewer.user_id : null;
  return latelyOpenKeys(db, ids, whose, latelySince({ now }));
}

/** Since when a send has been made lately: it may have been listed as open, or is not in the list yet. */
const latelySince = ({ now }: Pick<RouteDeps, 'now'>) => timestamp(now() - sentBeforeLasts);

/** True when an unreadable record is, or may be, one that this person may see. */
function concerns(odd: readonly (string | null)[], visible: ReadonlySet<string> | null): boolean {
  return odd.some((id) => id === null || visible === null || visible.has(id));
}

/** @throws ProblemError key-missing; for one that is the key of a release, too, as that would take its place */
function keyOf(request: FastifyRequest): string {
  const parsed = z.safeParse(sendKey, request.headers['idempotency-key']);
  if (!parsed.success || isReleaseKey(parsed.data)) throw new ProblemError('key-missing');
  return parsed.data.toLowerCase();
}
