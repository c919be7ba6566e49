import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SelectField } from '../../../src/app/ui/select-field.tsx';
import { TextField } from '../../../src/app/ui/text-field.tsx';
import { renderUi } from '../../support/render-ui.tsx';

test('a field without errors has only its label and hint', () => {
  renderUi(<TextField label="Name" hint="As on the document" />);
  const input = screen.getByRole('textbox', { name: 'Name' });
  expect(input).toHaveAccessibleDescription('As on the document');
  expect(input).toBeValid();
  expect(input).not.toHaveAttribute('aria-invalid');
});

test('hint, warning and error describe the control, and the error makes it invalid', () => {
  renderUi(<TextField label="IBAN" hint="Up to 34" warning="Check digits" error="Missing" />);
  const input = screen.getByRole('textbox', { name: 'IBAN' });
  expect(input).toHaveAccessibleDescription('Up to 34 Check digits Missing');
  expect(input).toHaveAttribute('aria-invalid', 'true');
});

test('a warning does not make a field invalid', () => {
  renderUi(<TextField label="IBAN" warning="Check digits" />);
  expect(screen.getByRole('textbox')).not.toHaveAttribute('aria-invalid');
});

test('an optional field says so in its name', () => {
  renderUi(<TextField label="Phone" optional />);
  expect(screen.getByRole('textbox', { name: 'Phone (optional)' })).toBeInTheDocument();
});

test('two fields with the same label have different ids', () => {
  renderUi(
    <>
      <TextField label="City" />
      <TextField label="City" />
    </>,
  );
  const [first, second] = screen.getAllByRole('textbox', { name: 'City' });
  expect(first?.id).not.toBe(second?.id);
});

test('a select lists its options after its placeholder and reports the choice', async () => {
  const onChange = vi.fn();
  const { user } = renderUi(
    <SelectField
      label="ID type"
      placeholder="Choose"
      options={[
        { value: 'cc', label: 'National ID' },
        { value: 'passport', label: 'Passport' },
      ]}
      onChange={onChange}
    />,
  );
  const select = screen.getByRole('combobox', { name: 'ID type' });
  expect(select).toHaveValue('');
  await user.selectOptions(select, 'Passport');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('passport');
});
