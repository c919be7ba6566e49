import { expect, test } from 'vitest';
import { recipientNow } from '../../../src/bff/sends/before-intent.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';

const request = {
  destination_account_id: '501',
  source_amount_cents: 10_000n,
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
};
const recipientWhere = (error: Error) =>
  recipientNow(
    { showAccount: () => Promise.reject(error) },
    { ...request, destination_account_fingerprint: '' },
  );

test.each([400, 404])(
  "a recipient is absent by the contract's own words, with %i",
  async (status) => {
    const error = new ServiceError('refused', 'record_not_found', { status });
    await expect(recipientWhere(error)).rejects.toMatchObject({ problem: 'account-not-found' });
  },
);

test.each([
  [404, 'no route matches'],
  [409, 'the account is being reviewed'],
  [422, 'try later'],
])('any other refusal says nothing of that: %i %s', async (status, words) => {
  const error = new ServiceError('refused', words, { status });
  await expect(recipientWhere(error)).rejects.toMatchObject({
    problem: 'service-refused',
    details: { detail: words },
  });
});

test('any other failure is told as it came', async () => {
  const error = new ServiceError('unreadable', 'the answer is not JSON', { status: 200 });
  await expect(recipientWhere(error)).rejects.toBe(error);
});
