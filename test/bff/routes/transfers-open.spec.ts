import { beforeAll, describe, expect, test } from 'vitest';
import { referenceOf } from '../../../src/contract/api/send-key.ts';
import { writeDecimal } from '../../../src/money/write-amount.ts';
import { sendUnresolved } from '../../app/pages/send/send-unresolved.ts';
import { createBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

type Browser = ReturnType<typeof createBrowser>;
type Transferred = { destination_amount_cents: string };
type Row = { id: string; send_key?: string };

describe.each(stores())('transfers that are not confirmed yet, on $name', ({ create }) => {
  let bff: Bff;
  let sender: Browser;
  let support: Browser;
  let recipient: string;

  beforeAll(async () => {
    const store = await create();
    bff = await startBff({
      env: { DATABASE_URL: store.url },
      reconcile: { intervals: [20], giveUpAfter: 50 },
    });
    [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
    await sender.signIn('sender');
    await support.signIn('support');
    recipient = (await addRecipient(sender)).id;
    return async () => {
      await bff.close();
      await store.remove();
    };
  });

  async function listOf(browser: Browser, query = '') {
    const { body } = await browser.call('GET', `/api/transfers?${query}`);
    return {
      ...body,
      ids: body.items.map(({ id }: Row) => id),
      open: body.open_sends?.items.map(({ key }: { key: string }) => key),
    };
  }

  async function linesOf(browser: Browser, filters = {}) {
    const response = await browser.fetch('/api/transfers.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(filters),
    });
    const [, ...lines] = (await response.text()).trimEnd().split('\r\n');
    return { lines, total: response.headers.get('x-total-count') };
  }

  test('are listed, filtered, searched, counted and in the file, for the sender and for support', async () => {
    const { body: sent } = await sendMoney(sender, recipient);
    const key = await sendUnresolved(sender, recipient);
    for (const browser of [sender, support]) {
      const list = await listOf(browser);
      expect(list).toMatchObject({
        total: 1,
        counts: { pending: 1 },
        open_sends: {
          items: [
            {
              key,
              state: 'unresolved',
              alias: 'Mamá Bogotá',
              source_amount_cents: '504',
              destination_amount_cents: null,
            },
          ],
          total: 1,
          counts: { unresolved: 1 },
        },
      });
      expect(list.ids).toEqual([sent.id]);
      expect((await listOf(browser, 'state=unresolved')).open).toEqual([key]);
      expect((await listOf(browser, 'state=unresolved')).ids).toEqual([]);
      const elsewhere = await listOf(browser, 'state=unconfirmed');
      expect([elsewhere.open, elsewhere.open_sends.counts]).toEqual([[], { unresolved: 1 }]);
      for (const q of ['504', 'bogota', 'clp', referenceOf(key), key]) {
        expect((await listOf(browser, `q=${encodeURIComponent(q)}`)).open).toEqual([key]);
      }
      expect((await listOf(browser, 'q=505')).open).toEqual([]);
      expect((await listOf(browser, `cursor=${sent.id}`)).open_sends).toBeUndefined();
      const file = await linesOf(browser);
      expect([file.lines.length, file.total]).toEqual([2, '2']);
      expect(file.lines[0]).toMatch(/^,unresolved,504,CLP,,COP,/);
      expect((await linesOf(browser, { state: 'unresolved' })).lines).toHaveLength(1);
      expect((await linesOf(browser, { state: 'pending' })).lines).toHaveLength(1);
    }
    const another = createBrowser(bff.app);
    await another.signIn('support');
    // Whoever is not of the team sees nothing of it.
    await bff.db
      .updateTable('sends')
      .set({ user_id: await idOf('support') })
      .execute();
    expect((await listOf(sender)).open).toEqual([]);
    await bff.db
      .updateTable('sends')
      .set({ user_id: await idOf('sender') })
      .execute();
  });

  async function idOf(name: string) {
    const { id } = await bff.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', `${name}@giro.example`)
      .executeTakeFirstOrThrow();
    return id;
  }

  test('are their transfer’s row once they are found, with the key of the send', async () => {
    // Made by the service, which then gave no answer.
    const { body } = await sendMoney(sender, recipient, { source_amount_cents: '502' });
    const { key } = body.send;
    const places = async () => {
      const { open, items } = await listOf(sender, 'q=502');
      return [open.includes(key), items.some((row: Row) => row.send_key === key)];
    };
    // At each moment in exactly one of the two.
    const seen = [await places()];
    await eventually(
      async () => {
        seen.push(await places());
        expect(seen.at(-1)).toEqual([false, true]);
      },
      { timeout: 8_000, interval: 5 },
    );
    expect(seen.filter(([isOpen, isRow]) => isOpen === isRow)).toEqual([]);
  });

  test('are found by what arrives by a transfer that could be theirs, with or without an estimate', async () => {
    const { body: currencies } = await sender.call('GET', '/api/currencies');
    const { subunit_to_unit } = currencies.find(
      (one: { iso_code: string }) => one.iso_code === 'COP',
    );
    const taken_at = new Date().toISOString();
    const quote = { rate: '1', destination_amount_cents: '777', taken_at };
    // The service has two transfers that could be one of this amount.
    const twofold = { source_amount_cents: '606' };
    for (const fields of [twofold, { ...twofold, quote }]) {
      const { id } = await addRecipient(sender, { alias: `Tía ${Object.keys(fields).length}` });
      const key = await sendUnresolved(sender, id, fields);
      const { body } = await support.call('GET', `/api/sends/${key}/candidates`);
      const cents = body.transfers.map((one: Transferred) => BigInt(one.destination_amount_cents));
      expect(cents.length).toBeGreaterThan(0);
      const texts = cents.map((one: bigint) => writeDecimal(one, BigInt(subunit_to_unit)));
      for (const q of texts) {
        expect((await listOf(sender, `q=${q}`)).open, q).toContain(key);
        expect((await listOf(support, `q=${q}`)).open, q).toContain(key);
        const { body: found } = await support.call('GET', `/api/support/search?q=${q}`);
        expect(
          found.sends.map((one: { key: string }) => one.key),
          q,
        ).toContain(key);
      }
      expect((await listOf(sender, 'q=123.45')).open).not.toContain(key);
    }
  });

  test('are listed once the service has answered, also before its list has the transfer', async () => {
    const { body } = await sendMoney(sender, recipient, { source_amount_cents: '7300' });
    const before = await listOf(sender, 'q=7300');
    expect([before.ids, before.open, before.total]).toEqual([[body.id], [], 1]);
    // The moment after the answer is in the ledger, and before the transfer is.
    await bff.db.deleteFrom('transfers').where('id', '=', body.id).execute();
    const { ids, open, open_sends } = await listOf(sender, 'q=7300');
    expect(ids).toEqual([]);
    expect(open).toHaveLength(1);
    expect(open_sends).toMatchObject({ total: 1, counts: { pending: 1 } });
    const arrives = body.destination_amount_cents;
    const [row] = open_sends.items;
    expect(row).toMatchObject({ state: 'pending', destination_amount_cents: arrives });
    expect((await listOf(sender, 'state=pending&q=7300')).open).toEqual(open);
    expect((await listOf(sender, 'state=unconfirmed&q=7300')).open).toEqual([]);
    expect((await linesOf(sender, { q: '7300' })).lines[0]).toMatch(/^,pending,7300,CLP,/);
  });

  test('leave the list when support says that they were not sent', async () => {
    const key = await sendUnresolved(sender, recipient, { source_amount_cents: '500' });
    expect((await listOf(sender)).open).toContain(key);
    const decision = { outcome: 'not_sent', reason: 'Not in the books' };
    await support.call('POST', `/api/sends/${key}/settle`, decision);
    expect((await listOf(sender)).open).not.toContain(key);
    expect((await sender.call('GET', `/api/sends/${key}`)).body.state).toBe('not_sent');
  });
});

describe('in a team that shares its transfers', () => {
  test('everybody of it sees what is not confirmed', async () => {
    const bff = await startBff({
      env: { SENDERS_SEE: 'all' },
      reconcile: { intervals: [20], giveUpAfter: 50 },
    });
    const sender = createBrowser(bff.app);
    await sender.signIn('sender');
    const { id } = await addRecipient(sender);
    const key = await sendUnresolved(sender, id);
    const other = await bff.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'support')
      .executeTakeFirstOrThrow();
    await bff.db.updateTable('sends').set({ user_id: other.id }).execute();
    const { body } = await sender.call('GET', '/api/transfers');
    expect(body.open_sends.items).toMatchObject([{ key }]);
    await bff.close();
  });
});
