import { beforeEach, describe, expect, test } from 'vitest';
import { createSessions, sessionHash } from '../../../src/bff/auth/sessions.ts';
import { erasePerson } from '../../../src/bff/ledger/keep/personal-data.ts';
import { removeSessionsOf } from '../../../src/bff/ledger/people/sessions.ts';
import { changeUser, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodies, sendDepsOf, shown, transferOf, unchangedService } from './send-fixtures.ts';

const [body] = bodies;
const hour = 3_600_000;
const now = new Date(began).toISOString();
const email = 'ana@giro.example';

describe.each(stores())('a person who changes while their send waits, on $name', ({ create }) => {
  let db: LedgerDb;
  /** Of another instance. */
  let other: LedgerDb;
  let ana: UserRow;
  let session: string;
  let posted: Transfer[];

  beforeEach(async () => {
    const store = await openStore(create);
    [db, other, posted] = [await store.open(), await store.open(), []];
    ana = await addPerson(db, { email, name: 'Ana', at: now });
    const sessions = createSessions(db, () => began, { idle: hour, max: hour });
    session = sessionHash(await sessions.open(ana));
  });

  function send(key: string, changed: Partial<SendDeps> = {}) {
    const deps = sendDepsOf(db, () => began, {
      client: {
        async createTransfer() {
          const transfer = transferOf(body, posted.length);
          posted.push(transfer);
          return transfer;
        },
      },
      ...changed,
    });
    return sendOnce(deps, ana.id, key, shown(body), session);
  }

  test.each([
    ['is disabled', 'not-signed-in', () => changeUser(other, email, { disabled_at: now })],
    ['is signed out everywhere', 'not-signed-in', () => removeSessionsOf(other, ana.id)],
    ['gets another role', 'forbidden', () => changeUser(other, email, { role: 'support' })],
    [
      'is erased',
      'not-signed-in',
      () => other.transaction().execute((tx) => erasePerson(tx, ana, now)),
    ],
  ])('sends nothing if the person %s', async (_, problem, change) => {
    const late = send('a', {
      async showAccount(id) {
        await change();
        return unchangedService.showAccount(id);
      },
    });
    await expect(late).rejects.toMatchObject({ problem });
    expect(posted).toHaveLength(0);
    // The intent is rolled back, so it blocks nothing.
    expect(await findSend(db, 'a')).toBeUndefined();
  });

  test('a session of somebody else does not count', async () => {
    await other.updateTable('sessions').set({ id_hash: 'of another' }).execute();
    await expect(send('a')).rejects.toMatchObject({ problem: 'not-signed-in' });
    expect(posted).toHaveLength(0);
  });

  test('sends while the person is as they were', async () => {
    await expect(send('a')).resolves.toMatchObject({ transfer: { id: '9001' } });
  });

  test('no intent is written once the person is disabled, however the two race', async () => {
    for (let round = 0; round < 12; round += 1) {
      await changeUser(db, email, { disabled_at: null });
      const key = `race ${round}`;
      let disabled: Promise<boolean> | undefined;
      /** @returns whether the intent was there when the person was disabled */
      async function disable() {
        // A little later each time, up to after the intent.
        for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate);
        await changeUser(other, email, { disabled_at: now });
        return (await findSend(other, key)) !== undefined;
      }
      const told = await send(key, {
        async showAccount(id) {
          disabled = disable();
          return unchangedService.showAccount(id);
        },
      }).then(
        () => 'sent',
        ({ problem }) => String(problem),
      );
      const wasIntended = await disabled;
      if (told === 'sent') expect(wasIntended).toBe(true);
      expect([told, posted.length]).toEqual(told === 'sent' ? [told, 1] : ['not-signed-in', 0]);
      for (const table of ['news', 'owners', 'sightings', 'sends'] as const) {
        await db.deleteFrom(table).execute();
      }
      posted = [];
    }
  });
});
