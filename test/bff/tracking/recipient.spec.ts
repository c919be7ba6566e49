import { describe, expect, test, vi } from 'vitest';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { recipientOf } from '../../../src/bff/tracking/recipient.ts';
import type { Bank } from '../../../src/contract/bank.ts';
import type { DestinationAccount } from '../../../src/contract/destination-account.ts';

const account: DestinationAccount = {
  ...{ id: '501', alias: 'Mamá', category: 'bank', first_name: 'Ana', last_name: 'Soto' },
  ...{ bank_id: '7', bank_number: '00123454821', country: { id: '1', name: 'Chile', code: 'CL' } },
};
const bank: Bank = { id: '7', code: '7', name: 'Banco', country_name: 'Chile' };

type Parts = {
  known?: DestinationAccount | null;
  banks?: () => Promise<Bank[]>;
  show?: () => Promise<DestinationAccount>;
  last?: DestinationAccount[];
};

function recipient({ known = null, last = [], ...parts }: Parts) {
  const { banks = async () => [bank], show = async () => account } = parts;
  return recipientOf(
    {
      client: { showAccount: show },
      accounts: { known: () => known },
      recipients: { known: () => recipientsOf(last, [bank]) },
      reference: { banks, countries: async () => [], currencies: async () => [] },
    },
    '501',
  );
}

const whole = {
  ...{ id: '501', alias: 'Mamá', name: 'Ana Soto', bank_name: 'Banco' },
  ...{ account_tail: '4821', country_name: 'Chile', country_code: 'CL' },
};
const refused = (status: number, message: string) => async () => {
  throw new ServiceError('refused', message, { status });
};
const never = () => new Promise<never>(() => undefined);

test('reads a recipient with its bank', async () => {
  expect(await recipient({})).toEqual({ recipient: whole, missing: [] });
  expect(await recipient({ known: account, show: never })).toEqual({
    recipient: whole,
    missing: [],
  });
});

describe('reports the bank as missing when the banks', () => {
  test.each([
    ['are refused', refused(400, 'banks are not available')],
    ['fail', refused(404, 'record_not_found')],
  ])('%s', async (_name, banks) => {
    const recipientWithoutBank = { ...whole, bank_name: null };
    expect(await recipient({ banks })).toEqual({
      recipient: recipientWithoutBank,
      missing: ['bank'],
    });
  });

  test('hang', async () => {
    vi.useFakeTimers();
    const result = recipient({ banks: never });
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect((await result).missing).toEqual(['bank']);
  });
});

describe('an account', () => {
  test('is gone if the service says that it does not exist', async () => {
    const show = refused(404, 'record_not_found');
    expect(await recipient({ show })).toEqual({ recipient: null, missing: [] });
  });

  test.each([
    ['is refused for another reason', refused(400, 'not now')],
    ['fails', async () => Promise.reject(new ServiceError('broken', 'it failed'))],
  ])('that %s is missing, not gone', async (_name, show) => {
    expect(await recipient({ show })).toEqual({ recipient: null, missing: ['recipient'] });
    // With a last known recipient, that one is shown.
    expect(await recipient({ show, last: [account] })).toEqual({ recipient: whole, missing: [] });
  });

  test('that hangs is missing after 3 seconds', async () => {
    vi.useFakeTimers();
    const result = recipient({ show: never });
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(await result).toEqual({ recipient: null, missing: ['recipient'] });
  });
});
