import { beforeEach, expect, test } from 'vitest';
import { createSessions, type Sessions } from '../../../src/bff/auth/sessions.ts';
import { addUser, changeUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { openTestLedger } from '../../support/stores.ts';

const minute = 60_000;
const limits = { idle: 30 * minute, max: 12 * 60 * minute };
const ana = { email: 'ana@example.com', name: 'Ana', role: 'sender', password_hash: null } as const;

let db: LedgerDb;
let sessions: Sessions;
let user: UserRow;
let time: number;

beforeEach(async () => {
  time = Date.parse('2026-01-01T12:00:00Z');
  db = await openTestLedger();
  sessions = createSessions(db, () => time, limits);
  const added = await addUser(db, ana, new Date(time).toISOString());
  if (!added) throw new Error('no person');
  user = added;
  return () => db.destroy();
});

const rows = () => db.selectFrom('sessions').selectAll().execute();

test('a session has an id of 256 bits, of which the store keeps only a hash', async () => {
  const id = await sessions.open(user);
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  expect(await sessions.person(id)).toEqual(user);
  expect(JSON.stringify(await rows())).not.toContain(id);
  const [row] = await rows();
  expect(await sessions.person(row?.id_hash ?? '')).toBeNull();
  expect(await sessions.person('made up')).toBeNull();
});

test('a session expires after 30 minutes without a request', async () => {
  const id = await sessions.open(user);
  time += limits.idle;
  expect(await sessions.person(id)).not.toBeNull();
  time += limits.idle + 1;
  expect(await sessions.person(id)).toBeNull();
  expect(await rows()).toEqual([]);
});

test('a look does not extend a session, and sees that it expired', async () => {
  const id = await sessions.open(user);
  time += limits.idle;
  expect(await sessions.look(id)).toEqual(user);
  time += 1;
  expect(await sessions.look(id)).toBeNull();
  expect(await rows()).toHaveLength(1);
  const other = await sessions.open(user);
  await changeUser(db, user.email, { disabled_at: new Date(time).toISOString() });
  expect(await sessions.look(other)).toBeNull();
});

test('a session expires after 12 hours in any case', async () => {
  const id = await sessions.open(user);
  const step = 10 * minute;
  for (let passed = 0; passed < limits.max; passed += step) {
    time += step;
    expect(await sessions.person(id)).not.toBeNull();
  }
  time += 1;
  expect(await sessions.person(id)).toBeNull();
});

test('a session is written at most once a minute', async () => {
  const id = await sessions.open(user);
  const seen = async () => (await rows())[0]?.seen_at;
  const opened = await seen();
  time += minute / 2;
  await sessions.person(id);
  expect(await seen()).toBe(opened);
  time += minute;
  await sessions.person(id);
  expect(await seen()).toBe(new Date(time).toISOString());
});

test('a changed user takes effect on the next request', async () => {
  const id = await sessions.open(user);
  await changeUser(db, ana.email, { role: 'support' });
  expect((await sessions.person(id))?.role).toBe('support');
  await changeUser(db, ana.email, { disabled_at: new Date(time).toISOString() });
  expect(await sessions.person(id)).toBeNull();
});

test('closing one session leaves the others open', async () => {
  const [one, two] = [await sessions.open(user), await sessions.open(user)];
  await sessions.close(one);
  expect(await sessions.person(one)).toBeNull();
  expect(await sessions.person(two)).not.toBeNull();
});

test('the purge deletes expired sessions only', async () => {
  await sessions.open(user);
  time += limits.idle + 1;
  const live = await sessions.open(user);
  await sessions.purgeExpired();
  expect(await rows()).toHaveLength(1);
  expect(await sessions.person(live)).not.toBeNull();
});
