import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown, ServiceError } from '../../../src/bff/service/errors.ts';

describe('isOutcomeUnknown', () => {
  it.each([
    new ServiceError('not-written', 'the service could not be reached'),
    new ServiceError('credentials', 'not authorised', { status: 401 }),
    new ServiceError('refused', 'whatever it says', { status: 400 }),
    new ServiceError('refused', 'destination_account not found', { status: 404 }),
    new ServiceError('refused', 'exchange rate not available', { status: 404 }),
  ])('is false if the service certainly did nothing: $kind $status $message', (error) => {
    expect(isOutcomeUnknown(error)).toBe(false);
  });

  it.each([
    new ServiceError('refused', 'no route here', { status: 404 }),
    new ServiceError('refused', 'conflict', { status: 409 }),
    new ServiceError('refused', 'unprocessable', { status: 422 }),
    new ServiceError('timeout', ''),
    new ServiceError('broken', '', { status: 500 }),
    new ServiceError('unreadable', '', { status: 200 }),
    new ServiceError('busy', '', { status: 429 }),
    new ServiceError('busy', '', { status: 503 }),
    new Error('a bug'),
    'not even an error',
  ])('is true for anything else: %s', (error) => {
    expect(isOutcomeUnknown(error)).toBe(true);
  });
});
