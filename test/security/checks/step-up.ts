import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { createSessions } from '../../../src/bff/auth/sessions.ts';
import { own } from '../../../src/bff/ledger/people/owners.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import { problem } from '../../../src/contract/api/problem.ts';
import { stepUpPaths } from '../../../src/contract/api/step-up.ts';
import { canary } from '../../support/canary.ts';
import { addPerson } from '../../support/people.ts';
import { addAccountDirectly } from '../../support/service-account.ts';
import { ageFactors, codeAt, enrolTotp } from '../../support/totp.ts';
import { ask } from '../ask.ts';
import type { Check, Fixture } from '../fixture.ts';

// The fixture asks for a proof above 1,000.00 US dollars.
const hour = 3_600_000;
const password = 'a password of twelve';
const begun = z.object({ id: z.string() });
const shown = z.object({ fingerprint: z.string() });

/** A person of one check alone, with an authenticator app and two recipients. */
async function startPerson({ db, url, sandbox, serviceUrl }: Fixture) {
  const email = `${canary('step-up')}@example.com`;
  await addPerson(db, { email, password });
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error('the person was not added');
  const cookie = `giro=${await createSessions(db, Date.now, { idle: hour, max: hour }).open(user)}`;

  async function call(method: string, path: string, body?: unknown, headers = {}) {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const page = { origin: url, 'sec-fetch-site': 'same-origin' };
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const { status, text } = await ask(url, {
      ...{ method, path, headers: { cookie, ...page, ...type, ...headers } },
      ...(json !== undefined && { body: json }),
    });
    return { status, body: text === '' ? null : JSON.parse(text) };
  }

  async function recipient() {
    const id = await addAccountDirectly(sandbox, serviceUrl, canary('paid'));
    await own(db, 'account', id, user?.id ?? '', new Date().toISOString());
    const { body } = await call('GET', `/api/destination_accounts/${id}`);
    return {
      destination_account_id: id,
      destination_account_fingerprint: z.parse(shown, body).fingerprint,
    };
  }

  const { secret, codes } = await enrolTotp({ call }, password);
  await ageFactors(db);
  const currencies = { source_amount_currency: 'USD', destination_amount_currency: 'COP' };
  const large = { ...(await recipient()), ...currencies, source_amount_cents: '100001' };
  /** Asks for a challenge, and returns its id. */
  const begin = async (key: string, transfer: object = large) =>
    z.parse(begun, (await call('POST', stepUpPaths.proof, { key, ...transfer })).body).id;
  const answer = async (id: string, code: string) =>
    (await call('POST', stepUpPaths.answer, { id, method: 'totp', code })).status;
  /** A challenge that is answered. */
  async function prove(key: string, transfer: object = large) {
    const id = await begin(key, transfer);
    // A code counts once: as if the earlier one were of long ago.
    await db.updateTable('totp_factors').set({ last_step: 0 }).execute();
    assert.equal(await answer(id, codeAt(secret, Date.now())), 204);
    return id;
  }
  /** Presses Send. @returns the status, and the name of the problem */
  async function press(key: string, proof: string | undefined, transfer: object = large) {
    const body = { ...transfer, ...(proof !== undefined && { proof }) };
    const sent = await call('POST', '/api/transfers', body, { 'idempotency-key': key });
    const { data } = z.safeParse(problem, sent.body);
    return [sent.status, data?.type.replace('/problems/', '')];
  }
  return { call, codes, secret, large, recipient, begin, answer, prove, press };
}

const refused = [409, 'step-up-refused'];

export const stepUpChecks: Check[] = [
  {
    name: 'a large transfer is refused without a proof, and its key stays free',
    async check(fixture) {
      const { press, prove, call } = await startPerson(fixture);
      const key = randomUUID();
      assert.deepEqual(await press(key, undefined), [409, 'step-up-required']);
      assert.equal((await call('GET', `/api/sends/${key}`)).status, 404);
      assert.deepEqual(await press(key, await prove(key)), [201, undefined]);
    },
  },
  {
    name: 'a proof of transfer A does not send transfer B',
    async check(fixture) {
      const { press, prove } = await startPerson(fixture);
      const [a, b] = [randomUUID(), randomUUID()];
      const proof = await prove(a);
      assert.deepEqual(await press(b, proof), refused);
      assert.deepEqual(await press(a, proof), [201, undefined]);
    },
  },
  {
    name: 'amount, currency or recipient changed after the proof are refused',
    async check(fixture) {
      const { press, prove, large, recipient } = await startPerson(fixture);
      const key = randomUUID();
      const proof = await prove(key);
      const other = await recipient();
      for (const changed of [
        { source_amount_cents: '100002' },
        { destination_amount_currency: 'CLP' },
        other,
      ]) {
        assert.deepEqual(await press(key, proof, { ...large, ...changed }), refused);
      }
      // The proof was given for other details of the recipient than are sent to.
      const unread = { ...large, destination_account_fingerprint: 'never shown' };
      const unreadKey = randomUUID();
      assert.deepEqual(await press(unreadKey, await prove(unreadKey, unread)), refused);
      assert.deepEqual(await press(key, proof), [201, undefined]);
    },
  },
  {
    name: 'replay: a proof works once, and an answered challenge is not answered again',
    async check(fixture) {
      const { press, prove, large, answer, secret } = await startPerson(fixture);
      const key = randomUUID();
      const proof = await prove(key);
      assert.equal(await answer(proof, codeAt(secret, Date.now() + 30_000)), 409);
      assert.deepEqual(await press(key, proof), [201, undefined]);
      assert.deepEqual(await press(randomUUID(), proof, { ...large, after_sent: key }), refused);
    },
  },
  {
    name: 'race: two proofs of one key, and one proof pressed three times, send once',
    async check(fixture) {
      const { press, prove, large, recipient } = await startPerson(fixture);
      const made = () =>
        fixture.sandbox.requests.filter(
          ({ method, path }) => method === 'POST' && path === '/api/v3/transfers',
        ).length;
      const key = randomUUID();
      const proofs = [await prove(key), await prove(key)];
      const before = made();
      const answers = await Promise.all([...proofs, proofs[0]].map((proof) => press(key, proof)));
      assert.equal(made() - before, 1);
      for (const [status] of answers) assert.ok(status === 201 || status === 409);
      // Of one proof under two keys too.
      const transfer = { ...large, ...(await recipient()) };
      const [a, b] = [randomUUID(), randomUUID()];
      const proof = await prove(a, transfer);
      await Promise.all([press(a, proof, transfer), press(b, proof, transfer)]);
      assert.ok(made() - before <= 2);
      assert.deepEqual(await press(a, proof, transfer), [201, undefined]);
    },
  },
  {
    name: 'late: neither a challenge nor a proof counts after five minutes',
    async check(fixture) {
      const { press, prove, begin, answer, secret } = await startPerson(fixture);
      const key = randomUUID();
      const proof = await prove(key);
      const open = await begin(key);
      const created_at = new Date(Date.now() - 5 * 60_000 - 1).toISOString();
      await fixture.db.updateTable('step_up_challenges').set({ created_at }).execute();
      assert.equal(await answer(open, codeAt(secret, Date.now() + 30_000)), 409);
      assert.deepEqual(await press(key, proof), refused);
    },
  },
  {
    name: "another person's proof is refused, and is not theirs to give",
    async check(fixture) {
      const [ana, ben] = [await startPerson(fixture), await startPerson(fixture)];
      const key = randomUUID();
      assert.deepEqual(await ben.press(key, await ana.prove(key, ben.large)), refused);
      const open = await ben.begin(key);
      assert.equal(await ana.answer(open, codeAt(ana.secret, Date.now() + 30_000)), 409);
      assert.deepEqual(await ben.press(key, open), refused);
    },
  },
  {
    name: 'a recovery code is no proof',
    async check(fixture) {
      const { press, begin, answer, call, codes } = await startPerson(fixture);
      const key = randomUUID();
      const id = await begin(key);
      const [code = ''] = codes;
      assert.equal(await answer(id, code), 401);
      const body = { id, method: 'recovery_code', code };
      assert.equal((await call('POST', stepUpPaths.answer, body)).status, 422);
      assert.deepEqual(await press(key, id), refused);
    },
  },
  {
    name: 'the id of a challenge is in no log line and in no table',
    async check(fixture) {
      const { press, prove } = await startPerson(fixture);
      const key = randomUUID();
      const proof = await prove(key);
      await press(key, proof);
      assert.ok(!fixture.lines.join('').includes(proof));
      for (const table of ['step_up_challenges', 'audit', 'sends'] as const) {
        const rows = await fixture.db.selectFrom(table).selectAll().execute();
        assert.ok(!JSON.stringify(rows).includes(proof), table);
      }
    },
  },
];
