import { describe, expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { sendOnce } from '../../../src/bff/sends/send-once.ts';
import type { TransferRequest } from '../../../src/contract/transfer.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, asShown, sendMoney } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';
import { began, bodies, sendDepsOf, shown, transferOf } from '../sends/send-fixtures.ts';

const rent = { note: 'March rent', reference: 'Flat 4B' };
const password = 'a password of one';

describe.each(stores())('what a sender writes on a transfer, on $name', ({ create }) => {
  async function start(env: Record<string, string> = {}) {
    const store = await create();
    onTestFinished(() => store.remove());
    const bff = await startBff({
      env: { DATABASE_URL: store.url, ...env },
      timeouts: { createTransfer: 500 },
    });
    onTestFinished(() => bff.close());
    const browser = () => createBrowser(bff.app);
    const [sender, colleague, support] = [browser(), browser(), browser()];
    await sender.signIn('sender');
    await support.signIn('support');
    const ben = { email: 'ben@example.com', name: 'Ben', role: 'sender' } as const;
    await addPerson(bff.db, { ...ben, password });
    await colleague.call('POST', '/api/session', { email: ben.email, password });
    const recipient = (await addRecipient(sender)).id;
    type Caller = typeof sender;

    const list = async (q = '', by: Caller = sender) =>
      (await by.call('GET', `/api/transfers?q=${encodeURIComponent(q)}`)).body;
    const ids = async (q: string, by?: Caller) =>
      (await list(q, by)).items.map(({ id }: { id: string }) => id);
    /** Sends, and brings the transfer into the mirror. @returns its id */
    async function send(fields: object = {}): Promise<string> {
      const { status, body } = await sendMoney(sender, recipient, fields);
      expect(status).toBe(201);
      await list();
      return body.id;
    }
    const notesOf = async (id: string, by: Caller = sender) =>
      (await by.call('GET', `/api/transfers/${id}`)).body.notes;
    const write = (id: string, body: object, by: Caller = sender) =>
      by.call('PUT', `/api/transfers/${id}/notes`, body);
    async function file(by: Caller) {
      const response = await by.fetch('/api/transfers.csv', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      return (await response.text()).replace('\ufeff', '').trimEnd().split('\r\n');
    }
    return {
      ...{ bff, sender, colleague, support, recipient },
      ...{ list, ids, send, notesOf, write, file },
    };
  }

  test('is kept with the press', async () => {
    const { bff, send, notesOf, list, sender } = await start();
    const id = await send(rent);
    expect(await notesOf(id)).toEqual({
      reference: rent.reference,
      own: { note: rent.note, revision: 1 },
    });
    expect((await list()).items).toMatchObject([{ id, ...rent }]);
    const [sent] = await bff.db.selectFrom('sends').select('key').execute();
    expect((await sender.call('GET', `/api/sends/${sent?.key}`)).body).toMatchObject(rent);
  });

  test('is never sent to the service, and there before it is asked', async () => {
    const { open } = await openStore(create);
    const db = await open();
    const { id: user_id } = await addPerson(db, { email: 'ana@example.com', name: 'Ana' });
    const [body] = bodies;
    const posted: unknown[] = [];
    const written: unknown[] = [];
    const createTransfer = async (request: TransferRequest) => {
      posted.push(request);
      written.push(...(await db.selectFrom('transfer_notes').selectAll().execute()));
      return transferOf(body, 0);
    };
    const deps = sendDepsOf(db, () => began, { client: { createTransfer } });
    const key = crypto.randomUUID();
    await sendOnce(deps, user_id, key, { ...shown(body), ...rent });
    expect(posted).toEqual([body]);
    expect(written).toMatchObject([{ ...rent, subject: key, user_id, revision: 1 }]);
  });

  test('is not there when the press was refused', async () => {
    const { bff, sender, recipient } = await start();
    await sendMoney(sender, recipient, rent);
    const again = await sendMoney(sender, recipient, rent);
    expect(again.body.type).toBe('/problems/sent-before');
    expect(await bff.db.selectFrom('transfer_notes').selectAll().execute()).toHaveLength(1);
  });

  test('does not make another sending of a repeated press', async () => {
    const { bff, sender, recipient, notesOf } = await start();
    const body = await asShown(sender, {
      ...{ destination_account_id: recipient, source_amount_cents: '100000' },
      ...{ source_amount_currency: 'CLP', destination_amount_currency: 'COP' },
    });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await sender.call('POST', '/api/transfers', { ...body, ...rent }, headers);
    const other = { ...body, note: 'April rent' };
    const again = await sender.call('POST', '/api/transfers', other, headers);
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect((await notesOf(first.body.id)).own.note).toBe(rent.note);
    expect(await bff.db.selectFrom('sends').select('key').execute()).toHaveLength(1);
  });

  test('stays on a transfer that is rejected, and on one whose answer was lost', async () => {
    const { sender, send, recipient, list, ids, notesOf } = await start();
    const rejected = await send({ ...rent, source_amount_cents: '13' });
    expect((await notesOf(rejected)).own.note).toBe(rent.note);
    const lost = await sendMoney(sender, recipient, { ...rent, source_amount_cents: '504' });
    expect(lost.status).toBe(202);
    const open = await list('flat 4b');
    expect(open.open_sends.items).toMatchObject([{ ...rent, key: lost.body.send.key }]);
    expect(await ids('flat 4b')).toEqual([rejected]);
  });

  test('is added, changed and removed later', async () => {
    const { send, notesOf, write, list, ids } = await start();
    const id = await send();
    expect(await notesOf(id)).toEqual({ reference: null, own: { note: null, revision: 0 } });
    const added = await write(id, { ...rent, revision: 0 });
    expect([added.status, added.body]).toEqual([
      200,
      { reference: rent.reference, own: { note: rent.note, revision: 1 } },
    ]);
    expect((await write(id, { note: 'April', reference: null, revision: 1 })).status).toBe(200);
    expect((await list()).items[0]).toMatchObject({ id, note: 'April' });
    expect((await list()).items[0]).not.toHaveProperty('reference');
    expect(await ids('flat')).toEqual([]);
    await write(id, { note: null, reference: ' \u200b ', revision: 2 });
    expect(await notesOf(id)).toEqual({ reference: null, own: { note: null, revision: 3 } });
  });

  test('is not lost to another tab that read it before', async () => {
    const { send, notesOf, write } = await start();
    const id = await send(rent);
    const [one, two] = await Promise.all([
      write(id, { note: 'one', reference: null, revision: 1 }),
      write(id, { note: 'two', reference: null, revision: 1 }),
    ]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    const refused = one.status === 409 ? one : two;
    expect(refused.body.type).toBe('/problems/notes-changed');
    expect((await notesOf(id)).own.note).toBe(one.status === 200 ? 'one' : 'two');
    // A repeated press after a lost answer has what it wanted.
    const won = one.status === 200 ? 'one' : 'two';
    expect((await write(id, { note: won, reference: null, revision: 1 })).status).toBe(200);
    const late = await write(id, { ...rent, revision: 0 });
    expect(late.body.type).toBe('/problems/notes-changed');
  });

  test('is found by its sender in any spelling; support finds the reference alone', async () => {
    const { send, ids, support } = await start();
    const id = await send({ note: 'Alquiler de Ñuñoa, marzo', reference: 'Flat-4B' });
    const other = await send({ note: '100% of it', source_amount_cents: '200000' });
    expect(await ids('nunoa')).toEqual([id]);
    expect(await ids('marzo')).toEqual([id]);
    expect(await ids('alquiler mamá')).toEqual([id]);
    expect(await ids('flat 4b')).toEqual([id]);
    expect(await ids('100%')).toEqual([other]);
    expect(await ids('flat-4b', support)).toEqual([id]);
    expect(await ids('alquiler', support)).toEqual([]);
    const found = (q: string) => support.call('GET', `/api/support/search?q=${q}`);
    const { items } = (await found('flat-4b')).body.transfers;
    expect(items).toMatchObject([{ id, reference: 'Flat-4B', matched: ['reference'] }]);
    expect((await found('alquiler')).body.transfers.total).toBe(0);
  });

  test('is read by nobody else, but for the reference', async () => {
    const { send, colleague, support, notesOf, list, write, file, sender } = await start({
      SENDERS_SEE: 'all',
    });
    const id = await send(rent);
    for (const other of [colleague, support]) {
      expect(await notesOf(id, other)).toEqual({ reference: rent.reference });
      expect(JSON.stringify(await list('', other))).not.toContain(rent.note);
      expect((await list('flat', other)).items).toMatchObject([{ id, reference: rent.reference }]);
      expect((await list('march', other)).items).toEqual([]);
      expect((await file(other)).join()).not.toContain(rent.note);
    }
    const tried = await write(id, { note: null, reference: null, revision: 1 }, colleague);
    expect([tried.status, tried.body.type]).toEqual([409, '/problems/not-the-sender']);
    expect((await write(id, { ...rent, revision: 1 }, support)).status).toBe(403);
    const [own, bens, supports] = [await file(sender), await file(colleague), await file(support)];
    expect(own[0]).toMatch(/,account_ending,reference,note$/);
    expect(own[1]).toMatch(/,Flat 4B,March rent$/);
    expect(bens[1]).toMatch(/,Flat 4B,$/);
    expect(supports[0]).toMatch(/,reference,sender,sender_email$/);
  });

  test('is not there for a stranger', async () => {
    const { send, colleague, write } = await start();
    const id = await send(rent);
    expect((await write(id, { ...rent, revision: 1 }, colleague)).status).toBe(404);
    expect((await colleague.call('GET', '/api/transfers?q=flat')).body.total).toBe(0);
  });

  test('is one line of so many characters, as it is read', async () => {
    const { send, write, notesOf } = await start();
    const id = await send();
    const errors = async (fields: object) => {
      const { status, body } = await write(id, {
        note: null,
        reference: null,
        revision: 0,
        ...fields,
      });
      return status === 422 ? Object.keys(body.errors) : status;
    };
    expect(await errors({ note: 'a'.repeat(141) })).toEqual(['note']);
    expect(await errors({ reference: '🏠'.repeat(36) })).toEqual(['reference']);
    expect(await errors({ reference: 'Flat\n4B' })).toEqual(['reference']);
    expect(await errors({ reference: 'Flat\u00004B' })).toEqual(['reference']);
    expect(await errors({ note: '🏠'.repeat(140), reference: '🏠'.repeat(35) })).toBe(200);
    // Composed, without marks of direction, in plain spaces.
    await write(id, { note: '\u202eNun\u0303oa\u00a0 4 ', reference: null, revision: 1 });
    expect((await notesOf(id)).own.note).toBe('Nuñoa 4');
  });

  test('is audited without its text', async () => {
    const { bff, send, write } = await start();
    const id = await send(rent);
    await write(id, { note: 'Secret words', reference: rent.reference, revision: 1 });
    await write(id, { note: 'More', reference: null, revision: 1 });
    const entries = await readAudit(bff.db, { limit: 100 });
    expect(entries.filter(({ action }) => action === 'notes-change')).toMatchObject([
      { subject: `transfer ${id}`, outcome: 'changed note' },
      { subject: `transfer ${id}`, outcome: 'notes-changed' },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Secret|More|rent|Flat/);
  });

  test('may be on a transfer that no send of Giro made', async () => {
    const { bff, send, notesOf, write, ids } = await start();
    const id = await send();
    await bff.db.updateTable('sends').set({ transfer_id: null }).execute();
    expect((await write(id, { ...rent, revision: 0 })).status).toBe(200);
    expect(await notesOf(id)).toMatchObject({ own: { note: rent.note } });
    expect(await ids('flat')).toEqual([id]);
  });
});
