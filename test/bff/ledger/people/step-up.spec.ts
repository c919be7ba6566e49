import { beforeEach, describe, expect, test } from 'vitest';
import {
  addStepUpChallenge,
  bindOidcAttempt,
  challengeOfAttempt,
  proveStepUpChallenge,
  purgeStepUpChallenges,
  takeStepUpProof,
  tryStepUpChallenge,
} from '../../../../src/bff/ledger/people/step-up.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../../support/open-store.ts';
import { stores } from '../../../support/stores.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const from = (second: number) => ({ createdAfter: at(second), now: at(30) });

describe.each(stores())('challenges of a proof on $name', ({ create }) => {
  let db: LedgerDb;
  let user_id: string;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    const ana = { email: 'ana@example.com', name: 'Ana', role: 'sender' } as const;
    user_id = (await addUser(db, { ...ana, password_hash: null }, at(0)))?.id ?? '';
  });

  const bound = (id_hash: string) => ({
    ...{ id_hash, user_id, session_hash: 'phone' },
    ...{ send_key: 'key', body_hash: 'body' },
  });
  const add = (id_hash: string) => addStepUpChallenge(db, bound(id_hash), at(10));

  test('are tried five times by their person and session, and while they are young', async () => {
    await add('a');
    const which = bound('a');
    const other = { ...which, session_hash: 'laptop' };
    expect(await tryStepUpChallenge(db, other, at(10))).toBeNull();
    expect(await tryStepUpChallenge(db, { ...which, user_id: 'ben' }, at(10))).toBeNull();
    expect(await tryStepUpChallenge(db, which, at(11))).toBeNull();
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await tryStepUpChallenge(db, which, at(10))).toMatchObject({ tries });
    }
    expect(await tryStepUpChallenge(db, which, at(10))).toBeNull();
  });

  test('are proven once, and not late', async () => {
    await add('a');
    expect(await proveStepUpChallenge(db, 'a', 'totp', from(11))).toBe(false);
    expect(await proveStepUpChallenge(db, 'a', 'totp', from(10))).toBe(true);
    expect(await proveStepUpChallenge(db, 'a', 'totp', from(10))).toBe(false);
    expect(await tryStepUpChallenge(db, bound('a'), at(10))).toBeNull();
  });

  test('are used up once, of two at a time, once they are proven', async () => {
    await add('a');
    expect(await takeStepUpProof(db, bound('a'), from(10))).toBe(false);
    await proveStepUpChallenge(db, 'a', 'totp', from(10));
    for (const wrong of ['user_id', 'session_hash', 'send_key', 'body_hash'] as const) {
      expect(await takeStepUpProof(db, { ...bound('a'), [wrong]: 'x' }, from(10))).toBe(false);
    }
    expect(await takeStepUpProof(db, bound('a'), from(11))).toBe(false);
    const taken = [0, 1, 2].map(() => takeStepUpProof(db, bound('a'), from(10)));
    expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(1);
  });

  test('have at most one sign-in at a provider', async () => {
    await add('a');
    expect(await bindOidcAttempt(db, 'a', 'one')).toBe(true);
    expect(await bindOidcAttempt(db, 'a', 'two')).toBe(false);
    expect(await challengeOfAttempt(db, 'one')).toMatchObject({ id_hash: 'a' });
    expect(await challengeOfAttempt(db, 'two')).toBeUndefined();
  });

  test('are deleted after a while', async () => {
    await add('a');
    await bindOidcAttempt(db, 'a', 'one');
    await purgeStepUpChallenges(db, at(10));
    expect(await challengeOfAttempt(db, 'one')).toBeDefined();
    await purgeStepUpChallenges(db, at(11));
    expect(await challengeOfAttempt(db, 'one')).toBeUndefined();
  });
});
