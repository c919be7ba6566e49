import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AmountField, type AmountFieldProps } from '../../../src/app/ui/amount-field.tsx';
import { textEms } from '../../../src/app/ui/text-ems.ts';
import { renderUi } from '../../support/render-ui.tsx';

const currencies = [
  { value: 'CLP', label: 'CLP Chilean peso' },
  { value: 'EUR', label: 'EUR Euro' },
];

function Typed(props: Partial<AmountFieldProps>) {
  const [value, setValue] = useState('');
  return (
    <AmountField
      label="You send, in Chilean pesos"
      value={value}
      onChange={setValue}
      currency="CLP"
      {...props}
    />
  );
}

test('keeps the amount as typed, with a decimal keyboard', async () => {
  const { user } = renderUi(<Typed />);
  const input = screen.getByRole('textbox', { name: 'You send, in Chilean pesos' });
  await user.type(input, '1.234,50');
  expect(input).toHaveValue('1.234,50');
  expect(input).toHaveAttribute('inputmode', 'decimal');
  expect(input).toHaveAttribute('autocomplete', 'off');
});

test('the currency is a native select with its own name', async () => {
  const onCurrencyChange = vi.fn();
  const { user } = renderUi(
    <Typed
      currencies={currencies}
      currencyLabel="Currency you send"
      onCurrencyChange={onCurrencyChange}
    />,
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency you send' }), 'EUR');
  expect(onCurrencyChange).toHaveBeenCalledExactlyOnceWith('EUR');
});

test('a single currency is plain text, not a select', () => {
  renderUi(<Typed currencies={currencies.slice(0, 1)} onCurrencyChange={() => {}} />);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.getByText('CLP')).toBeVisible();
});

test('the error describes the amount', () => {
  renderUi(<Typed error="Type an amount above 0" />);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Type an amount above 0');
  expect(screen.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
});

test('reserves more width for a longer amount, and some for an empty one', () => {
  expect(textEms('100.000.000,00')).toBeGreaterThan(textEms('100.000'));
  expect(textEms('')).toBe(1);
});
