import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { findSend, intend, moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { isForOne } from '../../../src/bff/sends/resolve.ts';
import type { Role } from '../../../src/contract/api/session.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { seed, shuffled } from '../../support/seed.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';

const password = 'a password of one';
const limit = 9_007_199_254_740_993n;
const reason = 'Not in the books of the service';
const because = 'Transfer 9038 may be this one';

type Browser = ReturnType<typeof createBrowser>;

describe.each(stores())('a second person for "It was not sent" on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  const names = ['ana', 'marta', 'diego', 'carla'] as const;
  type Who = (typeof names)[number];
  const emailOf = (who: Who) => `${who}@example.com`;
  const browsers = new Map<Who, Browser>();
  const ids = new Map<Who, string>();
  const idOf = (who: Who) => ids.get(who) ?? '';

  async function signIn(who: Who): Promise<Browser> {
    const browser = createBrowser(bff.app);
    const { status } = await browser.call('POST', '/api/session', {
      ...{ email: emailOf(who), password },
    });
    expect(status).toBe(200);
    browsers.set(who, browser);
    return browser;
  }

  beforeAll(async () => {
    store = await create();
    const env = { DATABASE_URL: store.url, RESOLVE_ALONE_UP_TO: `{"USD":"${limit}","CLP":0}` };
    // Without one that can be read, the whole list counts as unreadable.
    bff = await startBff({ env, sandbox: { transfers: 1 } });
    for (const who of names) {
      const role = who === 'ana' ? 'sender' : 'support';
      const { id } = await addPerson(bff.db, { email: emailOf(who), name: who, role, password });
      ids.set(who, id);
      await signIn(who);
    }
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  /** A send that needs review. Returns its key. */
  async function unresolved(amount = limit + 1n, currency = 'USD', by: Who = 'ana') {
    const key = randomUUID();
    const stamp = new Date().toISOString();
    const intent = {
      ...{ key, user_id: idOf(by), guard_scope: idOf(by), body_hash: key, quote: null },
      ...{ destination_account_id: '501', source_amount_cents: String(amount) },
      ...{ source_amount_currency: currency, destination_amount_currency: 'COP' },
      ...{ after_unresolved: null, known_transfer_ids: '[]' },
    };
    await intend(bff.db, intent, stamp);
    await moveSend(bff.db, key, 'lost', { reason: 'timeout' }, stamp);
    await moveSend(bff.db, key, 'gave-up', { reason: 'none-found' }, stamp);
    return key;
  }

  async function call(who: Who, method: string, path: string, body?: object) {
    const browser = browsers.get(who);
    if (!browser) throw new Error(`${who} is not signed in`);
    return browser.call(method, path, body);
  }
  const post = (who: Who, key: string, end: string, body: object) =>
    call(who, 'POST', `/api/sends/${key}/case/proposal${end}`, body);
  const propose = (who: Who, key: string, id: string = randomUUID()) =>
    post(who, key, '', { id, reason });
  const confirm = (who: Who, key: string, proposal: string, more: object = {}) =>
    post(who, key, '/confirmation', { proposal, ...more });
  const decline = (who: Who, key: string, proposal: string) =>
    post(who, key, '/decline', { proposal, reason: because });
  const withdraw = (who: Who, key: string, proposal: string) =>
    post(who, key, '/withdrawal', { proposal });
  const settle = (who: Who, key: string) =>
    call(who, 'POST', `/api/sends/${key}/settle`, { outcome: 'not_sent', reason });
  const stateOf = async (key: string) => (await findSend(bff.db, key))?.state;
  const typeOf = async (answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    return status === 200 ? 200 : String(body.type).replace('/problems/', '');
  };
  const audited = async (key: string) => {
    const rows = await bff.db
      .selectFrom('audit')
      .select(['action', 'outcome', 'user_id'])
      .where('subject', '=', `send ${key}`)
      .where('action', 'like', 'settle%')
      .orderBy('number')
      .execute();
    return rows.map(({ action, outcome, user_id }) => [action, outcome, user_id]);
  };
  const setRole = (who: Who, role: Role) => changeUser(bff.db, emailOf(who), { role });

  test.each([
    ['at the limit', limit, 'USD', 200],
    ['one subunit above it', limit + 1n, 'USD', 'second-person-required'],
    ['below it', 1n, 'USD', 200],
    ['above a limit of nothing', 1n, 'CLP', 'second-person-required'],
    ['in a currency without a limit', 1n, 'COP', 'second-person-required'],
    ['in a currency that is written in another way', 1n, 'usd', 'second-person-required'],
  ])('is asked for by the exact amount: %s', async (_where, amount, currency, expected) => {
    const key = await unresolved(amount, currency);
    const { body } = await call('marta', 'GET', `/api/sends/${key}/case`);
    expect(body.not_sent_alone).toBe(expected === 200);
    expect(await typeOf(settle('marta', key))).toBe(expected);
    expect(await stateOf(key)).toBe(expected === 200 ? 'not_sent' : 'unresolved');
    expect(await audited(key)).toEqual([
      ['settle', expected === 200 ? 'not_sent' : expected, idOf('marta')],
    ]);
  });

  test('is not asked for without a limit', async () => {
    const row = await findSend(bff.db, await unresolved());
    if (!row) throw new Error('no row for the key');
    expect([isForOne(null, row), isForOne(new Map(), row)]).toEqual([true, false]);
  });

  test('confirms what the first one proposed, and both are named', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    const proposed = await propose('marta', key, id);
    expect(proposed.body.proposal).toEqual({
      ...{ id, reason, declined: null, by: { id: idOf('marta'), name: 'marta' } },
      at: expect.stringMatching(/Z$/),
    });
    // Its entry is written with it, so that its answer has it.
    expect(proposed.body.history[0]).toMatchObject({
      ...{ action: 'settle-propose', who: { name: 'marta' } },
    });
    const listed = async (who: Who) =>
      (await call(who, 'GET', '/api/sends?state=unconfirmed')).body.find(
        (send: { key: string }) => send.key === key,
      );
    expect(await listed('diego')).toMatchObject({ proposed: true });
    expect(await listed('ana')).not.toHaveProperty('proposed');
    expect(await stateOf(key)).toBe('unresolved');

    const confirmed = await confirm('diego', key, id, { seen_transfer_ids: ['9038'] });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.proposal).toBeNull();
    expect(await findSend(bff.db, key)).toMatchObject({
      ...{ state: 'not_sent', settled_by: idOf('diego'), settled_reason: reason },
    });
    expect(await audited(key)).toEqual([
      ['settle-propose', 'done', idOf('marta')],
      ['settle-confirm', 'not_sent', idOf('diego')],
    ]);
    // What the second one saw, and is not this transfer, is no look-alike later.
    expect(
      await bff.db
        .selectFrom('look_alikes')
        .select(['transfer_id', 'resolved_by'])
        .where('send_key', '=', key)
        .execute(),
    ).toEqual([{ transfer_id: '9038', resolved_by: idOf('diego') }]);
    const decision = { by: 'diego', proposed_by: 'marta', at: expect.stringMatching(/Z$/) };
    expect((await call('carla', 'GET', `/api/sends/${key}`)).body.decision).toEqual(decision);
    const { items } = (await call('carla', 'GET', '/api/support/resolved')).body;
    expect(items.find((one: { key: string }) => one.key === key).decision).toEqual(decision);
    // The sender reads the reason, and nothing of who.
    const { body } = await call('ana', 'GET', `/api/sends/${key}`);
    expect([body.settled_reason, JSON.stringify(body).includes('marta')]).toEqual([reason, false]);
  });

  test('is nobody who proposed it: not in another session, nor after another role', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    await propose('marta', key, id);
    expect(await typeOf(confirm('marta', key, id))).toBe('same-person');
    expect(await typeOf(settle('marta', key))).toBe('second-person-required');
    await signIn('marta');
    expect(await typeOf(confirm('marta', key, id))).toBe('same-person');
    await setRole('marta', 'admin');
    expect(await typeOf(confirm('marta', key, id))).toBe('forbidden');
    await setRole('marta', 'support');
    await changeUser(bff.db, emailOf('marta'), { disabled_at: null });
    await signIn('marta');
    expect(await typeOf(confirm('marta', key, id.toUpperCase()))).toBe('same-person');
    expect(await typeOf(decline('marta', key, id))).toBe('same-person');
    expect(await stateOf(key)).toBe('unresolved');
    expect(await audited(key)).toContainEqual(['settle-confirm', 'same-person', idOf('marta')]);
    expect(await typeOf(confirm('diego', key, id))).toBe(200);
  });

  test('is not the sender, who works for support now', async () => {
    const [key, small, id] = [await unresolved(), await unresolved(1n), randomUUID()];
    await propose('marta', key, id);
    await setRole('ana', 'support');
    try {
      const other = await unresolved();
      for (const answer of [
        confirm('ana', key, id),
        decline('ana', key, id),
        propose('ana', other),
        settle('ana', small),
        settle('ana', other),
      ]) {
        expect(await typeOf(answer)).toBe('same-person');
      }
    } finally {
      await setRole('ana', 'sender');
    }
    expect([await stateOf(key), await stateOf(small)]).toEqual(['unresolved', 'unresolved']);
  });

  test('is nobody who lost the role or the access before the store wrote it', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    await propose('marta', key, id);
    await changeUser(bff.db, emailOf('diego'), { role: 'auditor' });
    expect(await typeOf(confirm('diego', key, id))).toBe('forbidden');
    await changeUser(bff.db, emailOf('diego'), { role: 'support' });
    await changeUser(bff.db, emailOf('diego'), { disabled_at: new Date().toISOString() });
    expect(await typeOf(confirm('diego', key, id))).toBe('not-signed-in');
    await changeUser(bff.db, emailOf('diego'), { disabled_at: null });
    await signIn('diego');
    expect(await typeOf(confirm('diego', key, id))).toBe(200);
  });

  test('declines with a reason, which the first one reads, who may propose anew', async () => {
    const [key, id, next] = [await unresolved(), randomUUID(), randomUUID()];
    await propose('marta', key, id);
    const short = await post('diego', key, '/decline', { proposal: id, reason: 'no' });
    expect([short.status, Object.keys(short.body.errors)]).toEqual([422, ['reason']]);
    const { body } = await decline('diego', key, id);
    expect(body.proposal.declined).toMatchObject({ by: { name: 'diego' }, reason: because });
    expect(await typeOf(confirm('carla', key, id))).toBe('case-changed');
    expect((await propose('marta', key, next)).body.proposal).toMatchObject({
      ...{ id: next, declined: null },
    });
    expect(await audited(key)).toEqual([
      ['settle-propose', 'done', idOf('marta')],
      ['settle-decline', 'invalid-fields', idOf('diego')],
      ['settle-decline', 'done', idOf('diego')],
      ['settle-confirm', 'case-changed', idOf('carla')],
      ['settle-propose', 'done', idOf('marta')],
    ]);
  });

  test('has nothing to confirm once it is withdrawn, which only the first one does', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    await propose('marta', key, id);
    expect(await typeOf(withdraw('diego', key, id))).toBe('forbidden');
    expect((await withdraw('marta', key, id)).body.proposal).toBeNull();
    expect(await typeOf(confirm('diego', key, id))).toBe('case-changed');
    expect(await stateOf(key)).toBe('unresolved');
  });

  test('is asked once, however often the request arrives, and one proposal is open', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    for (const _time of [1, 2]) expect((await propose('marta', key, id)).status).toBe(200);
    expect(await typeOf(propose('diego', key))).toBe('case-changed');
    expect(await typeOf(propose('diego', key, id))).toBe('case-changed');
    expect((await audited(key)).filter(([, outcome]) => outcome === 'done')).toHaveLength(1);
  });

  test('is not asked about what is searched for, or has ended', async () => {
    const [waiting, ended] = [await unresolved(), await unresolved()];
    const sends = bff.db.updateTable('sends');
    await sends.set({ state: 'unconfirmed' }).where('key', '=', waiting).execute();
    await sends.set({ state: 'refused' }).where('key', '=', ended).execute();
    expect(await typeOf(propose('marta', waiting))).toBe('still-looking');
    expect(await typeOf(settle('marta', waiting))).toBe('still-looking');
    expect(await typeOf(propose('marta', ended))).toBe('send-settled');
    // The service refused it in other words: that may be decided before the search ends.
    await sends.set({ reason_detail: 'Refused.' }).where('key', '=', waiting).execute();
    const id = randomUUID();
    expect(await typeOf(settle('marta', waiting))).toBe('second-person-required');
    expect(await typeOf(propose('marta', waiting, id))).toBe(200);
    expect(await typeOf(confirm('diego', waiting, id))).toBe(200);
    expect(await stateOf(waiting)).toBe('not_sent');
  });

  test('confirms nothing that changed since it was proposed', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    await propose('marta', key, id);
    const later = new Date(Date.now() + 1_000).toISOString();
    await bff.db.updateTable('sends').set({ updated_at: later }).where('key', '=', key).execute();
    expect((await call('diego', 'GET', `/api/sends/${key}/case`)).body.proposal).toBeNull();
    expect(await typeOf(confirm('diego', key, id))).toBe('case-changed');
    await moveSend(bff.db, key, 'answered', { transfer_id: '777001' }, later);
    expect(await typeOf(confirm('diego', key, id))).toBe('send-settled');
    expect(await stateOf(key)).toBe('sent');
  });

  test('proposes and confirms nothing beside a transfer that was not seen', async () => {
    const [key, other, id] = [await unresolved(), await unresolved(), randomUUID()];
    await propose('marta', key, id);
    bff.sandbox.odd.add('rows');
    try {
      const { body } = await call('diego', 'GET', `/api/sends/${key}/candidates`);
      expect(body).toEqual({ transfers: [], unread: ['104004'] });
      expect(await typeOf(propose('marta', other))).toBe('candidates-changed');
      expect(await typeOf(confirm('diego', key, id))).toBe('candidates-changed');
      expect([await stateOf(key), await stateOf(other)]).toEqual(['unresolved', 'unresolved']);
      const seen = { seen_unread: ['104004'] };
      const proposed = post('marta', other, '', { id: randomUUID(), reason, ...seen });
      expect(await typeOf(proposed)).toBe(200);
      expect(await typeOf(confirm('diego', key, id, seen))).toBe(200);
    } finally {
      bff.sandbox.odd.clear();
    }
  });

  test('confirms nothing while the list can’t be read', async () => {
    const [key, id] = [await unresolved(), randomUUID()];
    await propose('marta', key, id);
    bff.sandbox.odd.add('unlisted');
    try {
      expect(await typeOf(confirm('diego', key, id))).toBe('service-answer');
    } finally {
      bff.sandbox.odd.clear();
    }
    expect(await stateOf(key)).toBe('unresolved');
  });

  test('confirms only what is about the same transfer', async () => {
    const [key, other, id] = [await unresolved(), await unresolved(), randomUUID()];
    await propose('marta', key, id);
    expect(await typeOf(confirm('diego', other, id))).toBe('not-found');
    expect(await typeOf(confirm('diego', key, randomUUID()))).toBe('not-found');
    expect([await stateOf(key), await stateOf(other)]).toEqual(['unresolved', 'unresolved']);
  });

  test(`is too late, or in time, when the answer comes at the same moment (SEED=${seed})`, async () => {
    for (const [round, order] of shuffled([true, false, true, false, true, false]).entries()) {
      const [key, id] = [await unresolved(), randomUUID()];
      await propose('marta', key, id);
      const transfer_id = String(880_000 + round);
      const answer = () =>
        moveSend(bff.db, key, 'answered', { transfer_id }, new Date().toISOString());
      const press = () => typeOf(confirm('diego', key, id));
      const [confirmed, answered] = order
        ? await Promise.all([press(), answer()])
        : (await Promise.all([answer(), press()])).toReversed();
      const isSent = answered !== null;
      expect(confirmed).toBe(isSent ? 'send-settled' : 200);
      expect(await stateOf(key)).toBe(isSent ? 'sent' : 'not_sent');
      const { state } = await bff.db
        .selectFrom('resolve_proposals')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(state).toBe(isSent ? 'open' : 'confirmed');
    }
  });

  test(`decides once when all press at the same moment (SEED=${seed})`, async () => {
    for (let round = 0; round < 12; round += 1) {
      const [key, id] = [await unresolved(), randomUUID()];
      await propose('marta', key, id);
      const presses = [
        () => confirm('diego', key, id),
        () => confirm('carla', key, id),
        () => confirm('marta', key, id),
        () => decline('carla', key, id),
        () => withdraw('marta', key, id),
      ];
      // Another order each time, from one seed.
      for (let turn = 0; turn < round; turn += 1) presses.push(...presses.splice(0, 1));
      const answers = await Promise.all(shuffled(presses).map((press) => press()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { state, decided_by } = await bff.db
        .selectFrom('resolve_proposals')
        .select(['state', 'decided_by'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(await stateOf(key)).toBe(state === 'confirmed' ? 'not_sent' : 'unresolved');
      expect(decided_by === idOf('marta')).toBe(state === 'withdrawn');
      const done = (await audited(key)).filter(([, outcome]) =>
        ['done', 'not_sent'].includes(String(outcome)),
      );
      expect(done).toHaveLength(2);
    }
  });
});
