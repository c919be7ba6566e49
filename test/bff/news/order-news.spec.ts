import { expect, test } from 'vitest';
import { releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import type { ToldKind } from '../../../src/bff/news/news-words.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { strictestStore } from '../../support/stores.ts';
import { choices, createNewsSystem } from './news-system.ts';

type OrderKind = Extract<ToldKind, `order-${string}`>;

/** The title, what happened, what to do, and the page that the link opens. */
const told: Record<OrderKind, [title: string, happened: string, next: string, page: Page]> = {
  'order-asks': [
    'Your transfer was not sent',
    'We didn’t send one of your transfers. No money moved.',
    'Open it to see why. Then send it or stop it.',
    'order',
  ],
  'order-forbidden': [
    'Your transfer was not sent',
    'We didn’t send one of your transfers: your account can’t send any more. No money moved.',
    'You can’t send or stop it any more. Please ask your administrator.',
    'account',
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
  'order-stopped-by-colleague': [
    'A colleague stopped your transfer',
    'A colleague stopped one of your transfers. We don’t send it.',
    'Open it to see who stopped it.',
    'order',
  ],
  'order-stopped-unsure': [
    'Please check your transfer',
    'One of your transfers may have been sent before it was stopped.',
    'Look for it in Transfers first. Then open it to read why.',
    'order',
  ],
  'order-waits': [
    'Your transfer is not sent yet',
    'One of your transfers is not sent before a second person approves it.',
    'There is nothing to do. We tell you what they decide.',
    'order',
  ],
  'order-approved': [
    'Your transfer was approved',
    'A second person approved one of your transfers.',
    'Open it to see when it is sent, or that it was.',
    'order',
  ],
  'order-declined': [
    'Your transfer is not sent',
    'A second person declined one of your transfers. Nothing more of it is sent.',
    'Open it to read why.',
    'order',
  ],
  'order-expired': [
    'Your transfer is not sent',
    'Nobody approved one of your transfers in time. Nothing more of it is sent.',
    'You can send it again if you still want to.',
    'order',
  ],
  'order-without-sender': [
    'A transfer was not sent',
    'We didn’t send a transfer: its sender can’t send any more. No money moved.',
    'While they can’t send, it waits or ends. Open their page to stop it.',
    'sender',
  ],
  'order-without-sender-unsure': [
    'Please check a transfer',
    'A transfer may have been sent before a loss. Its sender can’t send any more.',
    'Nothing more of it is sent while they can’t. Open their page to stop it.',
    'sender',
  ],
};
type Page = 'order' | 'send' | 'account' | 'sender';

// What is told is the same on either store.
const { create } = strictestStore();

test('mail and notification of each kind say what happened, what to do and where', async () => {
  const { db, person, device, instance, mailServer, now, happens } = await createNewsSystem(create);
  const ana = await person('ana@giro.example');
  const formerly = await person('eva@giro.example', 'admin');
  const review = { choices: choices({ review: { mail: true, push: true } }) };
  const support = await person('sue@giro.example', 'support', review);
  const phones = {
    ana: await device(ana, '/ana'),
    eva: await device(formerly, '/eva'),
    sue: await device(support, '/sue'),
  };
  const expected = [];
  for (const [kind, [title, happened, next, page]] of entriesOf(told)) {
    const { id } = await addWaitingOrder(db, ana);
    const waits = { state: 'waiting', waits_for: 'approval' } as const;
    const is = kind === 'order-waits' ? waits : ({ state: 'needs_you' } as const);
    await db.updateTable('orders').set(is).where('id', '=', id).execute();
    const send = releaseKey(id, 1);
    const asked = `order ${id} r2 ${now()}`;
    const [who, user_id, subject, url, link] = {
      order: ['ana', ana, asked, `/sends/${id}`, 'Open transfer'] as const,
      send: ['ana', ana, `send ${send}`, `/sends/${send}`, 'Open transfer'] as const,
      account: ['eva', formerly, asked, '/settings/security', 'Open your account'] as const,
      sender: [
        ...(['sue', null, `order ${id} of ${ana}`] as const),
        ...([`/support/people/${ana}`, 'Open sender'] as const),
      ] as const,
    }[page];
    await happens(user_id, kind === 'order-forbidden' ? 'order-asks' : kind, subject);
    const text = `${happened}\n\n${next}\n\n${link}: https://giro.example${url}\n\n-- `;
    expected.push({
      mail: { to: [`${who}@giro.example`], title, text },
      push: { who, title, body: next, url, tag: subject, lang: 'en' },
    });
  }
  await instance().round();
  const mails = mailServer.received.map(({ to, headers, raw }) => ({
    ...{ to, title: headers.get('subject') },
    text: textOf(raw),
  }));
  expect(mails).toHaveLength(expected.length);
  expect(mails).toEqual(expect.arrayContaining(expected.map(({ mail }) => mail)));
  const pushed = entriesOf(phones).flatMap(([who, phone]) =>
    phone.messages().map((message) => ({ who, ...message })),
  );
  expect(pushed).toHaveLength(expected.length);
  expect(pushed).toEqual(expect.arrayContaining(expected.map(({ push }) => push)));
});

test('approvers are asked while an order waits for them, and only they', async () => {
  const { db, person, device, instance, mailServer, now, happens } = await createNewsSystem(create);
  const [ana, ari] = [
    await person('ana@giro.example'),
    await person('ari@giro.example', 'approver'),
  ];
  const formerly = await person('eva@giro.example', 'support');
  const phone = await device(ari, '/ari');
  const waits = await addWaitingOrder(db, ana, { waits_for: 'approval' });
  const decided = await addWaitingOrder(db, ana);
  const subjectOf = ({ id }: { id: string }, revision = 1) => `order ${id} r${revision} ${now()}`;
  await happens(ari, 'approval-asked', subjectOf(waits));
  await happens(ari, 'approval-asked', subjectOf(decided));
  await happens(formerly, 'approval-asked', subjectOf(waits));
  await instance().round();
  const title = 'A transfer waits for your approval';
  const next = 'Open it to approve or decline it.';
  const url = `/approve/${waits.id}`;
  expect(mailServer.received.map(({ to, headers }) => [to, headers.get('subject')])).toEqual([
    [['ari@giro.example'], title],
  ]);
  expect(textOf(mailServer.received[0]?.raw ?? '')).toBe(
    `A transfer is not sent before a second person approves it.\n\n${next}\n\nOpen transfer: https://giro.example${url}\n\n-- `,
  );
  expect(phone.messages()).toMatchObject([{ title, body: next, url }]);
});

test('approvers are asked once for an order that was put to them again before they were told', async () => {
  const { db, person, instance, mailServer, now, happens } = await createNewsSystem(create);
  const [ana, ari] = [
    await person('ana@giro.example'),
    await person('ari@giro.example', 'approver'),
  ];
  const [skipped, changed] = [
    await addWaitingOrder(db, ana, { waits_for: 'approval' }),
    await addWaitingOrder(db, ana, { waits_for: 'approval' }),
  ];
  const asked = ({ id }: { id: string }, revision: number) =>
    happens(ari, 'approval-asked', `order ${id} r${revision} ${now()}`);
  await asked(skipped, 1);
  await asked(changed, 1);
  await asked(changed, 2);
  // Nobody asks again for what a day was left out of, or was changed.
  await db.updateTable('orders').set({ revision: 2 }).execute();
  await instance().round();
  const links = mailServer.received.map(({ raw }) => /\/approve\/(\S+)/.exec(textOf(raw))?.[1]);
  expect(links.sort()).toEqual([skipped.id, changed.id].sort());
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
