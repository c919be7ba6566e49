import { request } from 'undici';
import * as z from 'zod/mini';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { gloria } from './recipients.ts';

const named = z.array(z.object({ id: z.number(), country_name: z.string() }));

/** Adds a bank account in Colombia directly at the service, as another client of the operator would. */
export async function addAccountDirectly(
  sandbox: Pick<Sandbox, 'client_id' | 'client_secret'>,
  url: string,
  alias = 'Landlord',
) {
  const basic = Buffer.from(`${sandbox.client_id}:${sandbox.client_secret}`).toString('base64');
  const authorized = await request(`${url}/api/v3/auth/authorize`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  });
  const { token } = z.parse(z.object({ token: z.string() }), await authorized.body.json());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const banks = await request(`${url}/api/v3/destination_account_banks`, { headers });
  const list = z.parse(named, await banks.body.json());
  const created = await request(`${url}/api/v3/distination_accounts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      alias,
      category: 'bank',
      bank_id: list.find(({ country_name }) => country_name === 'Colombia')?.id,
      bank_type: 'current',
      bank_number: '00123454821',
      ...gloria,
    }),
  });
  const account = z.parse(z.object({ id: z.number() }), await created.body.json());
  return String(account.id);
}
