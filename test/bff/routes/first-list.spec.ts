import { afterAll, beforeAll, expect, test } from 'vitest';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { beginFirstList } from '../../support/begin-first-list.ts';
import { createBrowser } from '../../support/browser.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { row } from '../tracking/rows.ts';

let bff: Bff;

beforeAll(async () => {
  bff = await startBff({ sandbox: { transfers: 40 } });
});
afterAll(() => bff.close());

const ids = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

test('a first list is answered while it is written, and says that it is not whole', async () => {
  const sender = await findUserByEmail(bff.db, 'sender@giro.example');
  await own(bff.db, 'transfer', '9040', sender?.id ?? '', new Date().toISOString());
  const end = await beginFirstList(bff.db, [row('9040'), row('9039')]);
  const [support, owner] = [createBrowser(bff.app), createBrowser(bff.app)];
  await support.signIn('support');
  await owner.signIn('sender');

  const { body: window } = await support.call('GET', '/api/transfers');
  expect([ids(window), window.total, window.service]).toEqual([['9040', '9039'], 2, 'loading']);
  const { body: totals } = await support.call('GET', '/api/support/totals');
  expect([totals.total, totals.service]).toEqual([2, 'loading']);
  const { body: found } = await support.call('GET', '/api/support/search?q=9001');
  expect([found.transfers.total, found.service]).toEqual([0, 'loading']);
  const { body: theirs } = await owner.call('GET', '/api/transfers');
  expect([ids(theirs), theirs.service]).toEqual([['9040'], 'loading']);
  // One transfer is asked for at the service.
  expect((await support.call('GET', '/api/transfers/9001')).body.service).toBe('ok');
  // A file could not say that it is not whole.
  const file = await support.call('POST', '/api/transfers.csv', { sort: 'newest' });
  expect([file.status, file.body.type]).toEqual([504, '/problems/service-timeout']);

  await end();
  const read = async () => (await support.call('GET', '/api/transfers')).body;
  await expect.poll(async () => (await read()).service).toBe('ok');
  expect((await read()).total).toBe(40);
});
