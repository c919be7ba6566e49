import { describe, expect, test } from 'vitest';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { stores } from '../../support/stores.ts';
import { ago, hour, startQueue } from './queue-fixture.ts';

const newId = () => crypto.randomUUID();

describe.each(stores())('a case opened for a transfer on $name', ({ create }) => {
  async function start() {
    const fixture = await startQueue(create);
    const { bff, support, sender } = fixture;
    const recipient = (await addRecipient(sender)).id;
    const id = await addTransfer('250000');
    type Caller = typeof support;

    /** Sends, and brings the transfer into the mirror. @returns its id */
    async function addTransfer(source_amount_cents: string): Promise<string> {
      const sent = await sendMoney(sender, recipient, { source_amount_cents });
      await sender.call('GET', '/api/transfers');
      return sent.body.id;
    }
    const call = (method: string, end = '', body?: object, by: Caller = support, of = id) =>
      by.call(method, `/api/transfers/${of}/case${end}`, body);
    const open = (by?: Caller, text = 'Ana says it is missing', of = id) =>
      call('POST', '', { id: newId(), text }, by, of);
    const end = (by?: Caller, transfer_state = 'pending') =>
      call('PUT', '/done', { id: newId(), text: 'The bank has it', transfer_state }, by);
    const found = async () => (await call('GET')).body;
    const moveTo = async (state: string) => {
      await bff.db.updateTable('transfers').set({ state }).where('id', '=', id).execute();
      await bff.db
        .insertInto('sightings')
        .values({ transfer_id: id, state, seen_at: new Date().toISOString() })
        .execute();
    };
    const keys = async () => (await fixture.read()).keys;
    return { ...fixture, id, addTransfer, call, open, end, found, moveTo, keys };
  }

  test('is none at first, and then there with its reason as the first note', async () => {
    const { id, ids, open, found, read } = await start();
    expect(await found()).toEqual({
      ...{ state: 'none', opened: null, done: null, slow: null, assignee: null, waits: null },
      ...{ notes: [], history: [] },
    });
    const { status, body } = await open();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ state: 'open', done: null, assignee: null },
      opened: { by: { id: ids.sue, name: 'Sue Support' } },
      notes: [{ text: 'Ana says it is missing', author: { id: ids.sue } }],
    });
    expect((await found()).history).toMatchObject([
      { action: 'case-open', who: { id: ids.sue }, outcome: 'done' },
    ]);
    expect((await read()).items).toMatchObject([
      {
        ...{ key: id, source_amount_cents: '250000', source_amount_currency: 'CLP' },
        ...{ opened: { came_back: false }, since: body.opened.at, look_alikes: [] },
      },
    ]);
  });

  test('is opened once by two who press at the same moment, and once by a repeated press', async () => {
    const { bff, diego, support, call, open, found } = await start();
    const both = await Promise.all([open(support, 'one'), open(diego, 'two')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.type).toBe('/problems/case-changed');
    const winner = both[0].status === 201 ? 'one' : 'two';
    expect((await found()).notes.map(({ text }: { text: string }) => text)).toEqual([winner]);
    expect(await bff.db.selectFrom('transfer_cases').selectAll().execute()).toHaveLength(1);
    const { notes } = await found();
    const again = await call(
      'POST',
      '',
      { id: notes[0].id, text: winner },
      both[0].status === 201 ? support : diego,
    );
    expect([again.status, again.body.notes.length]).toEqual([201, 1]);
  });

  test('leaves the queue when it is done, and comes back when the transfer changes', async () => {
    const { id, ids, call, open, end, found, moveTo, keys, read } = await start();
    await open();
    const { status, body } = await end();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'done',
      done: { by: { id: ids.sue }, transfer_state: 'pending' },
    });
    expect(body.notes.at(-1).text).toBe('The bank has it');
    expect(await keys()).toEqual([]);
    expect((await end()).body.type).toBe('/problems/case-changed');
    expect((await call('PUT', '/assignment', { from: null })).status).toBe(409);
    expect((await call('PUT', '/wait', { hours: 1 })).status).toBe(409);
    await moveTo('rejected');
    expect(await found()).toMatchObject({ state: 'open', done: { transfer_state: 'pending' } });
    const { items } = await read();
    expect(items).toMatchObject([{ key: id, opened: { came_back: true } }]);
    expect(Date.parse(items[0].since)).toBeGreaterThanOrEqual(Date.parse(body.done.at));
    // Done anew, for the state as it is now.
    expect((await end(undefined, 'rejected')).body.state).toBe('done');
    expect(await keys()).toEqual([]);
  });

  test('comes back at once if the transfer had changed before the page showed it', async () => {
    const { id, open, end, moveTo, keys } = await start();
    await open();
    await moveTo('rejected');
    expect((await end(undefined, 'pending')).body.state).toBe('open');
    expect(await keys()).toEqual([id]);
  });

  test('is done once by two who press at the same moment, and reopened by one press', async () => {
    const { id, support, diego, call, open, end, found, keys } = await start();
    await open();
    const both = await Promise.all([end(support), end(diego)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await found()).notes).toHaveLength(2);
    expect((await call('DELETE', '/done')).body).toMatchObject({ state: 'open', done: null });
    expect((await call('DELETE', '/done')).status).toBe(409);
    expect(await keys()).toEqual([id]);
    const { history } = await found();
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'case-reopen',
      'case-done',
      'case-open',
    ]);
  });

  test('is taken, handed over, noted on and put off like every other', async () => {
    const { id, bff, ids, support, diego, call, open, found, moveTo, read } = await start();
    await open();
    expect((await call('PUT', '/assignment', { from: null })).body.assignee.id).toBe(ids.sue);
    expect((await call('PUT', '/assignment', { from: null }, diego)).status).toBe(409);
    const cases = [{ key: id, from: ids.sue, note_id: newId() }];
    const body = { action: 'hand-over', to: ids.diego, cases };
    expect((await support.call('POST', '/api/cases', body)).body.results).toEqual([
      { key: id, result: 'done' },
    ]);
    expect((await found()).assignee.id).toBe(ids.diego);
    expect((await call('DELETE', '/assignment', undefined, diego)).body.assignee).toBeNull();
    await call('PUT', '/wait', { hours: null });
    expect(await read()).toMatchObject({ waiting: 1 });
    await call('POST', '/notes', { id: newId(), text: 'Called the bank' });
    expect(await read()).toMatchObject({ waiting: 1 });
    await moveTo('assigned');
    expect(await read()).toMatchObject({ waiting: 0, keys: [id] });
    const entries = await bff.db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('action', 'like', 'case-%')
      .orderBy('number')
      .execute();
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([`transfer ${id}`]));
    expect(entries.map(({ action }) => action)).toEqual([
      ...['case-open', 'case-take', 'case-take', 'case-hand-over', 'case-give-back'],
      ...['case-wait', 'case-note'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('bank');
  });

  test('stands in one queue with the sends, in each order', async () => {
    const { id, bff, addSends, addTransfer, open, read } = await start();
    const [old, recent] = await addSends([
      { updated_at: ago(9 * hour), source_amount_cents: '300000' },
      { updated_at: ago(hour), source_amount_cents: '10' },
    ]);
    const large = await addTransfer('400000');
    await open();
    await open(undefined, 'Also this', large);
    for (const [one, hours] of [
      [id, 5],
      [large, 2],
    ] as const) {
      const opened = bff.db.updateTable('transfer_cases').set({ opened_at: ago(hours * hour) });
      await opened.where('transfer_id', '=', one).execute();
    }
    expect(await read()).toMatchObject({ keys: [old, id, large, recent], late: 2, total: 4 });
    expect((await read('newest')).keys).toEqual([recent, large, id, old]);
    // In each currency by itself.
    expect((await read('amount')).keys).toEqual([large, id, old, recent]);
  });

  test('is for support alone to change, and for no sender to read', async () => {
    const { id, sender, auditor, support, call, open, end, found } = await start();
    await open();
    const before = await found();
    const calls = [
      ['POST', '', { id: newId(), text: 'mine' }],
      ['PUT', '/assignment', { from: null }],
      ['DELETE', '/assignment'],
      ['PUT', '/wait', { hours: 1 }],
      ['DELETE', '/wait'],
      ['POST', '/notes', { id: newId(), text: 'mine' }],
      ['PUT', '/done', { id: newId(), text: 'mine', transfer_state: 'pending' }],
      ['DELETE', '/done'],
    ] as const;
    for (const who of [sender, auditor]) {
      for (const [method, path, body] of calls) {
        expect([method, path, (await call(method, path, body, who)).status]).toEqual([
          ...[method, path, 403],
        ]);
      }
    }
    expect(await found()).toEqual(before);
    expect((await call('GET', '', undefined, sender)).status).toBe(403);
    expect((await call('GET', '', undefined, auditor)).body).toEqual(before);
    const shown = await sender.call('GET', `/api/transfers/${id}`);
    const listed = await sender.call('GET', '/api/transfers');
    expect(JSON.stringify([shown.body, listed.body])).not.toMatch(/is missing|Sue Support|case/);
    expect((await end(support)).status).toBe(200);
  });

  test('refuses what is no transfer, no case and no reason', async () => {
    const { call, open } = await start();
    expect((await call('GET', '', undefined, undefined, '99999999')).status).toBe(404);
    expect((await open(undefined, 'Ana called', '99999999')).status).toBe(404);
    expect((await call('GET', '', undefined, undefined, 'x')).status).toBe(404);
    expect((await open(undefined, ' \u200b ')).status).toBe(422);
    const note = { id: newId(), text: 'Ana called' };
    expect((await call('POST', '/notes', note)).status).toBe(409);
    const ended = { ...note, transfer_state: 'pending' };
    expect((await call('PUT', '/done', ended)).status).toBe(409);
    expect((await call('GET')).body.notes).toEqual([]);
  });
});
