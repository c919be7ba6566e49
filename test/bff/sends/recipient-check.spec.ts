import { expect, test } from 'vitest';
import { requireRecipient } from '../../../src/bff/sends/recipient-check.ts';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { unchangedService } from './send-fixtures.ts';

const request = {
  destination_account_id: '501',
  source_amount_cents: 10_000n,
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
};
const recipientAfter = (error: Error) =>
  requireRecipient(
    { ...unchangedService, log: silentLog, showAccount: () => Promise.reject(error) },
    { ...request, destination_account_fingerprint: '' },
  );

test.each([400, 404])(
  'treats %i record_not_found as a missing recipient (contract 7)',
  async (status) => {
    const error = new ServiceError('refused', 'record_not_found', { status });
    await expect(recipientAfter(error)).rejects.toMatchObject({ problem: 'account-not-found' });
  },
);

test.each([
  [404, 'no route matches'],
  [409, 'the account is being reviewed'],
  [422, 'try later'],
])('passes any other refusal on with its message: %i %s', async (status, message) => {
  const error = new ServiceError('refused', message, { status });
  await expect(recipientAfter(error)).rejects.toMatchObject({
    problem: 'service-refused',
    details: { detail: message },
  });
});

test('rethrows any other failure unchanged', async () => {
  const error = new ServiceError('unreadable', 'the answer is not JSON', { status: 200 });
  await expect(recipientAfter(error)).rejects.toBe(error);
});
