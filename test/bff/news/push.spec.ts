import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pushDevicesOf } from '../../../src/bff/ledger/news/push-devices.ts';
import { pushKeys } from '../../../src/bff/news/push-keys.ts';
import { openStore } from '../../support/open-store.ts';
import { stores } from '../../support/stores.ts';
import { choices, createNewsSystem } from './news-system.ts';

const minute = 60_000;
const hour = 60 * minute;
const onlyPush = { choices: choices({ transfers: { mail: false, push: true } }) };

describe.each(stores())('push on $name', ({ create }) => {
  test('reaches each device encrypted, without personal data, and signed by this server', async () => {
    const { person, happens, instance, device, pushService, mailServer } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example', 'sender', { language: 'es', ...onlyPush });
    const [phone, laptop] = [await device(ana, '/phone'), await device(ana, '/laptop')];
    await happens(ana, 'completed', 'transfer 9061');
    const giro = instance();
    await giro.round();
    const message = {
      title: 'Su transferencia está completada',
      body: expect.stringContaining('No tiene que hacer nada'),
      url: '/transfers/9061',
      tag: 'transfer 9061',
      lang: 'es-419',
    };
    expect(phone.messages()).toEqual([message]);
    expect(laptop.messages()).toEqual([message]);
    expect(mailServer.received).toEqual([]);
    const [first] = pushService.got;
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(first?.body.toString('latin1')).not.toContain('transfer');
    expect(isSignedBy(first?.headers.authorization ?? '', await giro.pushKey())).toBe(true);
  });

  test.each([404, 410])(
    'a device that answers %i is forgotten, and mail goes instead',
    async (status) => {
      const { db, person, happens, instance, device, pushService, mailServer, outcomes } =
        await createNewsSystem(create);
      const ana = await person('ana@giro.example', 'sender', onlyPush);
      await device(ana, '/gone');
      pushService.state.status = () => status;
      await happens(ana, 'completed', 'transfer 1');
      const giro = instance();
      await giro.round();
      expect(await pushDevicesOf(db, ana)).toEqual([]);
      expect(await outcomes()).toEqual(['mail told', 'push gone']);
      await happens(ana, 'completed', 'transfer 2');
      await giro.round();
      expect(mailServer.shown()).toHaveLength(2);
      expect(pushService.got).toHaveLength(1);
    },
  );

  test('mail does not go where another device took it', async () => {
    const { person, happens, instance, device, pushService, mailServer } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example', 'sender', onlyPush);
    await device(ana, '/gone');
    const kept = await device(ana, '/kept');
    pushService.state.status = (path) => (path === '/gone' ? 410 : 201);
    await happens(ana, 'rejected', 'transfer 1');
    await instance().round();
    expect(kept.messages()).toHaveLength(1);
    expect(mailServer.received).toEqual([]);
  });

  test('429 waits as long as it says, 5xx for longer each time, and both are then told', async () => {
    const { person, happens, instance, device, pushService, later, open } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example', 'sender', onlyPush);
    const phone = await device(ana, '/phone');
    const answers = [{ status: 429, retryAfter: '1800' }, 503, 201];
    pushService.state.status = () => answers.shift() ?? 201;
    await happens(ana, 'completed', 'transfer 1');
    const giro = instance();
    await giro.round();
    expect(await open()).toEqual(['push 1 429']);
    await later(29 * minute, giro);
    expect(pushService.got).toHaveLength(1);
    await later(2 * minute, giro);
    expect(await open()).toEqual(['push 2 503']);
    await later(minute, giro);
    expect(await open()).toEqual([]);
    // Each attempt has the same tag, by which the browser replaces what it shows.
    expect(new Set(phone.messages().map(({ tag }) => tag))).toEqual(new Set(['transfer 1']));
  });

  test('a push service that fails for a day is replaced by mail', async () => {
    const { person, happens, instance, device, pushService, later, mailServer, outcomes } =
      await createNewsSystem(create);
    const ana = await person('ana@giro.example', 'sender', onlyPush);
    await device(ana, '/phone');
    pushService.state.status = () => 500;
    await happens(ana, 'completed', 'transfer 1');
    const giro = instance();
    for (let past = 0; past <= 25; past += 1) await later(hour, giro);
    expect(await outcomes()).toEqual(['mail told', 'push expired']);
    expect(mailServer.shown()).toHaveLength(1);
  });

  test('does not wait for a mail server that hangs', async () => {
    const { person, happens, instance, device, mailServer } = await createNewsSystem(create);
    const ana = await person('ana@giro.example');
    const phone = await device(ana, '/phone');
    const hung = Promise.withResolvers<void>();
    const greeting = Promise.withResolvers<void>();
    mailServer.state.reached = (step) => {
      if (step !== 'connected') return;
      hung.resolve();
      return greeting.promise;
    };
    const giro = instance();
    await happens(ana, 'completed', 'transfer 1');
    const first = giro.round();
    await hung.promise;
    await happens(ana, 'completed', 'transfer 2');
    const second = giro.round();
    // Less than the time after which a connection without a greeting is given up.
    await expect.poll(() => phone.messages(), { timeout: 20_000 }).toHaveLength(2);
    expect(mailServer.received).toEqual([]);
    mailServer.state.reached = () => {};
    greeting.resolve();
    await Promise.all([first, second]);
    expect(mailServer.received).toHaveLength(2);
  });

  test('who unsubscribed from mail gets none in place of a notification', async () => {
    const { person, happens, instance, mailServer, outcomes, now } = await createNewsSystem(create);
    const ana = await person('ana@giro.example', 'sender', { mail_stopped_at: now() });
    await happens(ana, 'completed', 'transfer 1');
    await instance().round();
    expect(mailServer.received).toEqual([]);
    expect(await outcomes()).toEqual([]);
  });

  test('only push services are called', async () => {
    const giro = (await createNewsSystem(create)).instance({ pushHosts: [] });
    for (const good of [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
      'https://web.push.apple.com/x',
      'https://par02p.notify.windows.com/w/?token=x',
    ]) {
      expect(giro.mayCall(good), good).toBe(true);
    }
    for (const bad of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.elsewhere.example/x',
      'https://evilnotify.windows.com.example/x',
      'https://user@fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest',
    ]) {
      expect(giro.mayCall(bad), bad).toBe(false);
    }
  });

  test('the keys are made once for all instances, and kept encrypted', async () => {
    const { open } = await openStore(create);
    const db = await open();
    const at = '2026-11-01T10:00:00.000Z';
    const [one, other] = await Promise.all([
      pushKeys(db, ['secret one'], at),
      pushKeys(await open(), ['secret one'], at),
    ]);
    expect(one).toEqual(other);
    const rows = await db.selectFrom('sealed_keys').select(['name', 'sealed']).execute();
    expect(rows.map(({ name }) => name)).toEqual(['vapid']);
    expect(rows[0]?.sealed).not.toContain(one.privateKey);
    const replaced = await pushKeys(db, ['another secret'], at);
    expect(replaced.publicKey).not.toBe(one.publicKey);
    expect(await pushKeys(db, ['another secret'], at)).toEqual(replaced);
  });
});

/** RFC 8292: verifies the token with the key that browsers subscribe with. */
function isSignedBy(authorization: string, publicKey: string): boolean {
  const { t = '', k } = /^vapid t=(?<t>[^,]+), ?k=(?<k>.+)$/.exec(authorization)?.groups ?? {};
  const [head, body, signature = ''] = t.split('.');
  const bytes = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256' },
      x: bytes.subarray(1, 33).toString('base64url'),
      y: bytes.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${body}`);
  return (
    k === publicKey &&
    verify(
      'sha256',
      signed,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}
