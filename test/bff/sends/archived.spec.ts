import { beforeEach, describe, expect, test } from 'vitest';
import { markAccount } from '../../../src/bff/ledger/people/account-marks.ts';
import { findSend, sendsInState } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import type { Transfer } from '../../../src/contract/api/transfer.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';
import {
  began,
  bodies,
  noAnswer,
  sendDepsOf,
  shown,
  storeClockOf,
  transferOf,
  unchangedService,
} from './send-fixtures.ts';

const [body] = bodies;
const refused = { problem: 'recipient-archived' };

describe.each(stores())('an archived recipient on $name', ({ create }) => {
  let db: LedgerDb;
  let user_id: string;
  let posted: Transfer[];
  let asked: number;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    const ana = await addPerson(db, { email: 'ana@giro.example', name: 'Ana' });
    [user_id, posted, asked] = [ana.id, [], 0];
  });

  const archive = (archived = true) =>
    markAccount(
      db,
      user_id,
      body.destination_account_id,
      { archived },
      new Date(began).toISOString(),
    );

  function send(key: string, changed: Partial<SendDeps> = {}) {
    const counted = <T>(answer: T) => {
      asked += 1;
      return answer;
    };
    const deps = sendDepsOf(db, () => began, {
      currencies: async () => counted(await unchangedService.currencies()),
      showAccount: async (id) => counted(await unchangedService.showAccount(id)),
      client: {
        async createTransfer() {
          const transfer = transferOf(body, posted.length);
          posted.push(transfer);
          return transfer;
        },
      },
      tracking: {
        list: async () => counted({ value: [...posted], readAt: began, odd: [] }),
        drop() {},
      },
      ...changed,
    });
    return sendOnce(deps, user_id, key, shown(body));
  }

  test('is not sent to, and the service is not asked', async () => {
    await archive();
    await expect(send('a')).rejects.toMatchObject(refused);
    expect(asked).toBe(0);
    expect(posted).toHaveLength(0);
    expect(await findSend(db, 'a')).toBeUndefined();

    // The same key sends once it is back.
    await archive(false);
    await expect(send('a')).resolves.toMatchObject({ transfer: { id: '9001' } });
  });

  test('is not sent to when it is archived while the service is asked', async () => {
    const late = send('a', {
      async showAccount(id) {
        await archive();
        return unchangedService.showAccount(id);
      },
    });
    await expect(late).rejects.toMatchObject(refused);
    expect(posted).toHaveLength(0);
    // The intent is rolled back, so it blocks nothing.
    expect(await findSend(db, 'a')).toBeUndefined();
    await archive(false);
    await expect(send('b')).resolves.toBeDefined();
  });

  test('keeps what was sent before: a repeated key has its answer, an open send stays open', async () => {
    const sent = await send('a');
    const later = began + 11 * 60_000;
    const clock = storeClockOf(db, () => later);
    await send('b', { client: { createTransfer: noAnswer }, now: () => later, storeClock: clock });
    await archive();
    expect(await send('a')).toEqual(sent);
    expect(await send('b')).toMatchObject({ send: { state: 'unconfirmed' } });
    const open = await sendsInState(db, ['unconfirmed'], user_id);
    expect(open.map(({ key }) => key)).toEqual(['b']);
    expect(posted).toHaveLength(1);
  });
});

test('POST /api/transfers answers recipient-archived, and open sends are listed as before', async () => {
  const bff = await startBff({ reconcile: { intervals: [600_000] } });
  const sender = createBrowser(bff.app);
  await sender.signIn('sender');
  const { id } = await addRecipient(sender);
  // The sandbox breaks off without an answer.
  const lost = { source_amount_cents: '50400', source_amount_currency: 'USD' };
  const open = await sendMoney(sender, id, lost);
  expect(open.status).toBe(202);
  await sender.call('PUT', `/api/destination_accounts/${id}/marks`, { archived: true });

  const before = bff.sandbox.requests.filter(({ method }) => method === 'POST').length;
  const { status, body } = await sendMoney(sender, id);
  expect([status, body.type]).toEqual([409, '/problems/recipient-archived']);
  expect(bff.sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(before);
  const { body: listed } = await sender.call('GET', '/api/sends?state=unconfirmed');
  expect(listed).toMatchObject([{ destination_account_id: id, alias: 'Mamá Bogotá' }]);
  const { key } = listed[0];
  expect((await sender.call('GET', `/api/sends/${key}`)).body).toMatchObject({ key });
  await bff.close();
});
