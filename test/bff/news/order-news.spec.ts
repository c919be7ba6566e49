import { expect, test } from 'vitest';
import { releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import type { ToldKind } from '../../../src/bff/news/news-words.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { strictestStore } from '../../support/stores.ts';
import { createNewsSystem } from './news-system.ts';

type OrderKind = Extract<ToldKind, `order-${string}`>;

/** The title, what happened, what to do, and the page that the link opens: of the order, or of its send. */
const told: Record<OrderKind, [title: string, happened: string, next: string, page: Page]> = {
  'order-asks': [
    'Your transfer was not sent',
    'We didn’t send one of your transfers. No money moved.',
    'Open it to see why. Then send it or stop it.',
    'order',
  ],
  'order-not-sent': [
    'Your transfer was not sent',
    'We couldn’t send one of your transfers. No money moved.',
    'Open it to see why. You can send it again.',
    'send',
  ],
  'order-missed': [
    'Your transfer was not sent',
    'We did not send one of your transfers on its day. No money moved.',
    'We never send it later. Open it to see what comes next.',
    'order',
  ],
  'order-unsure': [
    'Please check your transfer',
    'One of your transfers may have been sent or stopped. We lost our latest records.',
    'Look for it in Transfers first. Then open it to decide.',
    'order',
  ],
  'order-stopped': [
    'Support stopped your transfer',
    'Support stopped one of your transfers. Nothing more of it is sent.',
    'Open it to read why, and what was sent before.',
    'order',
  ],
  'order-stopped-unsure': [
    'Please check your transfer',
    'One of your transfers may have been sent before support stopped it.',
    'Look for it in Transfers first. Then open it to read why.',
    'order',
  ],
};
type Page = 'order' | 'send';

// What is told is the same on either store.
const { create } = strictestStore();

test('mail and notification of each kind say what happened, what to do and where', async () => {
  const { db, person, device, instance, mailServer, now, happens } = await createNewsSystem(create);
  const ana = await person('ana@giro.example');
  const phone = await device(ana, '/phone');
  const expected = [];
  for (const [kind, [title, happened, next, page]] of entriesOf(told)) {
    const { id } = await addWaitingOrder(db, ana);
    await db.updateTable('orders').set({ state: 'needs_you' }).where('id', '=', id).execute();
    const send = releaseKey(id, 1);
    const subject = page === 'send' ? `send ${send}` : `order ${id} r2 ${now()}`;
    await happens(ana, kind, subject);
    const url = `/sends/${page === 'send' ? send : id}`;
    const link = `Open transfer: https://giro.example${url}`;
    expected.push({
      mail: { title, text: `${happened}\n\n${next}\n\n${link}\n\n-- ` },
      push: { title, body: next, url, tag: subject, lang: 'en' },
    });
  }
  await instance().round();
  const mails = mailServer.received.map(({ headers, raw }) => ({
    title: headers.get('subject'),
    text: textOf(raw),
  }));
  expect(mails).toHaveLength(expected.length);
  expect(mails).toEqual(expect.arrayContaining(expected.map(({ mail }) => mail)));
  expect(phone.messages()).toHaveLength(expected.length);
  expect(phone.messages()).toEqual(expect.arrayContaining(expected.map(({ push }) => push)));
});

/** The plain text of a mail (RFC 2045, 6.7), down to its signature. */
function textOf(raw: string): string {
  const decoded = raw
    .replaceAll('=\r\n', '')
    .replace(/(=[0-9A-F]{2})+/g, (codes) =>
      Buffer.from(codes.replaceAll('=', ''), 'hex').toString(),
    )
    .replaceAll('\r\n', '\n');
  return /text\/plain[\s\S]*?\n\n([\s\S]*?-- )\n/.exec(decoded)?.[1] ?? '';
}

/** The entries of a record by its keys' type. */
function entriesOf<K extends string, V>(record: Record<K, V>): [K, V][] {
  const entries: [K, V][] = [];
  for (const key in record) entries.push([key, record[key]]);
  return entries;
}
