import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { sendAnswer } from '../../contract/api/send.ts';
import { sendKey } from '../../contract/api/send-key.ts';
import {
  type AliasedTransfer,
  aliasedTransfer,
  type TransferDetail,
  transfer,
  transferDetail,
  transferFileRequest,
  type transferList,
  transferQuery,
  transferRequest,
  type UnreadPart,
} from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { personOf, seerOf } from '../auth/access.ts';
import { ownedIds, ownerOf } from '../ledger/owners.ts';
import { sendOfTransfer } from '../ledger/sends.ts';
import { firstSeenOf, sightingsOf } from '../ledger/sightings.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import type { Seer } from '../recipients/accounts.ts';
import { answerOf, quoteOf } from '../sends/send-row.ts';
import { sendOnce } from '../sends/sending.ts';
import { isRecordNotFound, ServiceError } from '../service/errors.ts';
import { withRefusal } from '../service/service-problem.ts';
import { amountReadings } from '../tracking/amount-readings.ts';
import { knownBeside, writeCsv } from '../tracking/csv.ts';
import { recipientOf } from '../tracking/recipient.ts';
import { searchedText } from '../tracking/search-text.ts';
import { withSenders } from '../tracking/senders.ts';
import { timelineOf } from '../tracking/timeline.ts';
import { isUnreadable } from '../tracking/tracking.ts';
import { allOf, createWindows, rowsOf, type Sought, windowOf } from '../tracking/window.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseId, parseQuery } from './parse.ts';
import { auditOfSearch, createSearchAudit } from './searches.ts';

type Shown = { value: Transfer; readAt: number; service: TransferDetail['service'] };

/** A transfer that is known already is shown as it was rather than waited for longer. */
const showPatience_ms = 4_000;

/** Written once for a window that is kept. */
const writtenItems = memoizeWeak((items: AliasedTransfer[]) =>
  z.encode(z.array(aliasedTransfer), items),
);

/** The list in windows and as a file, one transfer, and sending. */
export function transferRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, live, now, recipients, reference, tracking } = deps;
  const windowOfAll = createWindows();
  const auditSearch = createSearchAudit(now);

  app.get(apiPaths.transfers, async (request) => {
    const query = asWritten(parseQuery(transferQuery, request.query));
    const { index, event_id, sought, named, missing } = await seek(request, query);
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
    const answer: z.input<typeof transferList> = {
      ...window,
      ...{ items, missing },
      ...status,
      event_id,
    };
    return answer;
  });

  // What is searched for is in the body: the address of a file stays in the browser's list of them.
  app.post(apiPaths.transfersCsv, async (request, reply) => {
    const query = asWritten(parseBody(transferFileRequest, request.body));
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
    const isSupport = request.person?.role === 'support';
    const beside = (ids: string[]) => knownBeside(db, ids, isSupport);
    const file = writeCsv(rows, sought.recipients, currencies, beside, isSupport);
    return reply.send(Readable.from(file));
  });

  app.get(apiPaths.transfer(':id'), async (request) => {
    const id = parseId(request.params);
    const seer = seerOf(request, config);
    await mustSee(seer, id);
    // Before it is read: what is told twice does no harm.
    const event_id = live.eventId();
    const known = tracking.known(id);
    // A transfer keeps its account, so that both are read at once where it was seen before.
    const [{ value, readAt, service }, early] = await Promise.all([
      shown(id, known),
      known && recipientOf(deps, known.row.destination_account_id),
    ]);
    const isSame = known?.row.destination_account_id === value.destination_account_id;
    const [short, timeline, sent] = await Promise.all([
      (isSame && early) || recipientOf(deps, value.destination_account_id),
      timelineOf(db, value),
      sendOfTransfer(db, value.id),
    ]);
    const quoted = sent ? quoteOf(sent) : null;
    const [whose] = seer.sees === 'everything' ? await withSenders(db, [value]) : [];
    const as_of = new Date(readAt).toISOString();
    return z.encode(transferDetail, {
      ...{ transfer: value, ...short, timeline, quoted, as_of, service, event_id },
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
    const [{ index, event_id }, searched, currencies] = await Promise.all([
      // At one moment, so that no event after it is missed, and none of before these rows is told.
      tracking.current().then((index) => ({ index, event_id: live.eventId() })),
      q ? recipients.searched() : recipients.current(),
      q ? reference.currencies() : [],
    ]);
    const {
      recipients: known,
      missing,
      odd,
    } = 'missing' in searched ? searched : { recipients: searched, missing: [], odd: [] };
    const mine = sees === 'own' ? user_id : null;
    const ownedOf = async (kind: 'transfer' | 'account') =>
      sees === 'everything' ? null : ownedIds(db, kind, mine);
    const owned = await ownedOf('transfer');
    const sought: Sought = {
      rows: rowsOf(index, owned),
      recipients: known,
      readings: amountReadings(q, currencies),
    };
    const named = { transfer: index.byId.has(q), account: known.has(q) };
    const oddTransfers = index.odd.map(({ id }) => id);
    const unread: UnreadPart[] = [
      ...missing,
      ...(odd.length > 0 && concerns(odd, await ownedOf('account'))
        ? (['some-recipients'] as const)
        : []),
      ...(concerns(oddTransfers, owned) ? (['some-transfers'] as const) : []),
    ];
    return { index, event_id, sought, named, missing: unread };
  }

  async function mustSee({ user_id, sees }: Seer, id: string) {
    if (sees === 'everything') return;
    const owner = await ownerOf(db, 'transfer', id);
    if (owner === null || (sees === 'own' && owner !== user_id)) throw notFound();
  }

  /** A transfer as the service says it; as it was last known where the service doesn't, or not soon. */
  async function shown(
    id: string,
    known: { row: Transfer; readAt: number } | null,
  ): Promise<Shown> {
    const read = tracking.show(id).then((one) => ({ ...one, service: 'ok' as const }));
    const asKnown = (service: Shown['service']) =>
      known && { value: known.row, readAt: known.readAt, service };
    const late = pause(showPatience_ms, asKnown('silent'), { ref: false });
    try {
      return (await (known ? Promise.race([read, late]) : read)) ?? (await read);
    } catch (error) {
      // contract 7: an unknown transfer is a 400 with these words.
      if (isRecordNotFound(error)) throw notFound();
      if (!(error instanceof ServiceError)) throw error;
      const service = isUnreadable(error) ? 'unreadable' : 'silent';
      const last = asKnown(service) ?? (await inLedger(id, service));
      if (last) return last;
      throw withRefusal(error);
    }
  }

  /** As Giro's own sending was answered, in the state that was seen last; null for another's. */
  async function inLedger(id: string, service: Shown['service']): Promise<Shown | null> {
    const [sent, seen] = await Promise.all([sendOfTransfer(db, id), sightingsOf(db, [id])]);
    const answer = sent && answerOf(sent);
    if (!answer) return null;
    const { state, seen_at } = seen.at(-1) ?? { state: answer.state, seen_at: sent.updated_at };
    return { value: { ...answer, state }, readAt: Date.parse(seen_at), service };
  }
}

/** Whether one of the records that can't be read is, or may be, among those of a person. */
function concerns(odd: readonly (string | null)[], owned: ReadonlySet<string> | null): boolean {
  return odd.some((id) => id === null || owned === null || owned.has(id));
}

/** The query with its text as it is searched for. */
const asWritten = <T extends { q?: string | undefined }>(query: T): T =>
  query.q === undefined ? query : { ...query, q: searchedText(query.q) };

function keyOf(request: FastifyRequest): string {
  const parsed = z.safeParse(sendKey, request.headers['idempotency-key']);
  if (!parsed.success) throw new ProblemError('key-missing');
  return parsed.data.toLowerCase();
}
