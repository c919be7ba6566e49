import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../../src/bff/auth/passwords.ts';
import { own } from '../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { isAtLength } from './at-length.ts';
import { createBrowser } from './browser.ts';
import { isCreateTransfer, startHoldingProxy } from './holding-proxy.ts';
import { asShown } from './recipients.ts';
import { addAccountDirectly } from './service-account.ts';
import type { Store } from './stores.ts';

export const sender = { email: 'rent@giro.example', password: 'correct horse battery' };

/**
 * Everything that a Giro process needs: a sandbox behind a proxy that can hold calls, and a store with a
 * sender who has an account. `env` configures the process.
 */
export async function createSenderFixture(store: Store, options: SandboxOptions = {}) {
  const { url: databaseUrl, remove } = await store.create();
  const sandbox = createSandbox(options);
  const service = await sandbox.listen();
  const proxy = await startHoldingProxy(service.url);
  const account_id = await addAccountDirectly(sandbox, service.url);
  await addSender(databaseUrl, account_id);
  return {
    sandbox,
    proxy,
    account_id,
    databaseUrl,
    /** How many transfers of this amount the service has. */
    made: (amount: number) =>
      sandbox.transfers.filter(({ source_amount_cents: of }) => of === BigInt(amount)).length,
    /** How many times the service was asked for a transfer. */
    posts: () =>
      sandbox.requests.filter(({ method, path }) => isCreateTransfer(method, path)).length,
    env: {
      REMITTANCE_BASE_URL: proxy.url,
      REMITTANCE_CLIENT_ID: sandbox.client_id,
      REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
      GIRO_SECRET: 'a secret of the tests, thirty-two or more',
      DATABASE_URL: databaseUrl,
    },
    async close() {
      await proxy.close();
      await service.close();
      await remove();
    },
  };
}

async function addSender(databaseUrl: string, account_id: string) {
  const db = await openLedger(databaseUrl);
  const now = new Date().toISOString();
  const password_hash = await hashPassword(sender.password);
  const person = { email: sender.email, name: 'Rent', role: 'sender', password_hash } as const;
  const user = await addUser(db, person, now);
  await own(db, 'account', account_id, user?.id ?? '', now);
  await db.destroy();
}

/**
 * Makes each intent a minute older, and so lost: whatever wrote it has been killed or has answered. What is left of the
 * leases of presses and looks ends with that. At length they grow old by themselves.
 */
export async function ageIntents(databaseUrl: string) {
  if (isAtLength) return;
  const db = await openLedger(databaseUrl);
  const rows = await db
    .selectFrom('sends')
    .select(['key', 'created_at'])
    .where('state', '=', 'intended')
    .execute();
  for (const { key, created_at } of rows) {
    const earlier = new Date(Date.parse(created_at) - 60_000).toISOString();
    await db.updateTable('sends').set({ created_at: earlier }).where('key', '=', key).execute();
  }
  await endLeasesOf(db, ['begin', 'look']);
  await db.destroy();
}

/** Ends the leases of presses and releases that were killed: they write nothing more. */
export async function endLeases(databaseUrl: string) {
  const db = await openLedger(databaseUrl);
  await endLeasesOf(db, ['begin', 'release']);
  await db.destroy();
}

async function endLeasesOf(db: LedgerDb, kinds: readonly string[]) {
  for (const kind of kinds)
    await db.deleteFrom('leases').where('name', 'like', `${kind} %`).execute();
}

/** Signs the sender in at a Giro in this process. `send` sends an amount to the account. */
export async function signInSender(app: FastifyInstance, account_id: string) {
  const browser = createBrowser(app);
  const signIn = () => browser.call('POST', '/api/session', sender);
  await signIn();
  const shown = await asShown(browser, transferTo(account_id, 0));
  const send = (amount: number, key: string = crypto.randomUUID()) =>
    browser.call(
      'POST',
      '/api/transfers',
      { ...shown, source_amount_cents: String(amount) },
      { 'idempotency-key': key },
    );
  return { browser, signIn, send };
}

/** The request for a transfer of this amount to the account. */
export const transferTo = (account_id: string, amount: bigint | number, currency = 'USD') => ({
  destination_account_id: account_id,
  source_amount_cents: String(amount),
  source_amount_currency: currency,
  destination_amount_currency: 'COP',
});
