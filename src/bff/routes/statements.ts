import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { statement, statementPaths, statementQuery } from '../../contract/api/statement.ts';
import { personOf } from '../auth/access.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { statementMarks } from '../ledger/transfers/statement-rows.ts';
import { knownZone } from '../lib/known-zone.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { timesOf } from '../search/read-days.ts';
import { withNotes } from '../sends/transfer-notes.ts';
import { readStatement, statementFile, statementState } from '../tracking/statement.ts';
import { lookAtPerson } from './audit.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseQuery } from './parse.ts';
import { senderIn } from './senders.ts';

/** A statement reads all transfers of its days: more a minute is nobody who prints. */
const maxPerMinute = 30;

/** Statements: a person's own, and each sender's for support; to print, and as a file. */
export function statementRoutes(app: FastifyInstance, deps: RouteDeps) {
  const limited = { config: perPerson(maxPerMinute) };
  app.get(statementPaths.own, limited, (request) => answer(deps, request, personOf(request)));
  app.get(statementPaths.ownFile, limited, (request, reply) =>
    file(deps, request, reply, personOf(request)),
  );
  app.get(statementPaths.of(':user'), limited, async (request) =>
    answer(deps, request, await senderIn(deps, request)),
  );
  app.get(statementPaths.fileOf(':user'), limited, async (request, reply) => {
    const person = await senderIn(deps, request);
    request.audited = { ...lookAtPerson(person.id), action: 'export' };
    return file(deps, request, reply, person);
  });
}

async function answer(deps: RouteDeps, request: FastifyRequest, { id, name, email }: UserRow) {
  const { days, zone, asked, now, state } = await read(deps, request, id);
  const currencies = await deps.reference.currencies();
  const { hash, rows, ...content } = await readStatement({ db: deps.db, currencies }, asked);
  const { kept_since } = await statementMarks(deps.db);
  return z.encode(statement, {
    person: { id, name, email },
    ...{ ...days, zone, state, made_at: timestamp(now) },
    kept_since: kept_since || null,
    ...content,
    rows: await withNotes(deps.db, rows, { user_id: personOf(request).id }),
    hash: state === 'closed' ? hash : null,
  });
}

async function file(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: UserRow,
) {
  const { days, asked, state } = await read(deps, request, id);
  const currencies = await deps.reference.currencies();
  const open = state === 'closed' ? '' : `-${state}`;
  void reply
    .type('text/csv; charset=utf-8; header=present')
    .header(
      'content-disposition',
      `attachment; filename="statement-${days.from}-to-${days.to}${open}.csv"`,
    );
  return reply.send(Readable.from(statementFile({ db: deps.db, currencies }, asked)));
}

/** @throws ProblemError invalid-request */
async function read({ db, storeClock }: RouteDeps, request: FastifyRequest, user_id: string) {
  const { zone: given, ...days } = parseQuery(statementQuery, request.query);
  const zone = knownZone(given);
  if (zone === undefined) {
    throw new ProblemError('invalid-request', { errors: { zone: ['is no time zone'] } });
  }
  const times = timesOf({ first: days.from, last: days.to }, zone);
  const now = await storeClock.now();
  return {
    days,
    zone,
    asked: { user_id, ...times },
    now,
    state: await statementState(db, times, now),
  };
}
