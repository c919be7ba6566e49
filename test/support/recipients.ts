import type { createBrowser } from './browser.ts';

type Browser = ReturnType<typeof createBrowser>;

const owner = {
  dni: '1020304',
  dni_type: 'cc',
  first_name: 'Gloria',
  last_name: 'Patiño',
  email: 'gloria@example.com',
  address: 'Calle 1 # 2-3',
  city: 'Bogotá',
};

/** Adds a bank recipient in Colombia for the person signed in, and answers it. */
export async function addRecipient(browser: Browser, fields: Record<string, unknown> = {}) {
  const banks = await browser.call('GET', '/api/banks?country_name=Colombia');
  const { status, body } = await browser.call('POST', '/api/destination_accounts', {
    alias: 'Mamá Bogotá',
    category: 'bank',
    bank_id: banks.body[0].id,
    bank_type: 'savings',
    bank_number: '00123454821',
    ...owner,
    ...fields,
  });
  if (status !== 201) throw new Error(`the recipient was not added: ${JSON.stringify(body)}`);
  return body;
}

/** Sends from CLP to COP, and answers what the BFF said. */
export function sendMoney(browser: Browser, destination_account_id: string, fields = {}) {
  return browser.call(
    'POST',
    '/api/transfers',
    {
      destination_account_id,
      source_amount_cents: '100000',
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
      ...fields,
    },
    { 'idempotency-key': crypto.randomUUID() },
  );
}
