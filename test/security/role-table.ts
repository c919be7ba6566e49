import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AccessRow, accessTable, nameOf } from '../../src/bff/auth/access-table.ts';
import { isFor, looksUp } from '../../src/contract/api/session.ts';
import { canary } from '../support/canary.ts';
import type { Answer } from './ask.ts';
import { checkHeaders } from './check-headers.ts';
import { type Actor, actors, type Check, type Fixture, monthly } from './fixture.ts';

type Whose = 'mine' | 'unowned' | 'absent';

/** What support notes on every case here: no sender may ever get it. */
export const teamNote = canary('team-note');

// Bodies and queries of the routes that need them. Other routes get an empty object and no query.
const bodies: Record<string, (fixture: Fixture, account: string) => object> = {
  'POST /api/destination_accounts': () => ({}),
  'PUT /api/destination_accounts/:id': ({ recipient }) => recipient,
  'PUT /api/destination_accounts/:id/marks': () => ({ pinned: true }),
  'POST /api/people': () => ({
    email: `${canary('invited')}@example.com`,
    name: 'Ivo',
    role: 'sender',
  }),
  'PUT /api/sends/:key/case/assignment': () => ({ from: null }),
  'PUT /api/sends/:key/case/wait': () => ({ hours: 1 }),
  'POST /api/cases': ({ things }) => ({
    action: 'take',
    cases: [{ key: things.send.mine, from: null, note_id: randomUUID() }],
  }),
  'POST /api/sends/:key/case/notes': () => ({ id: randomUUID(), text: teamNote }),
  'POST /api/transfers/:id/case': () => ({ id: randomUUID(), text: teamNote }),
  'PUT /api/transfers/:id/case/assignment': () => ({ from: null }),
  'PUT /api/transfers/:id/case/wait': () => ({ hours: 1 }),
  'POST /api/transfers/:id/case/notes': () => ({ id: randomUUID(), text: teamNote }),
  'PUT /api/transfers/:id/case/done': () => ({
    ...{ id: randomUUID(), text: teamNote, transfer_state: 'pending' },
  }),
  'POST /api/receipts/verify': () => ({ code: 'no code' }),
  'PUT /api/transfers/:id/notes': () => ({ note: null, reference: null, revision: 0 }),
  'PUT /api/people/:user/role': () => ({ role: 'sender' }),
  'PUT /api/people/:user/limits': () => ({ currency: 'USD', span: 'day', amount: '5000' }),
  'PUT /api/people/:user/access': () => ({ disabled: false }),
  'POST /api/orders': ({ payment }, account) => ({
    ...payment,
    ...{ ...monthly, id: randomUUID(), destination_account_id: account },
    destination_account_fingerprint: 'as shown',
    source_amount_cents: '9200',
  }),
  'POST /api/approvals/:key/approve': () => ({
    ...{ revision: 1, destination_account_fingerprint: 'as shown' },
  }),
  'POST /api/approvals/:key/decline': () => ({ revision: 1, reason: 'It is not ours' }),
  'POST /api/transfers': ({ payment }, account) => ({
    ...payment,
    destination_account_id: account,
    destination_account_fingerprint: 'as shown',
    source_amount_cents: '9100',
  }),
};
const march = '?from=2026-03-01&to=2026-03-31&zone=UTC';
const queries: Record<string, string> = {
  'GET /api/sends': '?state=unconfirmed',
  'GET /api/statement': march,
  'GET /api/statement.csv': march,
  'GET /api/support/people/:user/statement': march,
  'GET /api/support/people/:user/statement.csv': march,
};

/** The rows of the routes that this server has. */
export const rowsOf = ({ app }: Pick<Fixture, 'app'>) =>
  accessTable.filter(({ method, path }) => app.hasRoute({ method, url: path }));

/** What the access table says for an actor: 'in', or the status of the refusal. */
function expectedFor(row: AccessRow, actor: Actor, sendersSee: 'own' | 'all', whose: Whose) {
  if (row.access === 'anyone') return 'in';
  if (actor === 'anonymous' || actor === 'disabled') return 401;
  const role = actor === 'other' ? 'sender' : actor;
  if (row.access !== 'signed-in' && !isFor(row.access, role)) return 403;
  if (row.whereSendersApprove && role === 'sender' && sendersSee === 'own') return 403;
  if (!row.owned || row.owned.in === 'list') return 'in';
  if (whose === 'absent') return 404;
  // What waits for a second person is everybody's who may approve.
  if (looksUp(role) || row.owned.kind === 'approval') return 'in';
  if (whose === 'unowned') return 404;
  return actor === 'sender' || sendersSee === 'all' ? 'in' : 404;
}

/** What a page is about, by its address. Anyone gets it: what it shows is read through the API. */
function kindOfPage(path: string) {
  if (path.startsWith('/recipients/:id')) return 'account';
  if (path.startsWith('/transfers/:id')) return 'transfer';
  if (path.startsWith('/scheduled/:key')) return 'order';
  if (path.startsWith('/approve/:key')) return 'approval';
  return path.startsWith('/sends/:key') ? 'send' : null;
}

/** Calls the route of a row with the sender's record, an unowned one, or one that does not exist. */
export async function callRow(fixture: Fixture, row: AccessRow, as: Actor, whose: Whose = 'mine') {
  const kind = row.owned?.kind ?? kindOfPage(row.path);
  const thing = kind ? (fixture.things[kind][whose] ?? '') : '';
  const name = nameOf(row);
  const path = row.path
    .replace(/:(id|key)/, thing)
    .replace(':user', fixture.people.spare.id)
    .replace('*', 'recipients');
  const body = bodies[name]?.(fixture, thing) ?? {};
  return fixture.call(as, {
    method: row.method,
    path: path + (queries[name] ?? ''),
    // A new session each time, because the call may close it.
    headers: { 'idempotency-key': randomUUID(), cookie: await fixture.newCookie(as) },
    body: row.method === 'GET' || row.method === 'DELETE' ? undefined : JSON.stringify(body),
  });
}

/** @throws AssertionError when the answer differs from the access table */
function judge(answer: Answer, expected: 'in' | number, what: string) {
  const { status } = answer;
  if (expected !== 'in') return assert.equal(status, expected, `${what} is answered ${status}`);
  assert.ok(![401, 403, 404].includes(status) && status < 500, `${what} is answered ${status}`);
}

/** An answer without the parts that differ each time: date, request id, rate limit. */
function plain({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id = '', ...rest } = headers;
  assert.ok(date !== undefined && typeof id === 'string' && id.length === 36);
  const fixed = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit'));
  return { status, headers: Object.fromEntries(fixed), text: text.replaceAll(id, '') };
}

/** A check for each row of the table, against every actor. */
export const roleChecks = (sendersSee: 'own' | 'all'): Check[] =>
  accessTable.map((row) => ({
    name: nameOfCheck(row),
    check: (fixture) => checkRow(fixture, row, sendersSee),
  }));

async function checkRow(fixture: Fixture, row: AccessRow, sendersSee: 'own' | 'all') {
  if (!rowsOf(fixture).includes(row)) return assert.ok(row.optional, 'the route is not there');
  for (const actor of actors) {
    const answer = await callRow(fixture, row, actor);
    judge(answer, expectedFor(row, actor, sendersSee, 'mine'), `${actor}`);
    checkHeaders(answer);
    if (row.owned?.in === 'list') {
      if (expectedFor(row, actor, sendersSee, 'mine') !== 'in') continue;
      assert.equal(answer.status, 200);
      checkList(fixture, row, actor, sendersSee, answer.text);
    } else if (row.owned) {
      const absent = await callRow(fixture, row, actor, 'absent');
      judge(absent, expectedFor(row, actor, sendersSee, 'absent'), `${actor}, absent`);
      if (answer.status === 404) assert.deepEqual(plain(answer), plain(absent));
      if (fixture.things[row.owned.kind].unowned === null) continue;
      const unowned = await callRow(fixture, row, actor, 'unowned');
      judge(unowned, expectedFor(row, actor, sendersSee, 'unowned'), `${actor}, unowned`);
      if (unowned.status === 404) assert.deepEqual(plain(unowned), plain(absent));
    }
  }
}

function checkList(
  fixture: Fixture,
  row: AccessRow,
  actor: Actor,
  sendersSee: 'own' | 'all',
  text: string,
) {
  if (!row.owned) return;
  const { mine, unowned } = fixture.things[row.owned.kind];
  const holds = (id: string) => new RegExp(`"(id|key)":"${id}"|^"?${id}"?[,;]`, 'm').test(text);
  // With SENDERS_SEE=all a team shares recipients, transfers and open sends.
  assert.equal(
    holds(mine),
    actor !== 'other' || sendersSee === 'all',
    `the sender's record, listed to ${actor}`,
  );
  if (unowned !== null)
    assert.equal(
      holds(unowned),
      actor === 'support' || actor === 'auditor',
      `unowned, listed to ${actor}`,
    );
}

function nameOfCheck(row: AccessRow): string {
  const about = row.owned ? `, only their own ${row.owned.kind}` : '';
  return `${nameOf(row)}: ${row.access}${row.access.startsWith('support') ? '' : about}`;
}
