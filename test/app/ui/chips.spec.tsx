import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ChoiceChips } from '../../../src/app/ui/chips.tsx';
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

test('choice chips are radio buttons of one group, with arrow keys', async () => {
  const { user } = renderUi(<Category />);
  expect(screen.getByRole('group', { name: 'Paid to' })).toHaveAccessibleDescription('Choose one');
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Bank account' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'Wallet' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Bank account' })).not.toBeChecked();
});
