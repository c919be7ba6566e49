import { beforeEach, describe, expect, test } from 'vitest';
import { addPushDevice } from '../../../../src/bff/ledger/news/push-devices.ts';
import {
  addSession,
  endSessions,
  moveNotifications,
  purgeExpiredSessions,
  removeSessionsOf,
} from '../../../../src/bff/ledger/people/sessions.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const at = '2026-01-01T12:00:00.000Z';
const later = '2026-01-01T13:00:00.000Z';
const unknown = {
  ...{ issuer: null, id_token_sealed: null, browser: null, system: null },
  second_factor: null,
};

describe.each(stores())('the notifications of a session on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    ana = await person('ana');
    await session(ana, 'phone');
    await session(ana, 'laptop');
    await session(ana, 'lost', at);
    await session(await person('ben'), 'bens');
    await purgeExpiredSessions(db, later, later);
  });

  async function person(name: string) {
    const email = `${name}@example.com`;
    const row = { email, name, role: 'sender', password_hash: null } as const;
    return (await addUser(db, row, at))?.id ?? '';
  }

  /** A session with notifications, both by this name. */
  async function session(user_id: string, name: string, now = later) {
    await addSession(db, name, { id: user_id, password_hash: null }, unknown, now);
    const keys = { p256dh: 'BAAA', auth: 'AAAA' };
    const endpoint = `https://push.example/${name}`;
    await addPushDevice(db, { user_id, session_hash: name, endpoint, ...keys }, now);
  }

  const devices = async () => {
    const rows = await db.selectFrom('push_devices').select('session_hash').execute();
    return rows.map(({ session_hash }) => session_hash).toSorted();
  };

  test('go on when it expires', async () => {
    const left = await db.selectFrom('sessions').select('id_hash').orderBy('id_hash').execute();
    expect(left.map(({ id_hash }) => id_hash)).toEqual(['bens', 'laptop', 'phone']);
    expect(await devices()).toEqual(['bens', 'laptop', 'lost', 'phone']);
  });

  test('end with it alone', async () => {
    expect(await endSessions(db, ana, { id_hash: 'phone' })).toEqual(['phone']);
    expect(await endSessions(db, ana, { id_hash: 'bens' })).toEqual([]);
    expect(await devices()).toEqual(['bens', 'laptop', 'lost']);
  });

  test('end with all but one, also after it has expired', async () => {
    expect(await endSessions(db, ana, { but: 'phone' })).toEqual(['laptop']);
    expect(await devices()).toEqual(['bens', 'phone']);
  });

  test('end with all, also after it has expired', async () => {
    expect((await endSessions(db, ana, { but: null })).toSorted()).toEqual(['laptop', 'phone']);
    expect(await devices()).toEqual(['bens']);
  });

  test('end where a person’s sessions are removed', async () => {
    await removeSessionsOf(db, ana);
    expect(await devices()).toEqual(['bens']);
  });

  test('go over to another session of their person alone', async () => {
    await moveNotifications(db, ana, { from: 'lost', to: 'phone' });
    await moveNotifications(db, ana, { from: 'bens', to: 'phone' });
    expect(await devices()).toEqual(['bens', 'laptop', 'phone', 'phone']);
  });
});
