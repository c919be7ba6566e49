import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { type Resolved, resolvedList, resolvedQuery } from '../../contract/api/resolved.ts';
import { maxFound } from '../../contract/api/support.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import {
  type DecisionPlace,
  type DecisionRow,
  decisionsBefore,
} from '../ledger/sends/decisions.ts';
import { confirmedProposers } from '../ledger/sends/proposals.ts';
import { decisionOf } from '../sends/listed.ts';
import type { RouteDeps } from './deps.ts';
import { parseQuery } from './parse.ts';

/** GET /api/support/resolved: what support decided, the newest first. */
export function resolvedRoute(app: FastifyInstance, deps: RouteDeps) {
  const { db } = deps;

  app.get(apiPaths.resolved, async (request) => {
    const { cursor } = parseQuery(resolvedQuery, request.query);
    const rows = await decisionsBefore(db, placeOf(cursor), maxFound + 1);
    const page = rows.slice(0, maxFound);
    const last = rows.length > maxFound ? page.at(-1) : undefined;
    return z.encode(resolvedList, {
      items: await shown(deps, page),
      next_cursor: last ? `${last.at}_${last.key}_${last.transfer}` : null,
    });
  });
}

function placeOf(cursor: string | undefined): DecisionPlace | null {
  if (cursor === undefined) return null;
  const [at = '', key = '', transfer = ''] = cursor.split('_');
  return { at, key, transfer };
}

async function shown({ db, recipients }: RouteDeps, rows: DecisionRow[]): Promise<Resolved[]> {
  if (rows.length === 0) return [];
  const proposers = await confirmedProposers(
    db,
    rows.flatMap(({ key, at, outcome }) =>
      outcome === 'not_sent' ? [{ key, settled_at: at }] : [],
    ),
  );
  const [people, known] = await Promise.all([
    sendersByIds(db, [...rows.flatMap(({ user_id, by }) => [user_id, by]), ...proposers.values()]),
    recipients.current(),
  ]);
  return rows.map(({ user_id, by, at, transfer: _, source_amount_cents, ...row }) => {
    const [sender, decider] = [people.get(user_id), people.get(by)];
    const proposer =
      row.outcome === 'not_sent' ? people.get(proposers.get(row.key) ?? '') : undefined;
    const recipient = known.get(row.destination_account_id);
    return {
      ...row,
      source_amount_cents: BigInt(source_amount_cents),
      decision: decisionOf(decider ?? { name: by, email: '' }, proposer, at),
      alias: recipient?.alias ?? null,
      country_code: recipient?.country_code ?? null,
      ...(sender && { sender }),
    };
  });
}
