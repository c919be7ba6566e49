import { setDefaultCACertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { writeNewsSettings } from '../../../src/bff/ledger/news/news-settings.ts';
import {
  addNewsOfDoubt,
  addNewsOfOrder,
  beginRelease,
  refuseRelease,
  stopOrder,
} from '../../../src/bff/ledger/orders/releases.ts';
import { addPasswordLink } from '../../../src/bff/ledger/people/password-links.ts';
import { writeInvitation } from '../../../src/bff/ledger/people/people.ts';
import { hashOfToken } from '../../../src/bff/lib/link-token.ts';
import { createSmtpTransport, ehloName } from '../../../src/bff/news/smtp.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createCertificate } from '../../support/certificate.ts';
import { refusal, startMailServer } from '../../support/mail-server.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { stores, strictestStore } from '../../support/stores.ts';
import { choices, createNewsSystem, tokenOf } from './news-system.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(stores())('mail on $name', ({ create }) => {
  test('tells each person in their language, with nothing personal in the subject', async () => {
    const system = await createNewsSystem(create);
    const { person, happens, instance, mailServer } = system;
    const people = { en: 'ana@giro.example', es: 'eva@giro.example', pt: 'lia@giro.example' };
    for (const [language, email] of Object.entries(people)) {
      const id = await person(email, 'sender', { language });
      await happens(id, 'completed', `transfer ${language.length}001`);
    }
    await instance().round();
    const subjects = mailServer.received.map(({ to, headers }) => [to[0], headers.get('subject')]);
    expect(subjects).toEqual([
      ['ana@giro.example', 'Your transfer is completed'],
      ['eva@giro.example', expect.stringMatching(/transferencia/i)],
      ['lia@giro.example', expect.stringMatching(/=\?UTF-8\?|transferência/i)],
    ]);
    const [first] = mailServer.received;
    expect(first?.raw).toMatch(/text\/plain[\s\S]*Transfer 2001 is completed\.[\s\S]*text\/html/);
    expect(first?.raw).toContain('https://giro.example/transfers/2001');
    expect(first?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(first?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(first?.headers.get('list-unsubscribe')).toMatch(
      /^<https:\/\/giro\.example\/api\/news\/unsubscribe\/[\w-]{32}>$/,
    );
    expect(first?.headers.get('list-id')).toBe('<transfers.giro.example>');
    expect(first?.ehlo).toMatch(/^[^[\]]+\.[^[\]]+$/);
    expect(first?.headers.get('from')).toBe('Giro <news@giro.example>');
    expect(system.lines.join()).not.toMatch(/ana@|eva@/);
  });

  test('security mail has no unsubscribing, and comes although other mail is stopped', async () => {
    const { db, person, happens, instance, mailServer, now, outcomes } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    await writeNewsSettings(db, ana, { mail_stopped_at: now() });
    await happens(ana, 'completed', 'transfer 1');
    await happens(ana, 'new-device', 'sign-in 1');
    await instance().round();
    expect(mailServer.received).toHaveLength(1);
    expect(mailServer.received[0]?.headers.get('list-unsubscribe')).toBeUndefined();
    expect(mailServer.received[0]?.headers.get('list-id')).toBeUndefined();
    expect(mailServer.received[0]?.headers.get('subject')).toBe('New sign-in to your account');
    expect(await outcomes()).toEqual(['mail told']);
  });

  test('a password that the command line changed is told by mail, and no other change', async () => {
    const { person, instance, mailServer, store } = await createNewsSystem(create);
    await person('ana@giro.example', 'sender', { language: 'es' });
    const giro = (line: string) =>
      runCommand(line.split(' '), {
        env: { DATABASE_URL: store.url },
        say() {},
        readStdin: async () => 'a newer password',
        now: () => Date.parse('2026-11-01T12:00:00.000Z'),
        log: silentLog,
      });
    expect(await giro('user role ana@giro.example support')).toBe(0);
    expect(await giro('user password ana@giro.example --password-stdin')).toBe(0);
    await instance().round();
    expect(mailServer.received.map(({ to }) => to)).toEqual([['ana@giro.example']]);
    const [mail] = mailServer.received;
    expect(mail?.headers.get('content-language')).toBe('es-419');
    expect(mail?.raw).toMatch(
      /El 1 de noviembre de 2026 a las 12:00=C2=A0p\.=C2=A0m\. UTC[\s\S]*contrase=C3=B1a/,
    );
    expect(mail?.headers.get('list-unsubscribe')).toBeUndefined();
  });

  test('a link for a forgotten password is mailed alone, and not once it no longer works', async () => {
    const { db, person, happens, device, instance, mailServer, later, outcomes, now } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    await device(ana, 'phone');
    const asksForLink = async (subject: string) => {
      const token_hash = hashOfToken(tokenOf(subject));
      await addPasswordLink(db, { token_hash, user_id: ana }, now());
      await happens(ana, 'password-link', subject);
    };
    await asksForLink('link 1');
    const giro = instance();
    await giro.round();
    const [mail] = mailServer.received;
    expect(mail?.raw.replaceAll('=\r\n', '')).toContain(
      'https://giro.example/new-password#token-of-link-1',
    );
    expect(mail?.headers.get('list-unsubscribe')).toBeUndefined();
    await mailServer.stop();
    await asksForLink('link 2');
    await giro.round();
    await mailServer.start();
    await later(21 * minute, giro);
    expect(mailServer.received).toHaveLength(1);
    expect(await outcomes()).toEqual(['mail told', 'mail expired']);
  });

  test('of invitations that waited for a mail server only the latest is mailed', async () => {
    const { db, person, happens, instance, mailServer, later, outcomes, now } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    const giro = instance();
    await mailServer.stop();
    for (const subject of ['invitation 1', 'invitation 2']) {
      await writeInvitation(db, { user_id: ana, token_hash: hashOfToken(tokenOf(subject)) }, now());
      await happens(ana, 'invitation', subject);
      await giro.round();
    }
    await mailServer.start();
    await later(hour, giro);
    expect(mailServer.received).toHaveLength(1);
    expect(mailServer.received[0]?.raw).toContain(tokenOf('invitation 2'));
    expect(await outcomes()).toEqual(['mail expired', 'mail told']);
  });

  test('a server that is down for a day delays news, and loses and repeats none', async () => {
    const { person, happens, instance, mailServer, later, open } = await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    const giro = instance();
    await mailServer.stop();
    for (let number = 1; number <= 21; number += 1) {
      await happens(ana, 'completed', `transfer ${number}`);
    }
    for (let past = 0; past < 26; past += 2) await later(2 * hour, giro);
    expect(mailServer.received).toEqual([]);
    expect(await open()).toHaveLength(21);
    expect((await open()).some((one) => /ECONNREFUSED|ESOCKET/.test(one))).toBe(true);
    await mailServer.start();
    for (let round = 0; round < 4; round += 1) await later(16 * minute, giro);
    expect(mailServer.received).toHaveLength(21);
    expect(mailServer.shown()).toHaveLength(21);
    expect(await open()).toEqual([]);
  });

  test('one refused address does not stop the others', async () => {
    const { person, happens, instance, mailServer, outcomes, lines } =
      await createNewsSystem(create);
    mailServer.state.refuse = (command, address) => {
      if (command === 'RCPT' && address.startsWith('gone')) throw refusal(550, '5.1.1');
    };
    for (const email of ['gone@giro.example', 'ana@giro.example']) {
      await happens(await person(email), 'rejected', 'transfer 1');
    }
    await instance().round();
    expect(await outcomes()).toEqual(['mail refused', 'mail told']);
    expect(mailServer.received.map(({ to }) => to)).toEqual([['ana@giro.example']]);
    expect(lines.join()).toContain('EENVELOPE RCPT TO 550 5.1.1');
    expect(lines.join()).not.toContain('gone@');
  });

  test('two instances and one that died make each mail shown once', async () => {
    const system = await createNewsSystem(create);
    const { person, happens, instance, mailServer, store, later, clock } = system;
    const ana = await person('ana@giro.example');
    for (let number = 1; number <= 25; number += 1) {
      await happens(ana, 'completed', `transfer ${number}`);
    }
    const other = await store.open();
    await Promise.all([instance().round(), instance({}, other).round()]);
    expect(mailServer.received).toHaveLength(25);
    // The server takes the mail, and the instance dies before the answer.
    await happens(ana, 'completed', 'transfer 26');
    const dying = await store.open();
    const sent = Promise.withResolvers<void>();
    mailServer.state.refuse = (command) => {
      if (command === 'DATA') sent.resolve();
    };
    const died = instance({}, dying).round();
    await sent.promise;
    await dying.destroy();
    await died;
    const giro = instance();
    await giro.round();
    clock.at += 3 * minute;
    await later(0, giro);
    expect(mailServer.shown()).toHaveLength(26);
    expect(mailServer.received.length).toBeGreaterThanOrEqual(26);
  });

  test('a restored backup tells again what the person does not see twice', async () => {
    const { db, person, happens, instance, mailServer, later } = await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    await happens(ana, 'completed', 'transfer 1');
    const giro = instance();
    await giro.round();
    // The backup is from before the news: the reader sees the transfer end once more.
    await db.deleteFrom('deliveries').execute();
    await db.deleteFrom('news').execute();
    await later(hour, giro);
    await happens(ana, 'completed', 'transfer 1');
    await later(minute, giro);
    expect(mailServer.received).toHaveLength(2);
    expect(mailServer.shown()).toHaveLength(1);
  });

  test('quiet hours hold news until they end, in the person’s zone', async () => {
    const { person, happens, instance, mailServer, later, clock } = await createNewsSystem(create);
    const settings = { quiet_from: '22:00', quiet_to: '07:30', time_zone: 'America/Santiago' };
    const ana = await person('ana@giro.example', 'sender', settings);
    // 23:00 in Santiago, three hours behind UTC.
    clock.at = Date.parse('2026-11-02T02:00:00.000Z');
    await happens(ana, 'completed', 'transfer 1');
    await happens(ana, 'new-device', 'sign-in 1');
    const giro = instance();
    await giro.round();
    expect(mailServer.received.map(({ headers }) => headers.get('subject'))).toEqual([
      'New sign-in to your account',
    ]);
    await later(8 * hour + 29 * minute, giro);
    expect(mailServer.received).toHaveLength(1);
    await later(2 * minute, giro);
    expect(mailServer.received).toHaveLength(2);
  });

  test('how it ended is mailed although the person was shown it; a notification is left out', async () => {
    const { person, happens, device, instance, mailServer, later, clock, outcomes } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    const phone = await device(ana, '/phone');
    const giro = instance({ holdMs: 30_000 });
    const ends = [
      ['completed', 'transfer 1'],
      ['rejected', 'transfer 2'],
      ['confirmed', 'send k'],
      ['not-sent', 'send l'],
    ] as const;
    for (const [kind, subject] of ends) await happens(ana, kind, subject);
    clock.at += 1_000;
    const subjects = ends.map(([, subject]) => subject);
    giro.seen({ user_id: ana, subjects, at: new Date(clock.at).toISOString() });
    await later(31_000, giro);
    expect(mailServer.received.map(({ headers }) => headers.get('subject'))).toEqual([
      'Your transfer is completed',
      'Your transfer was rejected',
      'Your transfer did go through',
      'Your transfer was not sent',
    ]);
    expect(await phone.messages()).toEqual([]);
    expect(await outcomes()).toEqual(ends.flatMap(() => ['mail told', 'push seen']));
  });

  test('what the person was shown as it was then is not told, what they saw before is', async () => {
    const { person, happens, instance, mailServer, later, clock, outcomes } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    const giro = instance({ holdMs: 30_000 });
    const saw = (...subjects: string[]) =>
      giro.seen({ user_id: ana, subjects, at: new Date(clock.at).toISOString() });
    saw('send a');
    clock.at += 1_000;
    for (const key of ['a', 'b', 'c']) await happens(ana, 'unresolved', `send ${key}`);
    clock.at += 1_000;
    saw('send b');
    await later(31_000, giro);
    expect(mailServer.received).toHaveLength(2);
    expect((await outcomes()).sort()).toEqual(['mail seen', 'mail told', 'mail told']);
    await happens(ana, 'unresolved', 'send d');
    await happens(ana, 'unresolved', 'send e');
    clock.at += 1_000;
    saw('send d', 'send c');
    await later(31_000, giro);
    expect(mailServer.received).toHaveLength(3);
  });

  test('what an order asked is not told once it was answered or stopped', async () => {
    const { db, person, instance, mailServer, later, clock, now, outcomes } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    const giro = instance({ holdMs: 30_000 });
    const ask = async () => {
      const begun = await beginRelease(db, await addWaitingOrder(db, ana), now());
      const asks = begun && (await refuseRelease(db, begun, 'worse-rate', now()));
      if (!asks) throw new Error('does not ask');
      await addNewsOfOrder(db, 'order-asks', asks, now());
      return asks;
    };
    const doubt = async () => {
      const row = await addWaitingOrder(db, ana);
      await addNewsOfDoubt(db, row, now());
      return row;
    };
    const asks = [await ask(), await ask(), await ask()];
    const doubts = [await doubt(), await doubt(), await doubt()];
    clock.at += 1_000;
    for (const row of [asks[0], doubts[0]]) {
      const resumed = { state: 'waiting', resumed_at: now() } as const;
      await db
        .updateTable('orders')
        .set(resumed)
        .where('id', '=', row?.id ?? '')
        .execute();
    }
    for (const row of [asks[1], doubts[1]]) if (row) await stopOrder(db, row, ana, now());
    await later(31_000, giro);
    expect(mailServer.received.map(({ headers }) => headers.get('subject')).sort()).toEqual([
      'Please check your transfer',
      'Your transfer was not sent',
    ]);
    const ended = ['mail expired', 'mail expired', 'mail told'];
    expect(await outcomes()).toEqual([...ended, ...ended]);
  });

  test('a mail in place of a notification is left out too if the person was shown it', async () => {
    const { person, happens, instance, mailServer, later, clock, outcomes } =
      await createNewsSystem(create);
    const notified = { choices: choices({ transfers: { mail: false, push: true } }) };
    // Without a device for notifications.
    const ana = await person('ana@giro.example', 'sender', notified);
    const giro = instance({ holdMs: 30_000 });
    await happens(ana, 'completed', 'transfer 1');
    clock.at += 1_000;
    giro.seen({ user_id: ana, subjects: ['transfer 1'], at: new Date(clock.at).toISOString() });
    await later(31_000, giro);
    expect(mailServer.received).toEqual([]);
    expect(await outcomes()).toEqual(['mail seen']);
  });

  test('support gets one mail in 10 minutes, with the count', async () => {
    const { db, person, happens, instance, mailServer, later, now } =
      await createNewsSystem(create);
    for (const email of ['sue@giro.example', 'sam@giro.example']) await person(email, 'support');
    const ana = await person('ana@giro.example');
    const giro = instance();
    async function unresolved(key: string) {
      const row = {
        ...{ key, user_id: ana, body_hash: key, guard_scope: ana, state: 'unresolved' as const },
        ...{ destination_account_id: '1', source_amount_cents: '1', known_transfer_ids: '[]' },
        ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
        ...{ created_at: now(), updated_at: now() },
      };
      await db.insertInto('sends').values(row).execute();
      await happens(null, 'review', `send ${key}`);
    }
    await unresolved('a');
    await giro.round();
    expect(mailServer.received.map(({ to }) => to[0]).sort()).toEqual([
      'sam@giro.example',
      'sue@giro.example',
    ]);
    expect(mailServer.received[0]?.raw).toContain('1 transfer needs review.');
    for (const key of ['b', 'c']) {
      await unresolved(key);
      await later(2 * minute, giro);
    }
    expect(mailServer.received).toHaveLength(2);
    await later(7 * minute, giro);
    expect(mailServer.received).toHaveLength(4);
    expect(mailServer.received[3]?.raw).toContain('3 transfers need review.');
    // The Message-ID follows from the subject: a number would come again in a restored ledger.
    const digests = await db
      .selectFrom('news')
      .select('subject')
      .distinct()
      .where('kind', '=', 'review-digest')
      .orderBy('subject')
      .execute();
    expect(digests.map(({ subject }) => subject)).toEqual(['review send a', 'review send c']);
    await later(hour, giro);
    expect(mailServer.received).toHaveLength(4);
  });
});

// What a refusal means is the same on either store.
describe('a refusal', () => {
  const { create } = strictestStore();

  test.each([
    [550, '5.1.1'],
    [550, '5.1.2'],
    [553, '5.1.3'],
    [550, '5.1.4'],
    [551, '5.1.6'],
    [556, '5.1.10'],
  ])('of the address with %i %s is final', async (code, enhanced) => {
    const { person, happens, instance, mailServer, outcomes } = await createNewsSystem(create);
    mailServer.state.refuse = (command) => {
      if (command === 'RCPT') throw refusal(code, enhanced);
    };
    await happens(await person('ana@giro.example'), 'completed', 'transfer 1');
    await instance().round();
    expect(await outcomes()).toEqual(['mail refused']);
  });

  test.each([
    ['MAIL', 550],
    ['MAIL', 530, '5.7.0'],
    ['RCPT', 451],
    ['RCPT', 530, '5.7.0'],
    ['RCPT', 550],
    ['RCPT', 550, '5.7.1'],
    ['RCPT', 550, '5.2.1'],
    ['RCPT', 550, '5.1.0'],
    ['RCPT', 550, '5.1.8'],
    ['RCPT', 552, '5.2.2'],
    ['RCPT', 554, '5.7.1'],
    ['RCPT', 554, '5.1.1'],
    ['RCPT', 521],
    ['DATA', 451],
    ['DATA', 550, '5.1.1'],
    ['DATA', 554, '5.7.1'],
  ] as const)('of %s with %i %s is tried again', async (command, code, enhanced?: string) => {
    const { person, happens, instance, mailServer, later, open } = await createNewsSystem(create);
    let left = 2;
    mailServer.state.refuse = (given) => {
      if (given === command && left-- > 0) throw refusal(code, enhanced);
    };
    await happens(await person('ana@giro.example'), 'completed', 'transfer 1');
    const giro = instance();
    await giro.round();
    expect(await open()).toEqual([expect.stringContaining(` ${code}`)]);
    await later(16 * minute, giro);
    await later(16 * minute, giro);
    expect(mailServer.shown()).toHaveLength(1);
    expect(await open()).toEqual([]);
  });
});

describe('the connection to the mail server', () => {
  const mail = {
    ...{ message_id: '<1@giro.example>', to: 'ana@giro.example', subject: 's', text: 't' },
    ...{ html: '<p>t</p>', date: '2026-11-01T12:00:00.000Z', headers: {} },
  };
  const access = (port: number) => ({
    ...{ host: 'localhost', port, auth: null },
    from: { name: '', address: 'news@giro.example' },
  });

  test('is told the name of the machine, or else the domain of the sender', () => {
    const { from } = access(25);
    expect(ehloName({ from }, 'mail.host.example')).toBe('mail.host.example');
    expect(ehloName({ from }, 'vm')).toBe('giro.example');
  });

  test('is not used without STARTTLS where that is required', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'] });
    const transport = createSmtpTransport({ ...access(server.state.port), tls: 'required' });
    expect(await transport.send(mail)).toMatchObject({
      is: 'down',
      error: expect.stringMatching(/ETLS/),
    });
    expect(server.received).toEqual([]);
    await server.stop();
  });

  test('is not used with a certificate that nobody vouches for', async () => {
    const server = await startMailServer(createCertificate());
    const transport = createSmtpTransport({ ...access(server.state.port), tls: 'required' });
    expect(await transport.send(mail)).toMatchObject({ is: 'down' });
    expect(server.received).toEqual([]);
    await server.stop();
  });

  test.each(['required', 'on-connect'] as const)(
    'is encrypted and signed in, TLS %s',
    async (tls) => {
      const certificate = createCertificate();
      setDefaultCACertificates([certificate.cert]);
      const server = await startMailServer({
        ...certificate,
        secure: tls === 'on-connect',
        authOptional: false,
        onAuth: ({ username, password }, _session, done) =>
          password === 'pass word' ? done(null, { user: username }) : done(new Error('wrong')),
      });
      const send = (pass: string) =>
        createSmtpTransport({
          ...{ ...access(server.state.port), tls },
          auth: { user: 'giro', pass },
        }).send(mail);
      expect(await send('wrong')).toMatchObject({
        is: 'down',
        error: expect.stringMatching(/EAUTH/),
      });
      expect(await send('pass word')).toEqual({ is: 'told' });
      expect(server.received.map(({ secure }) => secure)).toEqual([true]);
      await server.stop();
    },
  );
});
