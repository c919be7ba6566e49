import { expect, test } from 'vitest';
import { editedText } from '../../../../src/app/pages/quote/draft.ts';

test.each([
  ['a nought less', '100,000', '100,00', '10000'],
  ['a digit more', '100,000', '100,0005', '1000005'],
  ['a digit within', '100,000', '1009,000', '1009000'],
  ['a digit in front', '100,000', '2100,000', '2100000'],
  ['a range taken out', '1,234,567.89', '1,567.89', '1567.89'],
  ['the mark itself taken out', '100,000', '100000', '100000'],
  ['a decimal mark', '1,234', '1,234.', '1234.'],
  ['a decimal comma of elsewhere', '1,234', '1,234,', '1234,'],
  ['decimals', '1,234.50', '1,234.5', '1234.5'],
  ['all of it typed over', '1,234.50', '7', '7'],
  ['emptied', '1,234', '', ''],
  ['pasted', '100,000', '1.234,50', '1.234,50'],
  ['pasted behind', '100,000', '100,000,000', '100,000,000'],
])('%s: %s, %s', (_, before, after, expected) => {
  expect(editedText(before, after, 'en')).toBe(expected);
});

test('by the marks of the locale', () => {
  expect(editedText('100.000', '100.00', 'es-CL')).toBe('10000');
  expect(editedText('1.234,50', '1.234,5', 'pt-BR')).toBe('1234,5');
  expect(editedText('12,34,567', '12,34,5678', 'en-IN')).toBe('12345678');
});
