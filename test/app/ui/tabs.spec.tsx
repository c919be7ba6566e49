import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from '../../../src/app/ui/tabs.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const tabs = ['Peru', 'Chile', 'Spain'].map((label) => ({
  value: label.toLowerCase(),
  label,
  panel: `What goes to ${label}`,
}));

function Places() {
  const [value, setValue] = useState('peru');
  return <Tabs label="Country" tabs={tabs} value={value} onChange={setValue} />;
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('shows one view, named by its tab, and another on a click', async () => {
  const { user } = renderUi(<Places />);
  expect(screen.getByRole('tablist', { name: 'Country' })).toBeVisible();
  expect(screen.getByRole('tabpanel', { name: 'Peru' })).toHaveTextContent('What goes to Peru');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  await user.click(tab('Spain'));
  expect(tab('Spain')).toHaveAttribute('aria-selected', 'true');
  expect(tab('Peru')).toHaveAttribute('aria-selected', 'false');
  const panel = screen.getByRole('tabpanel', { name: 'Spain' });
  expect(tab('Spain')).toHaveAttribute('aria-controls', panel.id);
});

test('the arrow keys wrap around and activate; Tab moves to the panel', async () => {
  const { user } = renderUi(<Places />);
  await user.tab();
  expect(tab('Peru')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(tab('Spain')).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Spain' })).toBeVisible();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(tab('Chile')).toHaveFocus();
  await user.keyboard('{End}{Home}');
  expect(tab('Peru')).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('tabpanel', { name: 'Peru' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(tab('Peru')).toHaveFocus();
});
