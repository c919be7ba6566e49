import decodeQR from 'qr/decode.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { ensureDemoAccounts } from '../../../src/bff/auth/demo-accounts.ts';
import { makeRecoveryCodes, spendRecoveryCode } from '../../../src/bff/auth/recovery-codes.ts';
import { secondFactorMethods } from '../../../src/bff/auth/second-factors.ts';
import { beginTotp, confirmTotp, verifyTotp } from '../../../src/bff/auth/totp.ts';
import { findUserByEmail, type UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { openStore } from '../../support/open-store.ts';
import { addDemoAccounts, addPerson } from '../../support/people.ts';
import { randomNumbers, seed } from '../../support/seed.ts';
import { stores } from '../../support/stores.ts';
import { codeAt } from '../../support/totp.ts';

const secrets = ['a secret of the tests, thirty-two or more'] as const;
const start = Date.parse('2026-01-01T12:00:00Z');
const step = 30_000;
const rounds = 40;
const work = { before: async () => {}, done: async () => true };

describe.each(stores())('an authenticator app, on $name', ({ create }) => {
  // Two connections to one store, as of two instances.
  let one: LedgerDb;
  let other: LedgerDb;
  let ana: UserRow;

  beforeEach(async () => {
    const { open } = await openStore(create);
    [one, other] = [await open(), await open()];
    ana = await person('ana@example.com');
  });

  async function person(email: string) {
    await addPerson(one, { email, password: 'a password' });
    const user = await findUserByEmail(one, email);
    if (!user) throw new Error('not added');
    return user;
  }

  async function enrolled(user = ana) {
    const { secret } = await beginTotp({ db: one, secrets }, user, 'Giro', 'password', start);
    const code = codeAt(secret, start);
    const options = { now: start, first: true };
    const { is } = await confirmTotp({ db: one, secrets }, user.id, code, options, work);
    expect(is).toBe('ok');
    return secret;
  }

  test('shows its secret as a QR code that a camera reads', async () => {
    const { uri, secret, qr } = await beginTotp(
      { db: one, secrets },
      ana,
      'Giro & Co',
      'password',
      start,
    );
    expect(uri).toBe(
      `otpauth://totp/Giro%20%26%20Co:ana%40example.com?issuer=Giro%20%26%20Co&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(decodeQR(drawn(qr))).toBe(uri);
  });

  test(`accepts one of several identical codes at once (seed ${seed})`, async () => {
    const secret = await enrolled();
    const pauses = randomNumbers(rounds * 4, 6);
    for (let round = 1; round <= rounds; round += 1) {
      const now = start + round * step;
      const code = codeAt(secret, now);
      const results = await Promise.all(
        [one, other, one, other].map(async (db, at) => {
          await turns(pauses[round * 4 - 4 + at] ?? 0);
          return verifyTotp({ db, secrets }, ana.id, code, now);
        }),
      );
      expect(results.toSorted()).toEqual(['ok', 'used', 'used', 'used']);
    }
  });

  test(`accepts one of several identical recovery codes at once (seed ${seed})`, async () => {
    const pauses = randomNumbers(40, 6);
    const codes = await makeRecoveryCodes(one, ana.id, start);
    for (const [round, code] of codes.entries()) {
      const results = await Promise.all(
        [one, other, one, other].map(async (db, at) => {
          await turns(pauses[round * 4 + at] ?? 0);
          return spendRecoveryCode(db, ana.id, code, start + round);
        }),
      );
      expect(results.filter((left) => left !== null)).toEqual([codes.length - round - 1]);
    }
  });

  test('of two new apps confirmed at once one takes the place', async () => {
    const { secret } = await beginTotp({ db: one, secrets }, ana, 'Giro', 'password', start);
    const code = codeAt(secret, start);
    const results = await Promise.all(
      [one, other].map((db) =>
        confirmTotp({ db, secrets }, ana.id, code, { now: start, first: false }, work),
      ),
    );
    expect(results.map(({ is }) => is).toSorted()).toEqual(['none', 'ok']);
  });

  test('is its person’s alone: neither its row nor a recovery code serves another', async () => {
    const secret = await enrolled();
    const ben = await person('ben@example.com');
    await enrolled(ben);
    const own = await one
      .selectFrom('totp_factors')
      .select('sealed')
      .where('user_id', '=', ana.id)
      .executeTakeFirstOrThrow();
    await one.updateTable('totp_factors').set(own).where('user_id', '=', ben.id).execute();
    const now = start + step;
    await expect(
      verifyTotp({ db: one, secrets }, ben.id, codeAt(secret, now), now),
    ).rejects.toThrow(/not decrypted/);
    const [code = ''] = await makeRecoveryCodes(one, ana.id, start);
    expect(await spendRecoveryCode(one, ben.id, code, start)).toBeNull();
    expect(await spendRecoveryCode(one, ana.id, code, start)).toBe(9);
  });

  test('of a sandbox account is gone after the next start', async () => {
    await addDemoAccounts(one);
    const sender = await findUserByEmail(one, 'sender@giro.example');
    if (!sender) throw new Error('no sender');
    await enrolled(sender);
    await ensureDemoAccounts(one, new Date(start).toISOString());
    expect(await secondFactorMethods(one, sender.id)).toEqual([]);
  });
});

/** Waits for so many turns of the event loop. */
async function turns(count: number) {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((done) => setImmediate(done));
  }
}

/** The pixels of a QR code that is one SVG path, eight for each module. */
function drawn({ size, path }: { size: number; path: string }) {
  const scale = 8;
  const side = size * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1) {
      const begin = (row * side + Number(x) * scale) * 4;
      const pixels = data.subarray(begin, begin + Number(length) * scale * 4);
      pixels.forEach((_, at) => {
        if (at % 4 !== 3) pixels[at] = 0;
      });
    }
  }
  return { height: side, width: side, data };
}
