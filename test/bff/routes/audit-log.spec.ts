import { beforeEach, describe, expect, test } from 'vitest';
import { addAudit, commandLine, readAudit } from '../../../src/bff/ledger/people/audit.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { auditFilePath, auditList } from '../../../src/contract/api/audit.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { createBrowser } from '../../support/browser.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { startInstance } from './start-instance.ts';

const password = 'a long password';

describe.each(stores())('the audit of an admin, on $name', ({ create }) => {
  let db: LedgerDb;
  let url: string;
  let sue: string;
  let number = 0;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    await add('Ada Álvarez', 'ada@example.com', 'admin');
    sue = await add('=Sue', 'sue@example.com', 'support');
    number = 0;
  });

  const add = async (name: string, email: string, role: Role) =>
    (await addPerson(db, { email, password, name, role }))?.id ?? '';

  const note = (action: string, fields: object = {}) => {
    number += 1;
    const at = `2026-01-01T12:00:${String(number).padStart(2, '0')}.000Z`;
    const row = { at, user_id: sue, subject: null, outcome: 'done', request_id: `r${number}` };
    return addAudit(db, { ...row, action, ...fields });
  };

  async function signedIn(email = 'ada@example.com') {
    const app = await startInstance(url);
    const browser = createBrowser(app);
    const body = { email, password };
    expect((await browser.call('POST', apiPaths.session, body)).status).toBe(200);
    return browser;
  }

  const list = async (browser: ReturnType<typeof createBrowser>, query: Record<string, string>) => {
    const answer = await browser.call('GET', `${apiPaths.audit}?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(200);
    return auditList.parse(answer.body);
  };

  test('lists the latest first, with who, and the person it was about', async () => {
    await note('look-up', { subject: 'transfer 9001' });
    await note('user-role', { subject: `user ${sue}`, user_id: null, request_id: commandLine });
    const browser = await signedIn();
    const { items, has_more } = await list(browser, { before: '2026-01-02T00:00:00.000Z' });
    expect(has_more).toBe(false);
    expect(items).toMatchObject([
      { action: 'user-role', who: null, by_command_line: true, about: { name: '=Sue' } },
      { action: 'look-up', who: { email: 'sue@example.com' }, about: null, request_id: 'r1' },
    ]);
  });

  test('filters by person, action, subject and time', async () => {
    for (const action of ['look-up', 'search', 'look-up']) await note(action);
    await note('send', { subject: 'send 1', user_id: null });
    const browser = await signedIn();
    const found = async (query: Record<string, string>) =>
      (await list(browser, query)).items.map(({ request_id }) => request_id);
    expect(await found({ action: 'look-up' })).toEqual(['r3', 'r1']);
    expect(await found({ user: sue })).toEqual(['r3', 'r2', 'r1']);
    expect(await found({ who: 'SUE exam' })).toEqual(['r3', 'r2', 'r1']);
    expect(await found({ who: 'alvarez', action: 'look-up' })).toEqual([]);
    expect(await found({ who: 'nobody' })).toEqual([]);
    expect(await found({ subject: 'send 1' })).toEqual(['r4']);
    const times = { from: '2026-01-01T12:00:02.000Z', before: '2026-01-01T12:00:04.000Z' };
    expect(await found(times)).toEqual(['r3', 'r2']);
  });

  test('finds a record by what people call it, with the send that made it', async () => {
    const key = 'af34df30-1234-4abc-8def-0123456789ab';
    const at = '2026-01-01T12:00:00.000Z';
    await db
      .insertInto('sends')
      .values({
        ...{ key, user_id: sue, guard_scope: sue, body_hash: key, state: 'sent' },
        ...{ transfer_id: '150001', destination_account_id: '1', source_amount_cents: '1' },
        ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
        ...{ known_transfer_ids: '[]', created_at: at, updated_at: at },
      })
      .execute();
    const deleted = `send af34df30-${key.slice(9, -1)}0`;
    for (const subject of [`send ${key}`, 'transfer 150001', 'transfer 15000', 'account 150001']) {
      await note('look-up', { subject });
    }
    await note('restore', { subject: 'database' });
    await note('send', { subject: deleted });
    const browser = await signedIn();
    const found = async (subject: string) =>
      (await list(browser, { subject })).items.map(({ request_id }) => request_id);
    const whole = ['r2', 'r1'];
    expect(await found('Transfer 150001')).toEqual(whole);
    expect(await found('https://giro.example/transfers/150001')).toEqual(whole);
    expect(await found('150001')).toEqual(['r4', 'r2', 'r1']);
    expect(await found('af34-df30')).toEqual(['r6', 'r2', 'r1']);
    expect(await found(key)).toEqual(whole);
    expect(await found('database')).toEqual(['r5']);
    expect(await found('Ana Soto')).toEqual([]);
  });

  test('leaves look-ups out, and goes on after an entry', async () => {
    for (const action of ['search', 'send', 'look-up', 'send', 'search']) await note(action);
    const browser = await signedIn();
    const query = { without: 'look-ups', user: sue, limit: '1' };
    const first = await list(browser, query);
    expect(first).toMatchObject({ has_more: true, items: [{ request_id: 'r4' }] });
    const next = await list(browser, { ...query, after: first.items[0]?.number ?? '' });
    expect(next).toMatchObject({ has_more: false, items: [{ request_id: 'r2' }] });
  });

  test('says that there are more', async () => {
    for (let count = 0; count < 3; count += 1) await note('search');
    const browser = await signedIn();
    const found = await list(browser, { action: 'search', limit: '2' });
    expect([found.items.length, found.has_more]).toEqual([2, true]);
    const after = found.items.at(-1)?.number ?? '';
    const rest = await list(browser, { action: 'search', limit: '2', after });
    expect(rest).toMatchObject({ items: [{ request_id: 'r1' }], has_more: false });
  });

  test('gives all entries as a file that no spreadsheet runs, and audits it', async () => {
    const many = 1_001;
    const rows = Array.from({ length: many }, (_, at) => ({
      ...{ at: '2026-01-01T12:00:00.000Z', user_id: sue, action: 'search', subject: null },
      ...{ outcome: at === 0 ? '=1+1' : 'done', request_id: `r${at}` },
    }));
    await db.insertInto('audit').values(rows).execute();
    const browser = await signedIn();
    const response = await browser.fetch(auditFilePath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ who: 'sue' }),
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('content-disposition')).toMatch(/filename="audit-[\dT-]+Z\.csv"/);
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe('at,name,email,action,subject,outcome,request_id');
    expect(lines).toHaveLength(many + 1);
    expect(lines[1]).toBe(
      `2026-01-01T12:00:00.000Z,'=Sue,sue@example.com,search,,done,r${many - 1}`,
    );
    expect(lines.at(-1)).toMatch(/,'=1\+1,r0$/);
    const [entry] = await readAudit(db, { action: 'export', limit: 1 });
    expect(entry).toMatchObject({ email: 'ada@example.com', subject: 'audit', outcome: 'done' });
  });

  test('refuses malformed filters', async () => {
    const browser = await signedIn();
    for (const query of [
      'from=yesterday',
      'limit=501',
      'user=1',
      'limit=x',
      'after=x',
      'without=x',
    ]) {
      expect((await browser.call('GET', `${apiPaths.audit}?${query}`)).status).toBe(400);
    }
    expect((await browser.call('POST', auditFilePath, { before: 'soon' })).status).toBe(422);
  });

  test('is refused to support, and the file too', async () => {
    const browser = await signedIn('sue@example.com');
    expect((await browser.call('GET', apiPaths.audit)).status).toBe(403);
    expect((await browser.call('POST', auditFilePath, {})).status).toBe(403);
  });
});
