import { expect, test } from 'vitest';
import { editedText } from '../../../../src/app/pages/quote/draft.ts';

test.each([
  ['one zero deleted', '100,000', '100,00', '10000'],
  ['a digit appended', '100,000', '100,0005', '1000005'],
  ['a digit inserted', '100,000', '1009,000', '1009000'],
  ['a digit prepended', '100,000', '2100,000', '2100000'],
  ['a range deleted', '1,234,567.89', '1,567.89', '1567.89'],
  ['the separator deleted', '100,000', '100000', '100000'],
  ['a decimal point typed', '1,234', '1,234.', '1234.'],
  ['a decimal comma of another locale typed', '1,234', '1,234,', '1234,'],
  ['a decimal deleted', '1,234.50', '1,234.5', '1234.5'],
  ['everything replaced', '1,234.50', '7', '7'],
  ['everything deleted', '1,234', '', ''],
  ['text pasted over', '100,000', '1.234,50', '1.234,50'],
  ['text pasted at the end', '100,000', '100,000,000', '100,000,000'],
])('edits a formatted amount: %s, %s to %s', (_, before, after, expected) => {
  expect(editedText(before, after, 'en')).toBe(expected);
});

test('uses the separators of the locale', () => {
  expect(editedText('100.000', '100.00', 'es-CL')).toBe('10000');
  expect(editedText('1.234,50', '1.234,5', 'pt-BR')).toBe('1234,5');
  expect(editedText('12,34,567', '12,34,5678', 'en-IN')).toBe('12345678');
});
