import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { sendAnswer } from '../../contract/api/send.ts';
import { sendKey } from '../../contract/api/send-key.ts';
import {
  type AliasedTransfer,
  aliasedTransfer,
  transfer,
  transferDetail,
  transferFileRequest,
  type transferList,
  transferQuery,
  transferRequest,
} from '../../contract/api/transfer.ts';
import type { Seer } from '../accounts.ts';
import type { RouteDeps } from '../deps.ts';
import { ownedIds, ownerOf } from '../ledger/owners.ts';
import { sendOfTransfer } from '../ledger/sends.ts';
import { firstSeenOf } from '../ledger/sightings.ts';
import { notFound, ProblemError } from '../problem.ts';
import { quoteOf } from '../sends/send-row.ts';
import { sendOnce } from '../sends/sending.ts';
import { ServiceError } from '../service/errors.ts';
import { amountReadings } from '../tracking/amount-readings.ts';
import { writeCsv } from '../tracking/csv.ts';
import { onceFor } from '../tracking/once-for.ts';
import { recipientOf } from '../tracking/recipient.ts';
import { withSenders } from '../tracking/senders.ts';
import { timelineOf } from '../tracking/timeline.ts';
import { allOf, createWindows, rowsOf, type Sought, windowOf } from '../tracking/window.ts';
import { personOf, seerOf } from './access.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseId, parseQuery } from './parse.ts';
import { auditOfSearch, createSearchAudit } from './searches.ts';

/** Written once for a window that is kept. */
const writtenItems = onceFor((items: AliasedTransfer[]) =>
  z.encode(z.array(aliasedTransfer), items),
);

/** The list in windows and as a file, one transfer, and sending. */
export function transferRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, live, now, recipients, reference, tracking } = deps;
  const windowOfAll = createWindows();
  const auditSearch = createSearchAudit(now);

  app.get(apiPaths.transfers, async (request) => {
    const query = parseQuery(transferQuery, request.query);
    const { index, event_id, sought, named } = await seek(request, query);
    const window =
      sought.rows === index.rows ? windowOfAll(sought, query) : windowOf(sought, query);
    const { q } = query;
    if (q && request.person?.role === 'support') {
      auditSearch(request, q, { total: window.total, ...named });
    }
    // Beside the window, which is kept: a first time may yet be written.
    const seen = await firstSeenOf(
      db,
      window.items.map(({ id }) => id),
    );
    const items = writtenItems(window.items).map((row) => ({
      ...row,
      first_seen_at: seen.get(String(row.id)) ?? null,
    }));
    const status = tracking.asOf(index);
    const answer: z.input<typeof transferList> = { ...window, items, ...status, event_id };
    return answer;
  });

  // What is searched for is in the body: the address of a file stays in the browser's list of them.
  app.post(apiPaths.transfersCsv, async (request, reply) => {
    const query = parseBody(transferFileRequest, request.body);
    const [{ index, sought, named }, currencies] = await Promise.all([
      seek(request, query),
      reference.currencies(),
    ]);
    const stamp = new Date(index.readAt).toISOString().slice(0, 19).replaceAll(':', '-');
    void reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="transfers-${stamp}Z.csv"`);
    const rows = allOf(sought, query);
    request.audited = auditOfSearch(query.q ?? '', { total: rows.length, ...named });
    const firstSeen = (ids: string[]) => firstSeenOf(db, ids);
    return reply.send(Readable.from(writeCsv(rows, sought.recipients, currencies, firstSeen)));
  });

  app.get(apiPaths.transfer(':id'), async (request) => {
    const id = parseId(request.params);
    const seer = seerOf(request, config);
    await mustSee(seer, id);
    // Before it is read: what is told twice does no harm.
    const event_id = live.eventId();
    const known = tracking.known(id);
    // A transfer keeps its account, so that both are read at once where it was seen before.
    const [{ value, readAt }, early] = await Promise.all([
      shown(id),
      known && recipientOf(deps, known.destination_account_id),
    ]);
    const isSame = known?.destination_account_id === value.destination_account_id;
    const [recipient, timeline, sent] = await Promise.all([
      isSame ? early : recipientOf(deps, value.destination_account_id),
      timelineOf(db, value),
      sendOfTransfer(db, value.id),
    ]);
    const quoted = sent ? quoteOf(sent) : null;
    const [whose] = seer.sees === 'everything' ? await withSenders(db, [value]) : [];
    const as_of = new Date(readAt).toISOString();
    return z.encode(transferDetail, {
      ...{ transfer: value, recipient, timeline, quoted, as_of, event_id },
      ...(whose?.sender && { sender: whose.sender }),
    });
  });

  app.post(
    apiPaths.transfers,
    { config: perPerson(config.sendsPerMinute) },
    async (request, reply) => {
      const key = keyOf(request);
      const subject = `send ${key}`;
      request.audited = { subject, outcome: 'sent' };
      const body = parseBody(transferRequest, request.body);
      const outcome = await sendOnce(deps.sending, personOf(request).id, key, body);
      if ('transfer' in outcome) return reply.code(201).send(z.encode(transfer, outcome.transfer));
      request.audited = { subject, outcome: outcome.send.state };
      return reply.code(202).send(z.encode(sendAnswer, outcome));
    },
  );

  /** The rows that this person may see, and all that it takes to find some of them. */
  async function seek(request: FastifyRequest, { q = '' }: { q?: string | undefined }) {
    const { user_id, sees } = seerOf(request, config);
    const [{ index, event_id }, known, currencies] = await Promise.all([
      // At one moment, so that no event after it is missed, and none of before these rows is told.
      tracking.current().then((index) => ({ index, event_id: live.eventId() })),
      recipients.current(),
      q ? reference.currencies() : [],
    ]);
    const owned =
      sees === 'everything'
        ? null
        : await ownedIds(db, 'transfer', sees === 'own' ? user_id : null);
    const sought: Sought = {
      rows: rowsOf(index, owned),
      recipients: known,
      readings: amountReadings(q, currencies),
    };
    const named = { transfer: index.byId.has(q), account: known.has(q) };
    return { index, event_id, sought, named };
  }

  async function mustSee({ user_id, sees }: Seer, id: string) {
    if (sees === 'everything') return;
    const owner = await ownerOf(db, 'transfer', id);
    if (owner === null || (sees === 'own' && owner !== user_id)) throw notFound();
  }

  async function shown(id: string) {
    try {
      return await tracking.show(id);
    } catch (error) {
      // contract 7: an unknown transfer is a 400.
      if (error instanceof ServiceError && error.kind === 'refused') throw notFound();
      throw error;
    }
  }
}

function keyOf(request: FastifyRequest): string {
  const parsed = z.safeParse(sendKey, request.headers['idempotency-key']);
  if (!parsed.success) throw new ProblemError('key-missing');
  return parsed.data.toLowerCase();
}
