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
import { nameOf } from '../sends/listed.ts';
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
  const [people, known] = await Promise.all([
    sendersByIds(
      db,
      rows.flatMap(({ user_id, by }) => [user_id, by]),
    ),
    recipients.current(),
  ]);
  return rows.map(({ user_id, by, at, transfer: _, source_amount_cents, ...row }) => {
    const [sender, decider] = [people.get(user_id), people.get(by)];
    const recipient = known.get(row.destination_account_id);
    return {
      ...row,
      source_amount_cents: BigInt(source_amount_cents),
      decision: { by: decider ? nameOf(decider) : by, at },
      alias: recipient?.alias ?? null,
      country_code: recipient?.country_code ?? null,
      ...(sender && { sender }),
    };
  });
}
