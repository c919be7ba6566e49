import * as z from 'zod';
import type { createBrowser } from './browser.ts';

/** Calls the BFF for the signed-in person: the in-process browser, or a page of a real one. */
export type Caller = Pick<ReturnType<typeof createBrowser>, 'call'>;

/** The owner of an account. */
export const gloria = {
  dni: '1020304',
  dni_type: 'cc',
  first_name: 'Gloria',
  last_name: 'Patiño',
  email: 'gloria@example.com',
  address: 'Calle 1 # 2-3',
  city: 'Bogotá',
};

/** Adds a bank recipient in Colombia for the signed-in person, and answers it. */
export async function addRecipient(caller: Caller, fields: Record<string, unknown> = {}) {
  const banks = await caller.call('GET', '/api/banks?country_name=Colombia');
  return add(caller, {
    alias: 'Mamá Bogotá',
    category: 'bank',
    bank_id: banks.body[0].id,
    bank_type: 'savings',
    bank_number: '00123454821',
    ...gloria,
    ...fields,
  });
}

export const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Adds a wallet for the signed-in person, without an owner's name by default, and answers it. */
export function addWallet(caller: Caller, fields: Record<string, unknown> = {}) {
  const wallet = { alias: 'Cold wallet', category: 'wallet', additional_data: walletAddress };
  return add(caller, { ...wallet, ...fields });
}

async function add(caller: Caller, account: object) {
  const { status, body } = await caller.call('POST', '/api/destination_accounts', account);
  if (status !== 201) throw new Error(`the recipient was not added: ${JSON.stringify(body)}`);
  return body;
}

/** A request to send, with the fingerprint of the recipient's current data. */
export async function asShown<T extends { destination_account_id: unknown }>(
  caller: { call(method: string, path: string): Promise<{ body: unknown }> },
  body: T,
): Promise<T & { destination_account_fingerprint: string }> {
  const path = `/api/destination_accounts/${body.destination_account_id}`;
  const account = shownAccount.safeParse((await caller.call('GET', path)).body).data;
  return { destination_account_fingerprint: account?.fingerprint ?? 'never shown', ...body };
}
const shownAccount = z.object({ fingerprint: z.string() });

/** Sends from CLP to COP, and returns the BFF's answer. */
export async function sendMoney(caller: Caller, destination_account_id: string, fields = {}) {
  const body = await asShown(caller, {
    destination_account_id,
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    ...fields,
  });
  return caller.call('POST', '/api/transfers', body, { 'idempotency-key': crypto.randomUUID() });
}
