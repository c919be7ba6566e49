import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { type TransferDetail, transferDetail } from '../../contract/api/transfer.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import { viewerOf } from '../auth/access.ts';
import { requireVisible } from '../auth/viewer.ts';
import { withSenders } from '../ledger/people/owners.ts';
import { sendOfTransfer } from '../ledger/sends/sends.ts';
import { standingReceipts } from '../ledger/transfers/receipts.ts';
import { stateObservationsOf } from '../ledger/transfers/state-observations.ts';
import { notFound } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { withTheirSender } from '../sends/listed.ts';
import { answerOf, quoteOf } from '../sends/send-row.ts';
import { notesOf } from '../sends/transfer-notes.ts';
import { isRecordNotFound, isUnreadable, ServiceError } from '../service/errors.ts';
import { withRefusal } from '../service/service-problem.ts';
import { recipientOf } from '../tracking/recipient.ts';
import { timelineOf } from '../tracking/timeline.ts';
import type { RouteDeps } from './deps.ts';
import { parseId } from './parse.ts';

type Shown = { value: Transfer; readAt: number; service: TransferDetail['service'] };

/** After this time a known transfer is answered as it was last seen. */
const showTimeoutMs = 4_000;

/** GET /api/transfers/:id: a transfer with its recipient, timeline, quote and send (contract 4.2). */
export function transferDetailRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, live, tracking } = deps;

  app.get(apiPaths.transfer(':id'), async (request) => {
    const id = parseId(request.params);
    const viewer = viewerOf(request, config);
    await requireVisible(db, viewer, 'transfer', id);
    // Taken before the read: an event that is told twice does no harm, a missed one does.
    const event_id = live.eventId();
    const known = await tracking.known(id);
    // A transfer keeps its account, so for a known one both are read at once.
    const [{ value, readAt, service }, early] = await Promise.all([
      shown(deps, id, known),
      known && recipientOf(deps, known.row.destination_account_id),
    ]);
    const isSame = known?.row.destination_account_id === value.destination_account_id;
    const [short, timeline, sent, receipts, notes] = await Promise.all([
      (isSame && early) || recipientOf(deps, value.destination_account_id),
      timelineOf(db, value),
      sendOfTransfer(db, value.id),
      standingReceipts(db, value.id),
      notesOf(db, value.id, viewer),
    ]);
    const quoted = sent ? quoteOf(sent) : null;
    const isSupport = viewer.canSee === 'everything';
    const [whose] = isSupport ? await withSenders(db, 'transfer', [value]) : [];
    const [send] = sent && !isSupport ? await withTheirSender(db, [sent], viewer) : [];
    const as_of = timestamp(readAt);
    const arrival = isFinal(value.state)
      ? null
      : deps.arrivalTimes.toAccount(viewer, value.destination_account_id);
    return z.encode(transferDetail, {
      ...{ transfer: value, ...short, timeline, quoted, as_of, service, event_id },
      ...(whose?.sender && { sender: whose.sender }),
      ...(send && { send }),
      receipts,
      ...(notes && { notes }),
      ...(arrival && { arrival }),
    });
  });
}

/** The transfer from the service, or its last known state. @throws ProblemError not-found; ServiceError without either */
export const knownOrShown = async (deps: RouteDeps, id: string): Promise<Shown> =>
  shown(deps, id, await deps.tracking.known(id));

/** The transfer from the service, or its last known state when the service fails or is slow. */
async function shown(
  deps: RouteDeps,
  id: string,
  known: { row: Transfer; readAt: number } | null,
): Promise<Shown> {
  const read = deps.tracking.show(id).then((one) => ({ ...one, service: 'ok' as const }));
  const asKnown = (service: Shown['service']) =>
    known && { value: known.row, readAt: known.readAt, service };
  const late = pause(showTimeoutMs, asKnown('silent'), { ref: false });
  try {
    return (await (known ? Promise.race([read, late]) : read)) ?? (await read);
  } catch (error) {
    // Contract 7: an unknown transfer is a 400 with message record_not_found.
    if (isRecordNotFound(error)) throw notFound();
    if (!(error instanceof ServiceError)) throw error;
    const service = isUnreadable(error) ? 'unreadable' : 'silent';
    const last = asKnown(service) ?? (await inLedger(deps, id, service));
    if (last) return last;
    throw withRefusal(error);
  }
}

/** The transfer from its send's stored answer, in the last observed state; null without a send. */
async function inLedger(
  { db }: RouteDeps,
  id: string,
  service: Shown['service'],
): Promise<Shown | null> {
  const [sent, seen] = await Promise.all([sendOfTransfer(db, id), stateObservationsOf(db, [id])]);
  const answer = sent && answerOf(sent);
  if (!answer) return null;
  const { state, seen_at } = seen.at(-1) ?? { state: answer.state, seen_at: sent.updated_at };
  return { value: { ...answer, state }, readAt: Date.parse(seen_at), service };
}
