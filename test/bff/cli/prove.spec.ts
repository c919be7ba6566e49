import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isProofToOutput } from '../../../src/bff/cli/prove.ts';
import { tablesAfter, tallyTables } from '../../../src/bff/ledger/keep/tables.ts';
import { releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { beginRelease, endRelease } from '../../../src/bff/ledger/orders/releases.ts';
import { addAudit } from '../../../src/bff/ledger/people/audit.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { writeHold } from '../../../src/bff/ledger/store/holds.ts';
import { mirrorState, writeMirror } from '../../../src/bff/ledger/transfers/mirror.ts';
import { bodyHash, requestOf, writeAnswer } from '../../../src/bff/sends/send-row.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { writeJson } from '../../../src/bff/service/json.ts';
import { transfer } from '../../../src/contract/transfer.ts';
import { runGiro } from '../../support/drill.ts';
import { addWaitingOrder } from '../../support/orders.ts';
import { addPerson } from '../../support/people.ts';
import { stores, strictestStore } from '../../support/stores.ts';
import { noAnswer } from '../sends/send-fixtures.ts';
import { json, serverThat } from '../service/misbehaving-server.ts';
import { allowSharedTransfers, createProveWorld, readProof } from './prove-world.ts';

const now = '2026-01-01T12:00:00.000Z';
/** Amounts for which the sandbox refuses, or makes the transfer and fails. */
const [refusedAmount, lostAmount] = [404_00, 505_00];

describe.each(stores())('prove on $name', (store) => {
  test('pairs every POST, and leaves out what was never posted', async () => {
    const { db, send, prove, client, account } = await createProveWorld(store);
    const keys = [await send(1_000), await send(2_000)];
    const refused = await send(refusedAmount);
    const notWritten = () => Promise.reject(new ServiceError('not-written', 'refused to connect'));
    await send(3_000, { client: { createTransfer: notWritten } });

    const { code, said, rows, results, file } = await prove();
    expect(results).toEqual(['paired', 'paired', 'refused']);
    expect(said.split('\n').at(-1)).toMatch(
      /^Everything pairs\. 3 POSTs from .*: 2 paired, 1 refused, 0 not proven, 0 that do not pair$/,
    );
    expect(code).toBe(0);
    expect(rows.map(({ send_key }) => send_key)).toEqual([...keys, refused]);
    const [listed] = (await client.listTransfers()).filter(
      (one) => one.source_amount_cents === 1_000n,
    );
    expect(rows[0]).toMatchObject({
      ...{ person: "'=Ana <b>", person_email: 'ana@giro.example', outcome: 'sent' },
      ...{ destination_account_id: account, source_amount_cents: '1000' },
      ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
      ...{ transfer_id: listed?.id, service_source_amount_cents: '1000' },
      service_destination_amount_cents: `${listed?.destination_amount_cents}`,
      posted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      detail: 'the service answered with it',
    });
    expect(rows[2]?.detail).toBe('the service said: exchange rate not available');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const entries = await db.selectFrom('audit').selectAll().execute();
    expect(entries).toMatchObject([{ action: 'prove', subject: 'database', user_id: null }]);
    expect(entries).toHaveLength(1);
  });

  test('names the order and its occurrence of a POST that is a release', async () => {
    const { db, send, prove, person } = await createProveWorld(store);
    const order = await addWaitingOrder(db, person, { occurrence: 3, kind: 'monthly' });
    const begun = await beginRelease(db, order, now);
    if (!begun) throw new Error('not begun');
    await endRelease(db, begun, null, now);
    const key = await send(1_000, {}, releaseKey(order.id, 3));
    await send(2_000);
    const waiting = await addWaitingOrder(db, person);
    const { code, said, rows, file } = await prove();
    // Nothing was posted of what waits.
    expect(said).toContain('2 POSTs from');
    expect(readFileSync(file, 'utf8')).not.toContain(waiting.id);
    expect(code).toBe(0);
    expect(rows).toMatchObject([
      { result: 'paired', send_key: key, order_id: order.id, occurrence: '3' },
      { result: 'paired', order_id: '', occurrence: '' },
    ]);
    const gone = { transfer_id: '999999' };
    await db.updateTable('sends').set(gone).where('key', '=', key).execute();
    expect(await pageOf(prove)).toMatchObject({
      page: expect.stringContaining(`release 3 of order ${order.id}`),
    });
  });

  test('names a release that the audit tells of, and whose send is gone', async () => {
    const { db, prove } = await createProveWorld(store);
    const [order, lost] = [crypto.randomUUID(), crypto.randomUUID()];
    const entry = { user_id: null, action: 'order-release', subject: `send ${order}` };
    const request_id = crypto.randomUUID();
    await addAudit(db, { ...entry, at: now, outcome: `send ${lost}`, request_id });
    // Its person was asked: nothing was posted.
    await addAudit(db, { ...entry, at: now, outcome: 'worse-rate', request_id });
    const { code, rows } = await prove();
    expect(rows).toMatchObject([
      { result: 'no-record', send_key: lost, detail: expect.stringContaining('calls it released') },
    ]);
    expect(code).toBe(3);
  });

  test('names a lost answer as open, with its candidate, until it is found', async () => {
    const { db, send, prove, client } = await createProveWorld(store);
    const key = await send(lostAmount);
    const open = await prove();
    expect(open.results).toEqual(['candidate', 'open']);
    expect(open.rows.map(({ send_key }) => send_key)).toEqual([key, key]);
    expect(open.code).toBe(4);
    expect(open.said).toMatch(/^Nothing contradicts, .* 1 POST /m);

    const [transfer] = await client.listTransfers();
    if (!transfer) throw new Error('no transfer');
    const facts = { transfer_id: transfer.id, answer: writeAnswer(transfer) };
    await moveSend(db, key, 'found', facts, new Date().toISOString());
    const found = await prove();
    expect(found.results).toEqual(['paired']);
    expect(found.rows[0]?.detail).toBe('the answer was lost; the only match in the list');
    expect(found.code).toBe(0);
  });

  test('names an intent that a crash left, and never as failed', async () => {
    const { db, send, prove } = await createProveWorld(store);
    const key = await send(1_000);
    await db
      .updateTable('sends')
      .set({ state: 'intended', transfer_id: null, answer: null })
      .execute();
    await db.deleteFrom('owners').where('kind', '=', 'transfer').execute();
    await db.deleteFrom('sightings').execute();
    const { results, rows, code } = await prove();
    expect(results).toEqual(['candidate', 'open']);
    expect(rows[0]).toMatchObject({ send_key: key, outcome: 'intended', detail: 'no answer yet' });
    expect(code).toBe(4);
  });

  test('names who decided that nothing was sent, and who proposed it', async () => {
    const { db, send, prove } = await createProveWorld(store);
    const key = await send(1_000, { client: { createTransfer: noAnswer } });
    const ids: string[] = [];
    for (const name of ['Sue', 'Sid']) {
      ids.push((await addPerson(db, { email: `${name}@giro.example`, name, role: 'support' })).id);
    }
    const [sue = '', sid = ''] = ids;
    const row = await db.selectFrom('sends').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('resolve_proposals')
      .values({
        ...{ id: crypto.randomUUID(), send_key: key, send_updated_at: row.updated_at },
        ...{ proposed_by: sue, proposed_at: now, reason: 'not in the list', state: 'confirmed' },
        ...{ decided_by: sid, decided_at: now, decided_reason: null },
      })
      .execute();
    const decision = { settled_by: sid, settled_reason: '<b>none</b>', settled_at: now };
    await db
      .updateTable('sends')
      .set({ state: 'not_sent', ...decision })
      .execute();
    const { code, rows, folder, page } = { ...(await prove()), ...(await pageOf(prove)) };
    expect(rows).toMatchObject([
      {
        ...{ result: 'decided', outcome: 'not_sent', resolved_at: now },
        ...{ proposed_by: 'Sue <sue@giro.example>', resolved_by: 'Sid <sid@giro.example>' },
        resolved_reason: '<b>none</b>',
      },
    ]);
    expect(code).toBe(4);
    expect(folder).toBeDefined();
    expect(page).toContain('Sue &lt;sue@giro.example&gt; proposed it, Sid');
    expect(page).toContain('&lt;b&gt;none&lt;/b&gt;');
    expect(page).not.toContain('<b>none');
  });

  test('a POST whose transfer is gone from the list, or differs from it, does not pair', async () => {
    const { db, send, prove, person } = await createProveWorld(store);
    const gone = await send(1_000);
    const others = [await send(2_000), await send(3_000), await send(4_000), await send(5_000)];
    const [amount = '', hash = '', owner = '', answer = ''] = others;
    await change(gone, { transfer_id: '999999' });
    const of = (key: string) => db.selectFrom('sends').selectAll().where('key', '=', key);
    const before = await of(amount).executeTakeFirstOrThrow();
    const changed = { ...before, source_amount_cents: '2001' };
    await change(amount, { source_amount_cents: '2001', body_hash: bodyHash(requestOf(changed)) });
    await change(hash, { source_amount_cents: '3001' });
    const other = await addPerson(db, { email: 'ben@giro.example' });
    const owned = await of(owner).executeTakeFirstOrThrow();
    await db
      .updateTable('owners')
      .set({ user_id: other.id })
      .where('id', '=', owned.transfer_id ?? '')
      .where('kind', '=', 'transfer')
      .execute();
    const { answer: text } = await of(answer).executeTakeFirstOrThrow();
    const given = JSON.parse(text ?? '');
    const asLess = JSON.stringify({ ...given, destination_amount_cents: '1' });
    await change(answer, { answer: asLess });

    function change(key: string, fields: Record<string, string>) {
      return db.updateTable('sends').set(fields).where('key', '=', key).execute();
    }
    const { code, rows, said } = await prove();
    const found = new Map(
      rows
        .filter(({ result }) => result !== 'second-transfer')
        .map(({ send_key, result, detail }) => [send_key, { result, detail }]),
    );
    expect(found.get(gone)).toEqual({
      ...{ result: 'no-transfer', detail: "its transfer is not in the service's list" },
    });
    expect(found.get(amount)).toEqual({
      ...{ result: 'differs', detail: 'source amount: 2001 here, 2000 there' },
    });
    expect(found.get(hash)).toEqual({
      ...{ result: 'differs', detail: 'the intent is not what its hash was made of' },
    });
    const persons = `person who has the transfer: ${person} here, ${other.id} there`;
    expect(found.get(owner)).toEqual({ result: 'differs', detail: persons });
    expect(found.get(answer)?.detail).toMatch(
      /^destination amount of the answer: 1 here, \d+ there$/,
    );
    // What the service made for it is without a POST now.
    expect(rows.at(-1)).toMatchObject({ result: 'second-transfer', send_key: gone });
    expect(code).toBe(3);
    expect(said).toMatch(/^no-transfer {2}POST [\dA-F]{4} [\dA-F]{4}, transfer 999999: /m);
  });

  test('a POST that ended without a proof, or names a transfer in another state, does not pair', async () => {
    const { db, send, prove } = await createProveWorld(store);
    const [silent, wordless] = [
      await send(1_000, { client: { createTransfer: noAnswer } }),
      await send(refusedAmount),
    ];
    const kept = await send(2_000);
    await db.updateTable('sends').set({ state: 'not_sent' }).where('key', '=', silent).execute();
    await db
      .updateTable('sends')
      .set({ reason_detail: null })
      .where('key', '=', wordless)
      .execute();
    await db.updateTable('sends').set({ state: 'refused' }).where('key', '=', kept).execute();
    const { code, rows } = await prove();
    expect(rows.map(({ result, detail }) => [result, detail])).toEqual([
      ['no-proof', 'ended as not_sent, with nothing that proves it'],
      ['no-proof', 'ended as refused, with nothing that proves it'],
      ['differs', 'ended as refused, and names a transfer'],
    ]);
    expect(code).toBe(3);
  });

  test('a transfer that no POST made does not pair, and looks like a second one where it does', async () => {
    const { db, send, prove, client, request, person } = await createProveWorld(store);
    const sent = await send(1_000);
    const decided = await send(2_000, { client: { createTransfer: noAnswer } });
    const support = await addPerson(db, { email: 'sue@giro.example', role: 'support' });
    await db
      .updateTable('sends')
      .set({ state: 'not_sent', settled_by: support.id, settled_at: now, settled_reason: 'none' })
      .where('key', '=', decided)
      .execute();
    const second = await client.createTransfer(request(1_000));
    const denied = await client.createTransfer(request(2_000));
    const foreign = await client.createTransfer(request(3_000));
    const added = await client.createTransfer(request(4_000));
    await db
      .insertInto('look_alikes')
      .values({
        ...{ send_key: sent, transfer_id: added.id, seen_at: now, resolved_at: now },
        ...{ resolved_by: support.id, resolved_reason: 'theirs', resolved_outcome: 'sent' },
      })
      .execute();
    await own(db, 'transfer', foreign.id, person, now);
    const { code, rows } = await prove();
    const byTransfer = new Map(rows.map((row) => [row.transfer_id, row]));
    expect(byTransfer.get(second.id)).toMatchObject({ result: 'second-transfer', send_key: sent });
    expect(byTransfer.get(denied.id)).toMatchObject({ result: 'denied', send_key: decided });
    expect(byTransfer.get(foreign.id)).toMatchObject({
      ...{ result: 'no-post', person_email: 'ana@giro.example' },
      detail: `no POST of Giro made it; it was assigned to this person at ${now}`,
    });
    expect(byTransfer.get(added.id)).toMatchObject({ result: 'second-transfer', send_key: sent });
    expect(rows.filter(({ result }) => result === 'paired')).toMatchObject([{ send_key: sent }]);
    expect(code).toBe(3);
  });

  test('two POSTs on one transfer do not pair, each of them', async () => {
    const { db, send, prove } = await createProveWorld(store, 'empty');
    const keys = [await send(1_000), await send(2_000)];
    const [first] = await db
      .selectFrom('sends')
      .select('transfer_id')
      .orderBy('created_at')
      .execute();
    await allowSharedTransfers(db);
    await db
      .updateTable('sends')
      .set({ transfer_id: first?.transfer_id ?? '' })
      .where('key', '=', keys[1] ?? '')
      .execute();
    const { code, rows } = await prove();
    const shared = rows.filter(({ result }) => result === 'shared');
    expect(shared.map(({ send_key }) => send_key)).toEqual(keys);
    expect(shared[0]?.detail).toBe(`its transfer is that of ${keys[1]} too`);
    expect(code).toBe(3);
  });

  test('what the audit calls sent, and the database does not have, does not pair', async () => {
    const { db, send, prove, person } = await createProveWorld(store);
    const lost = await send(1_000);
    const entry = { user_id: person, action: 'send', request_id: 'r' };
    await addAudit(db, { ...entry, at: now, subject: `send ${lost}`, outcome: 'sent' });
    await addAudit(db, {
      ...entry,
      at: now,
      subject: `send ${crypto.randomUUID()}`,
      outcome: 'sent-before',
    });
    expect((await prove()).results).toEqual(['paired']);
    await db.deleteFrom('send_snapshots').execute();
    await db.deleteFrom('sends').execute();
    const { code, rows } = await prove();
    expect(rows[0]).toMatchObject({
      ...{ result: 'no-record', send_key: lost, person_email: 'ana@giro.example' },
    });
    expect(rows[1]?.result).toBe('no-post');
    expect(code).toBe(3);
  });

  test('a record of the list that cannot be read, or is there twice, is named', async () => {
    const { send, prove, sandbox } = await createProveWorld(store);
    await send(1_000);
    await send(2_000);
    sandbox.odd.add('rows');
    const { rows, code } = await prove();
    const unread = rows.filter(({ result }) => result === 'unread');
    expect(unread.length).toBeGreaterThan(0);
    expect(unread[0]?.detail).toMatch(/^record \d+ of the list can't be read/);
    expect(code).toBe(4);
  });

  test('a number that the list has twice does not pair', async () => {
    const { send, prove, client, env } = await createProveWorld(store);
    await send(1_000);
    const rows = (await client.listTransfers()).map((row) => z.encode(transfer, row));
    const server = await serverThat((res, { path }) => {
      const token = { token: 'token', expires_at: '2100-01-01T00:00:00.000Z' };
      json(res, path.includes('/auth/') ? JSON.stringify(token) : writeJson([...rows, ...rows]));
    });
    Object.assign(env, { REMITTANCE_BASE_URL: server.url });
    const { results, code } = await prove();
    expect(results).toEqual(['listed-twice', 'paired']);
    expect(code).toBe(3);
  });

  test('says before which day retention leaves nothing to prove', async () => {
    const { db, send, prove, env, client, request, person } = await createProveWorld(store);
    await send(1_000);
    const old = await client.createTransfer(request(2_000));
    await own(db, 'transfer', old.id, person, '2020-01-01T00:00:00.000Z');
    await db
      .insertInto('forgotten_sends')
      .values({ key: crypto.randomUUID(), forgotten_at: now })
      .execute();
    Object.assign(env, { RETAIN_SENDS_YEARS: '2' });
    const { code, said, results } = await prove();
    expect(results).toEqual(['forgotten', 'paired']);
    expect(said).toMatch(
      /^Before 2023-12-\d\dT.* nothing can be proven: retention deleted 1 records$/m,
    );
    expect(code).toBe(4);
  });

  test('of a restored database, what was written again proves nothing', async () => {
    const { db, send, prove } = await createProveWorld(store);
    await send(1_000);
    await db.updateTable('sends').set({ known_by: 'restore' }).execute();
    const hold = {
      kind: 'restored',
      since: now,
      detail: '2025-12-31T00:00:00.000Z',
      list_at: now,
    } as const;
    await writeHold(db, 'restore', hold);
    const { code, results } = await prove();
    expect(results).toEqual(['rewritten']);
    expect(code).toBe(4);
    const { page } = await pageOf(prove);
    expect(page).toContain('on hold still, not compared yet');
  });

  test('what was listed before Giro first read the list is counted, and no more', async () => {
    const { db, send, prove, client, request } = await createProveWorld(store);
    const earlier = await client.createTransfer(request(9_000));
    const since = await mirrorState(db);
    const state = { as_of: now, tried_at: now };
    await writeMirror(db, { since, read_at: now, changed: [earlier], state, seen: 'owned' });
    await send(1_000);
    const { code, results } = await prove();
    expect(results).toEqual(['paired']);
    expect(code).toBe(0);
    expect((await pageOf(prove)).page).toMatch(/<td>earlier<\/td><td>1<\/td>/);
  });

  test('is of the days that were asked for, to the end of the last', async () => {
    const { db, send, prove } = await createProveWorld(store);
    const times = [
      '2020-01-31T23:59:59.999Z',
      '2020-02-01T00:00:00.000Z',
      '2020-02-29T23:59:59.999Z',
      '2020-03-01T00:00:00.000Z',
    ];
    for (const [place, created_at] of times.entries()) {
      const key = await send(1_000 + place);
      await db.updateTable('sends').set({ created_at }).where('key', '=', key).execute();
    }
    const { rows, said } = await prove('--since', '2020-02-01', '--until', '2020-02-29');
    expect(rows.map(({ posted_at }) => posted_at)).toEqual(times.slice(1, 3));
    expect(said).toContain(
      '2 POSTs from 2020-02-01T00:00:00.000Z to before 2020-03-01T00:00:00.000Z',
    );
  });

  test('changes nothing but the audit', async () => {
    const { db, send, prove } = await createProveWorld(store);
    await send(1_000);
    await prove();
    const tables = (await tablesAfter()).filter(({ name }) => name !== 'audit');
    const tally = () => db.transaction().execute((tx) => tallyTables(tx, tables));
    const before = await tally();
    expect(await prove()).toMatchObject({ code: 0 });
    // The token that all share was there, and was used as it is.
    expect(await tally()).toEqual(before);
  });

  test('of a moved database, or that of another service, says what to do', async () => {
    const { db, prove, env } = await createProveWorld(store);
    await prove();
    const other = { ...env, REMITTANCE_CLIENT_ID: 'another' };
    expect(await runGiro(other, 'prove', '--since', '2026-01-01')).toEqual({
      ...{ code: 1, said: expect.stringContaining('belongs to another service or client') },
    });
    await writeHold(db, 'move', { kind: 'moved', since: now, detail: 'there', list_at: null });
    expect(await prove()).toMatchObject({
      code: 1,
      said: expect.stringContaining('was moved to there'),
    });
  });
});

/** The page of another run. */
async function pageOf(prove: Awaited<ReturnType<typeof createProveWorld>>['prove']) {
  const { file } = await prove();
  const folder = join(file, '..');
  const html = join(folder, `${crypto.randomUUID()}.html`);
  await prove('--out', html);
  expect(statSync(html).mode & 0o777).toBe(0o600);
  return { folder, page: readFileSync(html, 'utf8') };
}

describe('the command line of prove', () => {
  const env = { DATABASE_URL: 'sqlite:none.db' };
  test.each([
    [[], /write --since and a day/],
    [['--since', '2026-02-30'], /--since must be a day/],
    [['--since', 'yesterday'], /--since must be a day/],
    [['--since', '2026-01-01T12:00:00Z'], /--since must be a day/],
    [['--since', '2025-01-02', '--until', '2025-01-01'], /--until is before --since/],
    [['--since', '9999-01-01'], /--since is a day to come/],
    [['--since', '2025-01-01', '--out', 'proof.txt'], /a file that ends in .csv or .html/],
    [['--since', '2025-01-01', '--out', 'a.csv', '--out', '-'], /one of each/],
    [['2025-01-01'], /prove takes options only/],
  ])('%j is not understood', async (args, words) => {
    const { code, said } = await runGiro(env, 'prove', ...args);
    expect(said).toMatch(words);
    expect(code).toBe(2);
  });

  test('standard output is for the file alone, however it is written', () => {
    expect(isProofToOutput(['prove', '--since', '2026-01-01', '--out', '-'])).toBe(true);
    expect(isProofToOutput(['prove', '--out=-'])).toBe(true);
    expect(isProofToOutput(['prove', '--out', 'a.csv'])).toBe(false);
    expect(isProofToOutput(['backup', '--to', '-'])).toBe(false);
  });

  test('to standard output is that file, with words on standard error, and exits with what it found', async () => {
    const { env, send } = await createProveWorld(strictestStore());
    const key = await send(1_000, { client: { createTransfer: noAnswer } });
    const args = ['src/bff/cli/cli.ts', 'prove', '--since', '2020-01-01', '--out', '-'];
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
    const [written, said] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect(readProof(written)).toMatchObject([{ result: 'open', send_key: key }]);
    expect(said).toMatch(/^open .*\nNothing contradicts/);
    expect(child.exitCode).toBe(4);
  });

  test('never writes over a file', async () => {
    const { prove, env } = await createProveWorld(strictestStore());
    const { file } = await prove();
    const run = await runGiro(env, 'prove', '--since', '2020-01-01', '--out', file);
    expect(run).toEqual({ code: 1, said: expect.stringContaining(`${file} exists. Name another`) });
  });
});
