import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addStepUpChallenge,
  proveStepUpChallenge,
} from '../../../src/bff/ledger/people/step-up.ts';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import {
  needsStepUp,
  stepUpCreatedAfter,
  stepUpHash,
  stepUpIdHash,
} from '../../../src/bff/sends/step-up.ts';
import type { TransferRequest } from '../../../src/contract/api/transfer.ts';
import type { TransferRequest as Body } from '../../../src/contract/transfer.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodies, noAnswer, sendDepsOf, shown, transferOf } from './send-fixtures.ts';

const [body, otherRecipient] = bodies;
const iso = (time: number) => new Date(time).toISOString();

describe('which transfers need a proof', () => {
  const above = new Map([
    ['USD', 100_000n],
    ['ETH', 2n ** 53n],
  ]);
  const needs = (source_amount_cents: bigint, source_amount_currency = 'USD') =>
    needsStepUp(above, { source_amount_cents, source_amount_currency });

  test('those above the figure, to the subunit', () => {
    expect([needs(99_999n), needs(100_000n), needs(100_001n)]).toEqual([false, false, true]);
    // A double does not tell these two apart.
    expect([needs(2n ** 53n, 'ETH'), needs(2n ** 53n + 1n, 'ETH')]).toEqual([false, true]);
  });

  test('none of a currency without a figure', () => {
    expect(needs(10n ** 30n, 'COP')).toBe(false);
  });
});

describe.each(stores())('a transfer above the figure, on $name', ({ create }) => {
  let db: LedgerDb;
  let [ana, ben] = ['', ''];
  let time: number;
  let posts: Body[];

  // One database for all: to create one takes longer than a test.
  beforeAll(async () => {
    const store = await create();
    db = await openLedger(store.url);
    const add = async (name: string) =>
      (await addPerson(db, { email: `${name}@giro.example`, name })).id;
    [ana, ben] = [await add('ana'), await add('ben')];
    const times = { created_at: iso(began), seen_at: iso(began) };
    const session = { issuer: null, browser: null, system: null, ...times };
    const factor = { second_factor: null, second_factor_at: null };
    const sessions = [ana, ben].flatMap((user_id) =>
      ['phone', 'laptop'].map((name) => ({ id_hash: `${name} ${user_id}`, user_id })),
    );
    for (const one of sessions) {
      await db
        .insertInto('sessions')
        .values({ ...one, ...session, ...factor })
        .execute();
    }
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  beforeEach(async () => {
    for (const table of ['news', 'owners', 'sightings', 'sends', 'step_up_challenges'] as const) {
      await db.deleteFrom(table).execute();
    }
    [time, posts] = [began, []];
  });

  const makes: SendDeps['client']['createTransfer'] = async (request) => {
    posts.push(request);
    return transferOf(request, posts.length);
  };
  const loses: SendDeps['client']['createTransfer'] = async (request) => {
    posts.push(request);
    return noAnswer();
  };

  type Given = { key?: string; person?: string; session?: string };

  function send(
    proof: string | undefined,
    { key = 'a', person = ana, session = 'phone' }: Given = {},
    fields: Partial<TransferRequest> = {},
    deps: Partial<SendDeps> = {},
  ) {
    const all = sendDepsOf(db, () => time, {
      client: { createTransfer: makes },
      stepUpAbove: new Map([['USD', 4_999n]]),
      ...deps,
    });
    const request: TransferRequest = { ...shown({ ...body, ...fields }), ...fields };
    return sendOnce(
      all,
      person,
      key,
      { ...request, ...(proof && { proof }) },
      `${session} ${person}`,
    );
  }

  /** The id of a challenge of this transfer; by default it is answered. */
  async function challenge(
    { key = 'a', person = ana, session = 'phone' }: Given = {},
    { answered = true, of = body }: { answered?: boolean; of?: Body } = {},
  ) {
    const id = randomBytes(32).toString('base64url');
    const id_hash = stepUpIdHash(id);
    const body_hash = stepUpHash(of, shown(of).destination_account_fingerprint);
    const bound = {
      id_hash,
      user_id: person,
      session_hash: `${session} ${person}`,
      send_key: key,
      body_hash,
    };
    await addStepUpChallenge(db, bound, iso(time));
    const times = { createdAfter: stepUpCreatedAfter(time), now: iso(time) };
    if (answered) await proveStepUpChallenge(db, id_hash, 'totp', times);
    return id;
  }

  async function expectRefused(sending: Promise<unknown>, problem = 'step-up-refused', key = 'a') {
    await expect(sending).rejects.toMatchObject({ problem });
    expect(posts).toEqual([]);
    expect(await findSend(db, key), 'no intent stays').toBeUndefined();
  }

  test('is refused without a proof, and the next press sends it', async () => {
    await expectRefused(send(undefined), 'step-up-required');
    const proof = await challenge();
    expect(await send(proof)).toEqual({ transfer: transferOf(body, 1) });
    expect(posts).toEqual([body]);
  });

  test('needs no proof at the figure', async () => {
    await send(undefined, {}, {}, { stepUpAbove: new Map([['USD', 5_000n]]) });
    expect(posts).toHaveLength(1);
  });

  test('is refused with a challenge that nobody answered', async () => {
    await expectRefused(send(await challenge({}, { answered: false })));
    await expectRefused(send('none'));
  });

  test("is refused with another person's proof, or of another session", async () => {
    await expectRefused(send(await challenge({ person: ben })));
    await expectRefused(send(await challenge({ session: 'laptop' })));
    const proof = await challenge();
    await expectRefused(send(proof, { person: ben }));
    await expectRefused(send(proof, { session: 'laptop' }));
  });

  test.each<[string, Partial<TransferRequest>]>([
    ['amount', { source_amount_cents: 5_001n }],
    ['recipient', { destination_account_id: otherRecipient.destination_account_id }],
    ['currency', { destination_amount_currency: 'USD' }],
  ])('is refused if its %s changed after the proof', async (_what, fields) => {
    const proof = await challenge();
    await expectRefused(send(proof, {}, fields));
    // The proof is not used up by it.
    await send(proof);
    expect(posts).toEqual([body]);
  });

  test("is refused if the recipient's details changed after the proof", async () => {
    const proof = await challenge();
    const showAccount = async (id: string) =>
      ({ id, alias: 'Mamá', category: 'bank', bank_number: '2' }) as const;
    const destination_account_fingerprint = accountFingerprint(await showAccount('501'));
    await expectRefused(send(proof, {}, { destination_account_fingerprint }, { showAccount }));
  });

  test('is refused with a proof of another key', async () => {
    const proof = await challenge({ key: 'a' });
    await expectRefused(send(proof, { key: 'b' }), 'step-up-refused', 'b');
  });

  test('is refused after five minutes by the store clock', async () => {
    const proof = await challenge();
    time += 5 * 60_000 + 1;
    await expectRefused(send(proof));
    time -= 1;
    await send(proof);
    expect(posts).toHaveLength(1);
  });

  test('a proof works once, also for the same transfer under another key', async () => {
    const proof = await challenge();
    await send(proof);
    await expect(send(proof, { key: 'b' }, { after_sent: 'a' })).rejects.toMatchObject({
      problem: 'step-up-refused',
    });
    expect(posts).toHaveLength(1);
    expect(await findSend(db, 'b')).toBeUndefined();
  });

  test('a retry after a lost answer shows the outcome and needs no second proof', async () => {
    const lost = { client: { createTransfer: loses } };
    const first = await send(await challenge(), {}, {}, lost);
    expect(first).toMatchObject({ send: { state: 'unconfirmed' } });
    for (const proof of [undefined, 'none', await challenge()]) {
      expect(await send(proof)).toMatchObject({ send: { key: 'a', state: 'unconfirmed' } });
    }
    expect(posts).toHaveLength(1);
  });

  test('a refused proof does not block an identical transfer', async () => {
    await expectRefused(send('none'));
    await send(await challenge({ key: 'b' }), { key: 'b' });
    expect(posts).toHaveLength(1);
  });

  test('of two presses at once with one proof, one reaches the service', async () => {
    const proof = await challenge();
    const answers = await Promise.allSettled([send(proof), send(proof), send(proof)]);
    expect(posts).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue;
      expect(answer.reason).toMatchObject({ problem: 'send-in-flight' });
    }
  });

  test('of two keys at once with one proof, the one that it was given for is sent', async () => {
    const proof = await challenge();
    const isOther = { source_amount_cents: 6_000n };
    const [mine, other] = await Promise.allSettled([
      send(proof),
      send(proof, { key: 'b' }, isOther),
    ]);
    expect([mine.status, other.status]).toEqual(['fulfilled', 'rejected']);
    expect(posts).toEqual([body]);
  });

  test('two proofs of one key at once send it once', async () => {
    const [one, two] = [await challenge(), await challenge()];
    await Promise.allSettled([send(one), send(two), send(undefined)]);
    expect(posts).toHaveLength(1);
    const used = await db.selectFrom('step_up_challenges').select('used_at').execute();
    expect(used.filter(({ used_at }) => used_at !== null)).toHaveLength(1);
  });

  test('an answer of a challenge counts once', async () => {
    const id = await challenge();
    const times = { createdAfter: stepUpCreatedAfter(time), now: iso(time) };
    expect(await proveStepUpChallenge(db, stepUpIdHash(id), 'totp', times)).toBe(false);
  });

  test('is asked for a proof only if nothing else is in the way', async () => {
    await send(await challenge());
    await expect(send(undefined, { key: 'b' })).rejects.toMatchObject({ problem: 'sent-before' });
  });
});
