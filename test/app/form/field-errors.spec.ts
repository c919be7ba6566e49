import { expect, test, vi } from 'vitest';
import { applyServerErrors } from '../../../src/app/form/field-errors.ts';

type Values = { alias: string; bank: { bank_id: string } };

function form() {
  return { setError: vi.fn() };
}

test('messages for known fields go to the fields, the rest is returned', () => {
  const target = form();
  const rest = applyServerErrors<Values>(
    target,
    {
      message: 'error creating destination account',
      errors: { alias: ['has already been taken', 'is too long'], dni: ['is invalid'] },
    },
    ['alias'],
  );
  expect(target.setError).toHaveBeenCalledExactlyOnceWith('alias', {
    type: 'server',
    message: 'has already been taken, is too long',
  });
  expect(rest).toEqual(['is invalid']);
});

test('names of the server that differ are mapped to the form', () => {
  const target = form();
  const rest = applyServerErrors<Values>(
    target,
    { message: 'no', errors: { destination_account_bank: ['must exist'] } },
    { destination_account_bank: 'bank.bank_id' },
  );
  expect(target.setError).toHaveBeenCalledExactlyOnceWith('bank.bank_id', {
    type: 'server',
    message: 'must exist',
  });
  expect(rest).toEqual([]);
});

test.each([[undefined], [{}]])('a problem with errors %j speaks for the whole form', (errors) => {
  const target = form();
  expect(applyServerErrors<Values>(target, { message: 'Down', errors }, ['alias'])).toEqual([
    'Down',
  ]);
  expect(target.setError).not.toHaveBeenCalled();
});
