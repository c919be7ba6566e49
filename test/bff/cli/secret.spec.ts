import { beforeEach, describe, expect, test } from 'vitest';
import { beginTotp } from '../../../src/bff/auth/totp.ts';
import { runCommand } from '../../../src/bff/cli/cli.ts';
import { keepSecret, knowsSecret, totpSeal } from '../../../src/bff/ledger/keep/sealed-values.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { confirmPendingTotp, findTotp } from '../../../src/bff/ledger/people/second-factors.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { pushKeys } from '../../../src/bff/news/push-keys.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';

const [old, current, other] = ['old', 'current', 'other'].map((one) => one.padEnd(32, '.'));
if (!old || !current || !other) throw new Error('three secrets');
const now = Date.now();
const at = new Date(now).toISOString();

describe.each(stores())('secret rotate, on $name', ({ create }) => {
  let url: string;
  let db: LedgerDb;
  let said: string[];
  let service: Record<string, string>;

  beforeEach(async () => {
    const store = await openStore(create);
    url = store.url;
    db = await store.open();
    service = {};
  });

  async function run(command: string, secret: string, previous?: string): Promise<number> {
    said = [];
    return runCommand(command.split(' '), {
      env: {
        DATABASE_URL: url,
        GIRO_SECRET: secret,
        ...(previous && { GIRO_SECRET_PREVIOUS: previous }),
        ...service,
      },
      say: (line) => said.push(line),
      readStdin: async () => '',
      // `doctor` compares it with the store's.
      now: () => Date.now(),
      log: silentLog,
    });
  }

  const checked = () => said.find((line) => line.startsWith('GIRO_SECRET '));

  /** A person with an authenticator app, and another that waits for its first code. */
  async function withApps(name: string, secret: string) {
    const email = `${name}@example.com`;
    const person = await addPerson(db, { email, password: 'a long password' });
    if (!person) throw new Error('the person was not added');
    const deps = { db, secrets: [secret] as const };
    await beginTotp(deps, person, 'Giro', 'password', now);
    const row = await findTotp(db, person.id);
    if (row) await confirmPendingTotp(db, row, 1, at);
    await beginTotp(deps, person, 'Giro', 'password', now);
    return person.id;
  }

  test('encrypts apps, waiting ones and the keys of notifications with the new secret', async () => {
    const ana = await withApps('ana', old);
    const keys = await pushKeys(db, [old], at);
    const before = await findTotp(db, ana);

    expect(await run('doctor', current, old)).toBe(0);
    expect(checked()).toContain('3 still need GIRO_SECRET_PREVIOUS');
    expect(await run('secret rotate', current, old)).toBe(0);
    expect(said[0]).toBe('3 encrypted anew with GIRO_SECRET, 0 already were');

    const after = await findTotp(db, ana);
    const open = (sealed: string | null | undefined, secret: string) =>
      totpSeal([secret], ana).unseal(sealed ?? '');
    expect(open(after?.sealed, current)).toBe(open(before?.sealed, old));
    expect(open(after?.pending_sealed, current)).toBe(open(before?.pending_sealed, old));
    expect(open(after?.sealed, old)).toBeNull();
    expect(after?.last_step).toEqual(before?.last_step);
    expect(await pushKeys(db, [current], at)).toEqual(keys);
    expect(await run('doctor', current, old)).toBe(0);
    expect(checked()).toContain('GIRO_SECRET_PREVIOUS may go');
    const [entry] = await readAudit(db, { action: 'secret-rotate', limit: 1 });
    expect(entry).toMatchObject({ user_id: null, outcome: '3 renewed, 0 lost' });
  });

  test('changes nothing the second time', async () => {
    const ana = await withApps('ana', old);
    await run('secret rotate', current, old);
    const once = await findTotp(db, ana);
    expect(await run('secret rotate', current, old)).toBe(0);
    expect(said[0]).toBe('0 encrypted anew with GIRO_SECRET, 2 already were');
    expect(await findTotp(db, ana)).toEqual(once);
  });

  test('says which are lost, renews the others, and doctor fails', async () => {
    await withApps('ana', other);
    await withApps('ben', old);
    expect(await run('secret rotate', current, old)).toBe(1);
    expect(said[0]).toContain('2 encrypted anew');
    expect(said[1]).toContain("2 can't be decrypted");
    expect(await run('doctor', current)).toBe(1);
    expect(checked()).toContain("2 of 4 encrypted values can't be decrypted");
  });

  test('needs a GIRO_SECRET', async () => {
    const context = { say: (line: string) => said.push(line), readStdin: async () => '' };
    said = [];
    const env = { DATABASE_URL: url };
    expect(
      await runCommand(['secret', 'rotate'], { ...context, env, now: () => now, log: silentLog }),
    ).toBe(2);
    expect(said.join()).toContain('set GIRO_SECRET');
  });

  /** A real service that nobody answers for. */
  const unreachable = {
    REMITTANCE_BASE_URL: 'http://127.0.0.1:9',
    REMITTANCE_CLIENT_ID: 'id',
    REMITTANCE_CLIENT_SECRET: 'secret',
  };

  test('the database belongs to the secret of its first start, and to the newest after a change', async () => {
    expect(await keepSecret(db, [old], at)).toBe(true);
    expect(await keepSecret(db, [other], at)).toBe(false);
    expect(await knowsSecret(db, [old])).toBe(true);
    // During a change each instance knows both, in either order.
    expect(await keepSecret(db, [old, current], at)).toBe(true);
    expect(await keepSecret(db, [current, old], at)).toBe(true);
    expect(await keepSecret(db, [old], at)).toBe(false);
    expect(await keepSecret(db, [current], at)).toBe(true);
  });

  test('a database from before that is asked for what was encrypted in it', async () => {
    await pushKeys(db, [old], at);
    expect(await keepSecret(db, [other], at)).toBe(false);
    expect(await keepSecret(db, [current, old], at)).toBe(true);
    expect(await knowsSecret(db, [current])).toBe(true);
  });

  test('one of two first starts with different secrets is refused', async () => {
    const started = await Promise.all([keepSecret(db, [old], at), keepSecret(db, [current], at)]);
    expect(started.sort()).toEqual([false, true]);
  });

  test('doctor fails with another secret, until secret accept names what is lost', async () => {
    await withApps('ana', old);
    await keepSecret(db, [old], at);
    service = unreachable;
    await run('doctor', other);
    expect(checked()).toMatch(/FAIL {2}this database was made with another one\. Set GIRO_SECRET/);
    expect(await run('secret accept', other)).toBe(0);
    expect(said[0]).toBe('this database now belongs to this GIRO_SECRET');
    expect(said[1]).toContain('the authenticator app of ana@example.com is lost');
    expect(await knowsSecret(db, [other])).toBe(true);
    const [entry] = await readAudit(db, { action: 'secret-accept', limit: 1 });
    expect(entry).toMatchObject({ user_id: null, outcome: '2 lost' });
  });
});
