import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { pages } from '../../contract/api/pages.ts';
import {
  issuedReceipt,
  type ReceiptCheck,
  type ReceiptFacts,
  receiptCheck,
  receiptPaths,
  verifyRequest,
  withdrawRequest,
} from '../../contract/api/receipt.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { writeDecimal } from '../../money/write-amount.ts';
import { personOf, viewerOf } from '../auth/access.ts';
import { requireVisible } from '../auth/viewer.ts';
import {
  addReceipt,
  findReceipt,
  maxReceipts,
  receiptKeys,
  revokeReceipt,
} from '../ledger/transfers/receipts.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { qrPath } from '../lib/qr-path.ts';
import {
  hashOfReceipt,
  jwkSetOf,
  newReceiptNumber,
  type ReceiptKey,
  readReceipt,
  receiptSigningKey,
  signReceipt,
} from '../lib/receipt-code.ts';
import { timestamp } from '../lib/timestamp.ts';
import { ServiceError } from '../service/errors.ts';
import { recipientOf } from '../tracking/recipient.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { parseBody, parseId } from './parse.ts';
import { knownOrShown } from './transfer-detail.ts';

/**
 * Receipts that prove themselves: a sender issues and withdraws them, and whoever holds the code of one checks it,
 * without signing in.
 */
export function receiptRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, secrets, storeClock } = deps;
  const signing = receiptSigningKey(secrets[0]);
  // The previous one too: this ledger may not have it, as after a restore.
  const derived = secrets.map(receiptSigningKey);
  const keys = async (): Promise<ReceiptKey[]> => {
    const kept = await receiptKeys(db);
    return [...derived, ...kept.filter(({ kid }) => derived.every((own) => own.kid !== kid))];
  };

  app.post(receiptPaths.issued(':id'), { config: perPerson(20) }, async (request, reply) => {
    const id = parseId(request.params);
    await requireVisible(db, viewerOf(request, config), 'transfer', id);
    const facts = await factsOf(deps, id);
    const receipt = {
      ...{ id: facts.id, transfer_id: id, user_id: personOf(request).id, state: facts.state },
      ...{ facts_hash: hashOfReceipt(facts), issued_at: timestamp(await storeClock.now()) },
    };
    const isAdded = await addReceipt(db, receipt, { kid: signing.kid, x: signing.x });
    if (!isAdded) throw tooMany();
    const code = signReceipt(facts, signing);
    const link = `${originOf(request, config.publicOrigin)}${pages.verify.path}#${code}`;
    return reply.code(201).send(z.encode(issuedReceipt, { facts, code, link, qr: qrPath(link) }));
  });

  app.delete(receiptPaths.issued(':id'), { config: perPerson(60) }, async (request, reply) => {
    const transfer_id = parseId(request.params);
    await requireVisible(db, viewerOf(request, config), 'transfer', transfer_id);
    const { id } = parseBody(withdrawRequest, request.body);
    const now = timestamp(await storeClock.now());
    if (!(await revokeReceipt(db, { id, transfer_id }, now))) throw notFound();
    return reply.code(204).send();
  });

  app.post(receiptPaths.verify, { config: perAddress(20) }, async (request) => {
    const { code } = parseBody(verifyRequest, request.body);
    return z.encode(receiptCheck, await checked(deps, code, await keys()));
  });

  app.get(receiptPaths.keys, { config: perAddress(60) }, async (_request, reply) =>
    reply
      .type('application/jwk-set+json')
      .header('cache-control', 'public, max-age=300')
      .send(JSON.stringify(jwkSetOf(await keys()))),
  );
}

/** What the ledger and the signature say of a code. The transfer is read only for a receipt that stands. */
async function checked(
  deps: RouteDeps,
  code: string,
  keys: readonly ReceiptKey[],
): Promise<ReceiptCheck> {
  const facts = readReceipt(code, keys);
  if (!facts) return { verdict: 'not-genuine' };
  const receipt = await findReceipt(deps.db, facts.id);
  if (!receipt) return { verdict: 'unknown' };
  if (receipt.facts_hash !== hashOfReceipt(facts)) return { verdict: 'not-genuine' };
  if (receipt.revoked_at !== null) return { verdict: 'withdrawn' };
  return { verdict: 'genuine', facts, now: await stateNow(deps, facts) };
}

async function stateNow(deps: RouteDeps, { number, account }: ReceiptFacts) {
  try {
    const { value, readAt } = await knownOrShown(deps, number);
    const { recipient } = await recipientOf(deps, value.destination_account_id);
    const tail = recipient?.account_tail ?? account;
    const account_changed = account !== '' && tail !== account;
    return { state: value.state, as_of: timestamp(readAt), account_changed };
  } catch (error) {
    // The service no longer has it, or does not answer: what was issued is genuine all the same.
    if (error instanceof ProblemError || error instanceof ServiceError) return null;
    throw error;
  }
}

/** What a receipt says of a transfer, as it is now. */
async function factsOf(deps: RouteDeps, id: string): Promise<ReceiptFacts> {
  const { value, readAt } = await knownOrShown(deps, id);
  const [{ recipient }, currencies] = await Promise.all([
    recipientOf(deps, value.destination_account_id),
    deps.reference.currencies(),
  ]);
  const written = (subunits: bigint, currency: string) => {
    const known = currencies.find(({ iso_code }) => iso_code === currency);
    // contract 2.5: without the divisor only the subunits are known.
    const figure = known ? writeDecimal(subunits, known.subunit_to_unit) : `${subunits} subunits`;
    return `${figure} ${currency}`;
  };
  return {
    ...{ id: newReceiptNumber(), number: value.id, state: value.state },
    ...amountsOf(value, written),
    account: recipient?.account_tail ?? '',
    at: `${timestamp(readAt).slice(0, 19)}Z`,
  };
}

const amountsOf = (value: Transfer, written: (subunits: bigint, currency: string) => string) => ({
  sent: written(value.source_amount_cents, value.source_amount_currency),
  gets: written(value.destination_amount_cents, value.destination_amount_currency),
});

const tooMany = () =>
  new ProblemError('too-many-requests', {
    detail: `The transfer has ${maxReceipts} receipts, as many as it can have`,
  });

/** Where people open Giro. */
const originOf = (request: FastifyRequest, publicOrigin: string | null) =>
  publicOrigin ?? `${request.protocol}://${request.host}`;
