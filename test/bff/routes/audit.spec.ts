import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { accessTable, nameOf } from '../../../src/bff/auth/access-table.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { listUsers } from '../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, asShown, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { startLoggedBff } from '../../support/start-logged-bff.ts';
import { stores } from '../../support/stores.ts';

let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let support: ReturnType<typeof createBrowser>;
let ids: Record<string, string>;

beforeAll(async () => {
  bff = await startBff();
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  ids = Object.fromEntries((await listUsers(bff.db)).map(({ role, id }) => [role, id]));
});
afterAll(() => bff.close());

/** The audit entries that the work adds, without time and request id. */
async function written(work: () => Promise<unknown>) {
  const before = (await readAudit(bff.db, { limit: 10_000 })).length;
  await work();
  const rows = await readAudit(bff.db, { limit: 10_000 });
  return rows.slice(before).map(({ user_id, action, subject, outcome }) => {
    return { user_id, action, subject, outcome };
  });
}

const csvOf = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const signIn = (email: string, password: string) =>
  createBrowser(bff.app).call('POST', '/api/session', { email, password });

describe('sign-in and sign-out', () => {
  test('writes the person of each sign-in and nothing that was typed', async () => {
    const rows = await written(async () => {
      await signIn('sender@giro.example', 'wrong');
      await signIn('nobody@giro.example', 'wrong');
      await signIn('sender@giro.example', 'sandbox');
    });
    const action = 'sign-in';
    expect(rows).toEqual([
      { user_id: ids.sender, action, subject: null, outcome: 'wrong-password' },
      { user_id: null, action, subject: null, outcome: 'wrong-password' },
      { user_id: ids.sender, action, subject: null, outcome: 'done' },
    ]);
    const everything = JSON.stringify(await bff.db.selectFrom('audit').selectAll().execute());
    expect(everything).not.toMatch(/giro\.example|wrong"|sandbox/);
  });

  test('writes one entry for repeated sign-outs', async () => {
    const browser = createBrowser(bff.app);
    await browser.signIn('support');
    const rows = await written(async () => {
      await browser.call('DELETE', '/api/session');
      await browser.call('DELETE', '/api/session');
    });
    expect(rows).toEqual([
      { user_id: ids.support, action: 'sign-out', subject: null, outcome: 'done' },
    ]);
  });
});

test('writes changes of recipients, sends and resolutions with their outcome', async () => {
  const user_id = ids.sender;
  let account = '';
  const keys: string[] = [];
  const rows = await written(async () => {
    account = (await addRecipient(sender, {})).id;
    await sender.call('POST', '/api/destination_accounts', { alias: '', category: 'wallet' });
    await sender.call('PUT', `/api/destination_accounts/${account}`, {
      alias: 'x',
      category: 'no',
    });
    const marks = `/api/destination_accounts/${account}/marks`;
    await sender.call('PUT', marks, { pinned: true, archived: true });
    await sender.call('PUT', marks, { archived: false });
    for (const cents of ['10000', '50400', '40400']) {
      const key = crypto.randomUUID();
      keys.push(key);
      const body = await asShown(sender, {
        destination_account_id: account,
        source_amount_cents: cents,
        source_amount_currency: 'USD',
        destination_amount_currency: 'COP',
      });
      await sender.call('POST', '/api/transfers', body, { 'idempotency-key': key });
    }
    const settle = { outcome: 'not_sent', reason: 'Ana said so by telephone' };
    await support.call('POST', `/api/sends/${keys[1]}/settle`, settle);
    // The state after 10 minutes of looking for it.
    await bff.db
      .updateTable('sends')
      .set({ state: 'unresolved' })
      .where('key', '=', keys[1] ?? '')
      .execute();
    await support.call('POST', `/api/sends/${keys[1]}/settle`, settle);
    await support.call('POST', `/api/sends/${keys[1]}/settle`, settle);
  });
  const [sent, open, refused] = keys.map((key) => `send ${key}`);
  expect(rows).toEqual([
    { user_id, action: 'create-account', subject: `account ${account}`, outcome: 'done' },
    { user_id, action: 'create-account', subject: null, outcome: 'invalid-fields' },
    { user_id, action: 'edit-account', subject: `account ${account}`, outcome: 'invalid-fields' },
    { user_id, action: 'mark-account', subject: `account ${account}`, outcome: 'pinned, archived' },
    { user_id, action: 'mark-account', subject: `account ${account}`, outcome: 'brought-back' },
    { user_id, action: 'send', subject: sent, outcome: 'sent' },
    { user_id, action: 'send', subject: open, outcome: 'unconfirmed' },
    { user_id, action: 'send', subject: refused, outcome: 'rate-not-available' },
    { user_id: ids.support, action: 'settle', subject: open, outcome: 'still-looking' },
    { user_id: ids.support, action: 'settle', subject: open, outcome: 'not_sent' },
    { user_id: ids.support, action: 'settle', subject: open, outcome: 'send-settled' },
  ]);
  expect(JSON.stringify(rows)).not.toContain('telephone');
});

test('writes refused calls of a signed-in person, and none of a stranger', async () => {
  const rows = await written(async () => {
    await support.call('POST', '/api/transfers', {});
    await sender.call('POST', `/api/sends/${crypto.randomUUID()}/settle`, {});
    const stranger = createBrowser(bff.app);
    await stranger.call('POST', '/api/transfers', {});
    await stranger.call('GET', '/api/transfers/1');
    await sender.call('POST', '/api/transfers', {}, { origin: 'https://elsewhere.example' });
  });
  const refused = { action: 'refused', outcome: 'forbidden' };
  expect(rows).toEqual([
    { ...refused, user_id: ids.support, subject: 'POST /api/transfers' },
    { ...refused, user_id: ids.sender, subject: 'POST /api/sends/:key/settle' },
  ]);
});

test('writes each look of support at a record, found or not, and none of a sender', async () => {
  const { id } = await addRecipient(sender, { alias: 'Looked at' });
  const { body: sent } = await sendMoney(sender, id, { source_amount_cents: '2000' });
  const key = crypto.randomUUID();
  const rows = await written(async () => {
    for (const browser of [sender, support]) {
      await browser.call('GET', `/api/transfers/${sent.id}`);
      await browser.call('HEAD', `/api/destination_accounts/${id}`);
      await browser.call('GET', `/api/sends/${key.toUpperCase()}`);
    }
    await support.call('GET', `/api/sends/${key}/candidates`);
    await support.call('GET', '/api/transfers/Gloria%20Pati%C3%B1o');
  });
  const look = { user_id: ids.support, action: 'look-up' };
  expect(rows).toEqual([
    { ...look, subject: `transfer ${sent.id}`, outcome: 'done' },
    { ...look, subject: `account ${id}`, outcome: 'done' },
    { ...look, subject: `send ${key}`, outcome: 'not-found' },
    { ...look, subject: `send ${key}`, outcome: 'not-found' },
    { ...look, subject: null, outcome: 'not-found' },
  ]);
});

test('writes what an auditor looks at, searches for and downloads', async () => {
  const auditor = createBrowser(bff.app);
  await auditor.signIn('auditor');
  const { id } = await addRecipient(sender, { alias: 'Audited' });
  const rows = await written(async () => {
    await auditor.call('GET', `/api/destination_accounts/${id}`);
    await auditor.call('GET', `${apiPaths.supportSearch}?q=nobody-at-all`);
    await auditor.fetch(apiPaths.transfersCsv, csvOf({}));
    await auditor.call('PUT', `/api/destination_accounts/${id}/marks`, { pinned: true });
  });
  const user_id = ids.auditor;
  expect(rows).toEqual([
    { user_id, action: 'look-up', subject: `account ${id}`, outcome: 'done' },
    { user_id, action: 'search', subject: null, outcome: 'found 0' },
    { user_id, action: 'export', subject: null, outcome: expect.stringContaining('found') },
    {
      ...{ user_id, action: 'refused', outcome: 'forbidden' },
      subject: 'PUT /api/destination_accounts/:id/marks',
    },
  ]);
});

test('writes one entry for a polling page of support, and another for a later visit', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const own = await startBff({ sandbox: { clock } });
  onTestFinished(() => own.close());
  const [asker, looker] = [createBrowser(own.app), createBrowser(own.app)];
  await asker.signIn('sender');
  await looker.signIn('support');
  const { id } = await addRecipient(asker);
  const { body } = await sendMoney(asker, id, { source_amount_cents: '504' });
  const look = () => looker.call('GET', `/api/sends/${body.send.key}`);
  const looks = async () =>
    (await readAudit(own.db, { limit: 100 })).filter(({ action }) => action === 'look-up').length;
  for (let second = 0; second <= 120; second += 15) {
    await look();
    clock.time += 15_000;
  }
  expect(await looks()).toBe(1);
  clock.time += 61_000;
  await look();
  expect(await looks()).toBe(2);
});

test('writes each search of support: a found id, or else only the number of results', async () => {
  const { id } = await addRecipient(sender, { alias: 'Rosa Quispe', dni: '70012345' });
  const { body: sent } = await sendMoney(sender, id, { source_amount_cents: '2100' });
  const search = (q: string) =>
    support.call('GET', `/api/support/search?q=${encodeURIComponent(q)}`);
  const rows = await written(async () => {
    await search(sent.id);
    await search(id);
    await search('Rosa Quispe');
    await search('70012345');
    await search('70012399');
    await search('');
    await sender.call('GET', '/api/support/search?q=Rosa');
  });
  const by = { user_id: ids.support, action: 'search' };
  const found = expect.stringMatching(/^found [1-9]\d*$/);
  expect(rows).toEqual([
    { ...by, subject: `transfer ${sent.id}`, outcome: found },
    { ...by, subject: `account ${id}`, outcome: found },
    { ...by, subject: null, outcome: 'found 2' },
    { ...by, subject: null, outcome: 'found 2' },
    { ...by, subject: null, outcome: 'found 0' },
    { ...by, subject: null, outcome: 'invalid-request' },
    {
      user_id: ids.sender,
      action: 'refused',
      subject: 'GET /api/support/search',
      outcome: 'forbidden',
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/Rosa|Quispe|700123/);
});

test('writes one entry for a search and the choice of a recipient in it', async () => {
  const { id } = await addRecipient(sender, { alias: 'Once Only' });
  const rows = await written(async () => {
    await support.call('GET', '/api/support/search?q=once+only');
    await support.call('GET', `/api/support/search?q=once+only&recipient=${id}`);
    await support.call('GET', '/api/support/search?q=once+only');
  });
  expect(rows).toEqual([
    { user_id: ids.support, action: 'search', subject: null, outcome: 'found 1' },
  ]);
});

test('writes one entry for a search in the list, however often the page repeats it', async () => {
  const { id } = await addRecipient(sender, { alias: 'Gloria Patiño' });
  await sendMoney(sender, id, { source_amount_cents: '2200' });
  const list = (browser: typeof sender, query: string) =>
    browser.call('GET', `/api/transfers?${new URLSearchParams(query)}`);
  const rows = await written(async () => {
    await list(support, 'q=Gloria Patiño');
    await list(support, 'q=Gloria Patiño&limit=1');
    await list(support, `q=${id}`);
    await list(support, 'q=nobody');
    await list(support, 'state=pending');
    await list(sender, 'q=Gloria');
  });
  const by = { user_id: ids.support, action: 'search' };
  const found = expect.stringMatching(/^found [1-9]\d*$/);
  expect(rows).toEqual([
    { ...by, subject: null, outcome: found },
    { ...by, subject: `account ${id}`, outcome: found },
    { ...by, subject: null, outcome: 'found 0' },
  ]);
});

test('writes each CSV download with its number of transfers', async () => {
  const rows = await written(async () => {
    await support.fetch('/api/transfers.csv', csvOf({ q: 'Gloria Patiño' }));
    await support.fetch('/api/transfers.csv', csvOf({ sort: 'amount' }));
    await sender.fetch('/api/transfers.csv', csvOf({ state: 'none' }));
  });
  const action = 'export';
  expect(rows).toEqual([
    { user_id: ids.support, action, subject: null, outcome: expect.stringMatching(/^found [1-9]/) },
    { user_id: ids.support, action, subject: null, outcome: 'invalid-fields' },
    { user_id: ids.sender, action, subject: null, outcome: 'found 0' },
  ]);
});

const ofPeople = accessTable.filter(
  ({ access, method, optional, owned, path }) =>
    access !== 'anyone' &&
    !optional &&
    (method !== 'GET' || owned?.in === 'path' || path === apiPaths.supportSearch),
);

test.each(ofPeople.map((row) => [nameOf(row), row] as const))(
  '%s by support writes an entry, whatever the outcome',
  async (_name, { method, path }) => {
    const url = path.replace(':id', '987').replace(':key', crypto.randomUUID());
    const rows = await written(() =>
      support.fetch(url, method === 'GET' ? {} : { ...csvOf({}), method }),
    );
    expect(rows).toMatchObject([{ user_id: ids.support }]);
  },
);

test('serves senders but shows support no record while the audit can not be written', async () => {
  const [store] = stores();
  if (!store) throw new Error('there is no store');
  const { url, remove } = await store.create();
  onTestFinished(remove);
  const { browser: person, app, lines } = await startLoggedBff({ env: { DATABASE_URL: url } });
  const db = await openLedger(url);
  onTestFinished(() => db.destroy());
  const desk = createBrowser(app);
  await person.signIn('sender');
  await desk.signIn('support');
  const { id } = await addRecipient(person, { alias: 'Planted' });
  expect((await desk.call('GET', `/api/destination_accounts/${id}`)).status).toBe(200);
  await sql`alter table audit rename to audit_away`.execute(db);

  const seen = await desk.call('GET', `/api/destination_accounts/${id}`);
  expect([seen.status, seen.body.type]).toEqual([503, '/problems/ledger-failed']);
  expect(JSON.stringify(seen.body)).not.toContain('Planted');
  const found = await desk.call('GET', '/api/support/search?q=Planted');
  expect([found.status, found.body.type]).toEqual([503, '/problems/ledger-failed']);
  for (let again = 0; again < 2; again += 1) {
    expect((await desk.call('GET', '/api/transfers?q=Planted')).status).toBe(503);
  }
  const file = await desk.call('POST', '/api/transfers.csv', {});
  expect([file.status, file.body.type]).toEqual([503, '/problems/ledger-failed']);
  expect(file.headers.get('content-disposition')).toBeNull();
  expect((await person.fetch('/api/transfers.csv', csvOf({}))).status).toBe(200);
  expect(seen.headers.get('x-request-id')).toBe(seen.body.request_id);
  expect((await desk.call('GET', '/api/session')).status).toBe(200);
  expect((await sendMoney(person, id, { source_amount_cents: '3000' })).status).toBe(201);
  expect((await createBrowser(app).signIn('sender')).status).toBe(200);
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
  const actions = errors.map(({ action }) => action).filter(Boolean);
  // What was done without an entry; the looks were refused.
  expect(actions).toEqual(['export', 'send', 'sign-in']);
  expect(errors.filter(({ msg }) => msg === 'ledger: fails')).toHaveLength(1);

  await sql`alter table audit_away rename to audit`.execute(db);
  expect((await desk.call('GET', `/api/destination_accounts/${id}`)).status).toBe(200);
});
