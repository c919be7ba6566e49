import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, addAudit, readAudit } from '../../../../src/bff/ledger/people/audit.ts';
import { addUser } from '../../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
import { stores } from '../../../support/stores.ts';

let db: LedgerDb;
let person: string;

const entry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-01-01T12:00:00.000Z',
  user_id: person,
  action: 'look-up',
  subject: 'transfer 9001',
  outcome: 'done',
  request_id: crypto.randomUUID(),
  ...fields,
});

describe.each(stores())('the audit on $name', ({ name, create }) => {
  beforeEach(async () => {
    const store = await create();
    db = await openLedger(store.url);
    const row = { email: 'ana@example.com', name: 'Ana', password_hash: null };
    person = (await addUser(db, { ...row, role: 'support' }, '2026-01-01'))?.id ?? '';
    return async () => {
      await db.destroy();
      await store.remove();
    };
  });

  const replace = "into audit (number, at, action, outcome, request_id) values (1, '', '', '', '')";
  const changes = [
    "update audit set outcome = 'other'",
    'delete from audit',
    'delete from users',
    ...(name === 'SQLite'
      ? [`insert or replace ${replace}`, `replace ${replace}`]
      : ['truncate audit', 'truncate users cascade']),
  ];

  test.each(changes)('rejects %s', async (statement) => {
    await addAudit(db, entry());
    const before = await readAudit(db, { limit: 10 });
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/append-only|foreign key/i);
    expect(await readAudit(db, { limit: 10 })).toEqual(before);
  });

  test('reads the latest entries in the order they were written', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await addAudit(db, entry({ subject }));
    const subjects = (await readAudit(db, { limit: 3 })).map((row) => row.subject);
    expect(subjects).toEqual(['b', 'c', 'd']);
  });

  test('filters by person and time', async () => {
    await addAudit(db, entry({ at: '2026-01-01T11:59:59.999Z' }));
    await addAudit(db, entry({ user_id: null, action: 'sign-in', subject: null }));
    const late = entry({ at: '2026-01-02T00:00:00.000Z' });
    await addAudit(db, late);
    const since = '2026-01-01T12:00:00.000Z';
    expect(await readAudit(db, { since, user_id: person, limit: 10 })).toEqual([
      { ...late, email: 'ana@example.com' },
    ]);
    const unknown = await readAudit(db, { since, limit: 1_000 });
    expect(unknown.map(({ email, action }) => [email, action])).toEqual([
      [null, 'sign-in'],
      ['ana@example.com', 'look-up'],
    ]);
  });
});
