import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { isPostgres } from '../../../src/bff/ledger/store/is-postgres.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { ProblemError } from '../../../src/bff/lib/problem.ts';
import { sendOnce } from '../../../src/bff/sends/send-once.ts';
import { createService } from '../../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { runGiro } from '../../support/drill.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { addAccountDirectly } from '../../support/service-account.ts';
import type { Store } from '../../support/stores.ts';
import { sendDepsOf, shown } from '../sends/send-fixtures.ts';

/** The texts of one line of CSV. */
function cellsOf(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

/** The lines of a proof's CSV file, by its headings. */
export function readProof(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = cellsOf(head);
  return lines.map((line) => {
    const cells = cellsOf(line);
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));
  });
}

/** A real sandbox service, a ledger with a sender, sends by `sendOnce`, and `giro prove` over both. */
export async function createProveWorld(store: Store, as?: 'empty') {
  const { url, open } = await openStore(store.create, as);
  const sandbox = createSandbox();
  const listener = await sandbox.listen();
  const access = { clientId: sandbox.client_id, clientSecret: sandbox.client_secret };
  const { client, close } = createService({
    ...{ ...access, baseUrl: listener.url, tokenStore: createMemoryTokenStore() },
  });
  const folder = mkdtempSync(join(tmpdir(), 'giro-prove-'));
  onTestFinished(async () => {
    await close();
    await listener.close();
    rmSync(folder, { recursive: true });
  });
  const account = await addAccountDirectly(sandbox, listener.url);
  const db = await open();
  const { id: person } = await addPerson(db, { email: 'ana@giro.example', name: '=Ana <b>' });
  const env = {
    DATABASE_URL: url,
    GIRO_SECRET: 'a secret of the tests, thirty-two or more',
    REMITTANCE_BASE_URL: listener.url,
    REMITTANCE_CLIENT_ID: sandbox.client_id,
    REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
  };
  const request = (amount: number) => ({
    destination_account_id: account,
    source_amount_cents: BigInt(amount),
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  let files = 0;

  return {
    ...{ db, env, url, folder, sandbox, client, person, account, request },
    /** Sends an amount; answers the key. What is refused or lost is in the ledger. */
    async send(
      amount: number,
      given: Partial<Parameters<typeof sendDepsOf>[2]> = {},
      key: string = crypto.randomUUID(),
    ) {
      const list = async () => ({
        ...{ value: await client.listTransfers(), readAt: Date.now(), odd: [] },
      });
      const tracking = { list, drop() {} };
      const deps = sendDepsOf(db, Date.now, { client, tracking, ...given });
      await sendOnce(deps, person, key, shown(request(amount))).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
      });
      return key;
    },
    /** Runs the command; answers its exit code, its words and the lines of its file by result. */
    async prove(...args: string[]) {
      files += 1;
      const file = join(folder, `${files}.csv`);
      const run = await runGiro(env, 'prove', '--since', '2000-01-01', '--out', file, ...args);
      const rows = run.code === 1 || run.code === 2 ? [] : readProof(readFileSync(file, 'utf8'));
      const results = rows.map(({ result }) => result).sort();
      return { ...run, file, rows, results };
    },
  };
}

/** Takes the constraint away by which a transfer has at most one send, as a person with tools could. */
export async function allowSharedTransfers(db: LedgerDb) {
  if (isPostgres(db)) {
    await db.schema.alterTable('sends').dropConstraint('sends_transfer_id_key').execute();
    return;
  }
  // Triggers of other tables name this one while it is not there.
  await sql`pragma legacy_alter_table = on`.execute(db);
  await sql`create table sends_copied as select * from sends`.execute(db);
  await sql`drop table sends`.execute(db);
  await sql`alter table sends_copied rename to sends`.execute(db);
}
