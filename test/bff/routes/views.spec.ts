import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { erasePerson, exportPerson } from '../../../src/bff/ledger/keep/personal-data.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { maxViews } from '../../../src/contract/api/views.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';

const password = 'a password of one';
const people = {
  diego: { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' },
  eva: { email: 'eva@example.com', name: 'Eva Soto', role: 'sender' },
  full: { email: 'full@example.com', name: 'Fay Full', role: 'sender' },
} as const;
const rejected = { page: 'transfers', search: { state: 'rejected', q: 'José Núñez' } };
const josé = { page: 'support', search: { q: 'José Núñez', recipient: '501' } };

describe.each(stores())('saved views on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  let browsers: Record<
    'sender' | 'eva' | 'full' | 'marta' | 'diego' | 'auditor' | 'nobody',
    ReturnType<typeof createBrowser>
  >;

  beforeAll(async () => {
    store = await create();
    bff = await startBff({ env: { DATABASE_URL: store.url } });
    const browser = () => createBrowser(bff.app);
    browsers = {
      ...{ sender: browser(), eva: browser(), full: browser(), marta: browser() },
      ...{ diego: browser(), auditor: browser(), nobody: browser() },
    };
    await browsers.sender.signIn('sender');
    await browsers.marta.signIn('support');
    await browsers.auditor.signIn('auditor');
    for (const who of ['diego', 'eva', 'full'] as const) {
      await addPerson(bff.db, { ...people[who], password });
      await browsers[who].call('POST', '/api/session', { email: people[who].email, password });
    }
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  type Who = keyof typeof browsers;
  const call = (who: Who, method: string, body?: object) =>
    browsers[who].call(method, '/api/views', body);
  const save = async (who: Who, body: object = {}) => {
    const id = randomUUID();
    const answer = await call(who, 'POST', {
      ...{ id, name: 'Rejected', shared: false, filters: rejected },
      ...body,
    });
    return { id, status: answer.status, body: answer.body };
  };
  const idsOf = async (who: Who): Promise<string[]> =>
    (await call(who, 'GET')).body.items.map(({ id }: { id: string }) => id);
  const remove = (who: Who, id: string) => call(who, 'DELETE', { id });

  test('are private until support shares them, and never reach a sender', async () => {
    const own = await save('sender');
    const martas = await save('marta', { filters: josé });
    const shared = await save('marta', { name: '  José,  ours ', shared: true, filters: josé });
    expect([own.status, martas.status, shared.status]).toEqual([201, 201, 201]);
    expect(own.body.items).toEqual([
      {
        ...{ id: own.id, name: 'Rejected', shared: false, shared_by: null, filters: rejected },
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await idsOf('marta')).toEqual([martas.id, shared.id]);
    for (const who of ['diego', 'auditor'] as const) {
      expect((await call(who, 'GET')).body.items).toMatchObject([
        { id: shared.id, name: 'José, ours', shared_by: 'Sue Support', filters: josé },
      ]);
    }
    expect(await idsOf('sender')).toEqual([own.id]);
    expect(await idsOf('eva')).toEqual([]);
    expect((await call('nobody', 'GET')).status).toBe(401);
    for (const { id } of [martas, shared]) expect((await remove('marta', id)).status).toBe(200);
    await remove('sender', own.id);
  });

  test('show nobody more than the list does', async () => {
    const { id } = await addRecipient(browsers.sender, { alias: 'Tía Rosa' });
    await sendMoney(browsers.sender, id, { source_amount_cents: '9100' });
    const filters = { page: 'transfers', search: { destination_account_id: id } };
    const { body } = await save('eva', { filters });
    const [view] = body.items;
    const listed = async (who: Who) => {
      const query = new URLSearchParams(view.filters.search);
      return (await browsers[who].call('GET', `/api/transfers?${query}`)).body.items.length;
    };
    expect(await listed('sender')).toBe(1);
    expect(await listed('eva')).toBe(0);
    await remove('eva', view.id);
  });

  test('are shared by support alone, and hold only what their page looks for', async () => {
    for (const who of ['sender', 'auditor'] as const) {
      const refused = await save(who, { shared: true });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { shared: [expect.stringContaining('support')] } },
      });
      const { id } = await save(who);
      expect((await call(who, 'PUT', { id, name: 'Mine', shared: true })).status).toBe(422);
      await remove(who, id);
    }
    expect((await save('sender', { filters: josé })).status).toBe(422);
    expect((await save('auditor', { filters: josé })).status).toBe(201);
    for (const filters of [
      { page: 'people', search: {} },
      { page: 'transfers', search: { sort: 'alias' } },
      { page: 'transfers', search: { from: '2026-02-31T' } },
      { page: 'support', search: { q: '' } },
    ]) {
      expect((await save('marta', { filters })).status).toBe(422);
    }
    expect((await save('marta', { name: ' ' })).status).toBe(422);
    const { id, body } = await save('marta', {
      filters: { page: 'transfers', search: { q: 'Ana', user_id: 'of another' } },
    });
    expect(body.items.at(-1).filters).toEqual({ page: 'transfers', search: { q: 'Ana' } });
    await remove('marta', id);
  });

  test('are renamed and shared by their owner alone, and deleted by a colleague if shared', async () => {
    const { id } = await save('marta');
    const change = { id, name: 'Ours', shared: true };
    for (const who of ['diego', 'sender', 'auditor'] as const) {
      expect((await call(who, 'PUT', { ...change, shared: who === 'diego' })).status).toBe(404);
      expect((await remove(who, id)).status).toBe(404);
    }
    expect((await call('marta', 'PUT', change)).body.items).toMatchObject([change]);
    expect((await call('diego', 'PUT', { ...change, name: 'Mine' })).status).toBe(404);
    for (const who of ['sender', 'auditor'] as const) {
      expect((await remove(who, id)).status).toBe(404);
    }
    // Whoever shared it may have left.
    expect((await remove('diego', id)).status).toBe(200);
    expect(await idsOf('marta')).toEqual([]);
    expect((await remove('marta', id)).status).toBe(404);
  });

  test('are saved once, also when the answer was lost, and never over another', async () => {
    const { id } = await save('sender');
    expect((await save('sender', { id })).status).toBe(201);
    expect((await save('sender', { id, name: 'Other' })).status).toBe(422);
    expect((await save('eva', { id })).status).toBe(422);
    expect([await idsOf('sender'), await idsOf('eva')]).toEqual([[id], []]);
    await remove('sender', id);
  });

  test(`are at most ${maxViews} for each person, also when two are saved at once`, async () => {
    for (let left = maxViews - 1; left > 0; left -= 1) {
      expect((await save('full')).status).toBe(201);
    }
    const both = await Promise.all([save('full'), save('full')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(await idsOf('full')).toHaveLength(maxViews);
  });

  test('are in the audit without their words, in the export, and go with their person', async () => {
    const { id } = await save('eva');
    await call('eva', 'PUT', { id, name: 'Mine', shared: false });
    const eva = await findUserByEmail(bff.db, people.eva.email);
    if (!eva) throw new Error('Eva is gone');
    const entries = await bff.db
      .selectFrom('audit')
      .select(['action', 'subject', 'outcome'])
      .where('user_id', '=', eva.id)
      .where('action', 'like', 'view-%')
      .execute();
    expect(entries.slice(-2)).toEqual([
      { action: 'view-save', subject: null, outcome: 'done' },
      { action: 'view-change', subject: null, outcome: 'done' },
    ]);
    expect(await exportPerson(bff.db, eva)).toMatchObject({ saved_views: [{ id, name: 'Mine' }] });
    await erasePerson(bff.db, eva, new Date().toISOString());
    const left = bff.db.selectFrom('saved_views').selectAll().where('user_id', '=', eva.id);
    expect(await left.execute()).toEqual([]);
  });
});
