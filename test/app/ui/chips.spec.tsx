import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ChoiceChips, FilterChips } from '../../../src/app/ui/chips.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const options = [
  { value: 'bank', label: 'Bank account' },
  { value: 'wallet', label: 'Wallet' },
];

function Category() {
  const [value, setValue] = useState('bank');
  return (
    <ChoiceChips
      label="Paid to"
      options={options}
      value={value}
      onChange={setValue}
      error="Choose one"
    />
  );
}

test('choice chips are radio buttons of one group, moved by the arrows', async () => {
  const { user } = renderUi(<Category />);
  expect(screen.getByRole('group', { name: 'Paid to' })).toHaveAccessibleDescription('Choose one');
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Bank account' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Wallet' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Bank account' })).not.toBeChecked();
});

const filters = [
  { value: '', label: 'All', count: 214 },
  { value: 'pending', label: 'Pending', count: 3 },
];

test('filter chips with addresses are links, the current one marked', () => {
  renderUi(
    <FilterChips
      label="State"
      chips={filters}
      value="pending"
      to={(value) => `/transfers?state=${value}`}
    />,
  );
  const pending = screen.getByRole('link', { name: 'Pending 3' });
  expect(pending).toHaveAttribute('href', '/transfers?state=pending');
  expect(pending).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'All 214' })).not.toHaveAttribute('aria-current');
});

test('filter chips without addresses are pressed buttons', async () => {
  const onChange = vi.fn();
  const { user } = renderUi(
    <FilterChips label="State" chips={filters} value="" onChange={onChange} />,
  );
  expect(screen.getByRole('button', { name: 'All 214' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Pending 3' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('pending');
});
