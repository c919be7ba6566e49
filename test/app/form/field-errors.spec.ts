import { expect, test, vi } from 'vitest';
import { applyServerErrors } from '../../../src/app/form/field-errors.ts';

type Values = { alias: string; bank: { bank_id: string } };

function form() {
  return { setError: vi.fn() };
}

test('sets the errors of known fields and returns the rest', () => {
  const target = form();
  const rest = applyServerErrors<Values>(
    target,
    {
      message: 'error creating destination account',
      errors: { alias: ['It is taken.', 'It is too long.'], dni: ['is invalid'] },
    },
    ['alias'],
  );
  expect(target.setError).toHaveBeenCalledExactlyOnceWith('alias', {
    type: 'server',
    message: 'It is taken. It is too long.',
  });
  expect(rest).toEqual(['is invalid']);
});

test('maps the server’s field names to the form’s', () => {
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

test.each([[undefined], [{}]])('returns the message of a problem with errors %j', (errors) => {
  const target = form();
  expect(applyServerErrors<Values>(target, { message: 'Down', errors }, ['alias'])).toEqual([
    'Down',
  ]);
  expect(target.setError).not.toHaveBeenCalled();
});
