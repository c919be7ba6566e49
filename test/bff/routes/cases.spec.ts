import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';

const password = 'a password of one';
const diegos = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;

describe.each(stores())('the case of a send on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  let browsers: Record<
    'sender' | 'marta' | 'diego' | 'admin' | 'nobody',
    ReturnType<typeof createBrowser>
  >;
  let key: string;
  let sent: string;
  const ids = { marta: '', diego: '' };

  beforeAll(async () => {
    store = await create();
    bff = await startBff({ env: { DATABASE_URL: store.url } });
    const browser = () => createBrowser(bff.app);
    browsers = {
      ...{ sender: browser(), marta: browser(), diego: browser() },
      ...{ admin: browser(), nobody: browser() },
    };
    await addPerson(bff.db, { ...diegos, password });
    await browsers.sender.signIn('sender');
    await browsers.marta.signIn('support');
    await browsers.admin.signIn('admin');
    await browsers.diego.call('POST', '/api/session', { email: diegos.email, password });
    for (const who of ['marta', 'diego'] as const) {
      ids[who] = (await browsers[who].call('GET', '/api/session')).body.user.id;
    }
    const { id } = await addRecipient(browsers.sender);
    await sendMoney(browsers.sender, id, { source_amount_cents: '9100' });
    [sent = ''] = (await bff.db.selectFrom('sends').select('key').execute()).map((row) => row.key);
    const { body } = await sendMoney(browsers.sender, id, { source_amount_cents: '504' });
    key = body.send.key;
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  type Who = keyof typeof browsers;
  const call = (who: Who, method: string, end: string, body?: object, of = key) =>
    browsers[who].call(method, `/api/sends/${of}/case${end}`, body);
  const read = async () => (await call('marta', 'GET', '')).body;
  const take = (who: 'marta' | 'diego', from: string | null) =>
    call(who, 'PUT', '/assignment', { from });
  const giveBack = (who: 'marta' | 'diego') => call(who, 'DELETE', '/assignment');
  const note = (who: Who, text: string, more: object = {}) =>
    call(who, 'POST', '/notes', { id: randomUUID(), text, ...more });

  test('belongs to nobody and has no note at first', async () => {
    expect(await read()).toEqual({
      ...{ assignee: null, waits: null, not_sent_alone: true, proposal: null },
      ...{ notes: [], history: [] },
    });
  });

  test('is taken, taken over and given back, and the history says by whom', async () => {
    const taken = await take('marta', null);
    expect(taken.body.assignee).toEqual({
      ...{ id: ids.marta, name: 'Sue Support' },
      since: expect.stringMatching(/Z$/),
    });
    // A page that still shows nobody, or somebody else, takes nothing.
    expect((await take('diego', null)).body.type).toBe('/problems/case-changed');
    expect((await giveBack('diego')).status).toBe(409);
    expect((await take('diego', ids.marta)).body.assignee.name).toBe('Diego Rojas');
    expect((await giveBack('marta')).status).toBe(409);
    expect((await giveBack('diego')).body.assignee).toBeNull();
    const who = (name: string) => expect.objectContaining({ name });
    expect((await read()).history).toMatchObject([
      { action: 'case-give-back', who: who('Diego Rojas'), from: null },
      { action: 'case-take', who: who('Diego Rojas'), from: who('Sue Support') },
      { action: 'case-take', who: who('Sue Support'), from: null },
    ]);
  });

  test('has notes, which only their author corrects, and once', async () => {
    const id = randomUUID();
    expect((await note('marta', '  9038\u200b fits \n really ', { id })).status).toBe(201);
    const again = await note('marta', '9038 fits\nreally', { id });
    expect(again.body.notes).toMatchObject([{ id, text: '9038 fits\nreally', corrects: null }]);
    expect((await note('diego', 'no', { corrects: id })).status).toBe(403);
    expect((await note('marta', '9041 fits', { corrects: id })).status).toBe(201);
    expect((await note('marta', '9042 fits', { corrects: id })).body.type).toBe(
      '/problems/case-changed',
    );
    expect((await note('marta', 'x', { corrects: randomUUID() })).status).toBe(404);
    const { notes, history } = await read();
    expect(notes.map((one: { text: string }) => one.text)).toEqual([
      '9038 fits\nreally',
      '9041 fits',
    ]);
    expect(notes[1]).toMatchObject({ corrects: id, author: { name: 'Sue Support' } });
    expect(history[0]).toMatchObject({ action: 'case-correction', outcome: 'done' });
    expect(JSON.stringify(history)).not.toContain('fits');
  });

  test.each([
    ['nothing', ''],
    ['only what nobody sees', ' \u200b\u2800 '],
    ['2,001 characters', 'x'.repeat(2_001)],
  ])('refuses a note of %s', async (_what, text) => {
    const { status, body } = await note('marta', text);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['text']]);
  });

  test('takes a note of 2,000 characters', async () => {
    expect((await note('marta', 'ñ'.repeat(2_000))).status).toBe(201);
  });

  test('is not taken once nothing is left to decide, but noted on', async () => {
    const taken = await call('marta', 'PUT', '/assignment', { from: null }, sent);
    expect(taken.body.type).toBe('/problems/send-settled');
    const noted = { id: randomUUID(), text: 'Ana thanks us' };
    expect((await call('marta', 'POST', '/notes', noted, sent)).status).toBe(201);
  });

  test('is for support alone', async () => {
    await take('marta', null);
    await note('marta', 'Ana called');
    const before = await read();
    const calls = [
      ['GET', ''],
      ['PUT', '/assignment', { from: ids.marta }],
      ['DELETE', '/assignment'],
      ['PUT', '/wait', { hours: 1 }],
      ['DELETE', '/wait'],
      ['POST', '/notes', { id: randomUUID(), text: 'mine' }],
    ] as const;
    for (const [who, status] of [
      ['sender', 403],
      ['admin', 403],
      ['nobody', 401],
    ] as const) {
      for (const [method, end, body] of calls) {
        expect([who, method, (await call(who, method, end, body)).status]).toEqual([
          who,
          method,
          status,
        ]);
      }
    }
    expect(await read()).toEqual(before);
    for (const path of ['', `/${key}`, '?state=unconfirmed', `?key=${key}`]) {
      const { body } = await browsers.sender.call('GET', `/api/sends${path}`);
      expect(JSON.stringify(body)).not.toMatch(/Ana called|Sue Support/);
    }
    const absent = await call('marta', 'GET', '', undefined, randomUUID());
    expect(absent.status).toBe(404);
  });

  test('has the decision in its history', async () => {
    await bff.db.updateTable('sends').set({ state: 'unresolved' }).where('key', '=', key).execute();
    const decision = { outcome: 'not_sent', reason: 'Not in the books' };
    const { status } = await browsers.marta.call('POST', `/api/sends/${key}/settle`, decision);
    expect(status).toBe(200);
    await browsers.diego.call('POST', `/api/sends/${key}/settle`, decision);
    const { history, assignee } = await read();
    expect(history[0]).toMatchObject({
      ...{ action: 'settle', outcome: 'not_sent' },
      who: { name: 'Sue Support' },
    });
    expect(history[1].action).not.toBe('settle');
    expect(assignee.name).toBe('Sue Support');
  });
});
