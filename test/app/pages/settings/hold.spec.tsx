import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

const lengths = async () => {
  const group = await screen.findByRole('group', { name: 'After Send we wait' });
  return within(group)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
};

it('lets a person choose to wait longer than the operator says, never less', async () => {
  const { user, db } = await renderApp('/settings/security', { env: { HOLD_SECONDS: '30' } });
  expect(await lengths()).toEqual(['30 seconds', '1 minute', '5 minutes']);
  expect(screen.getByRole('radio', { name: '30 seconds' })).toBeChecked();
  const chosen = async () =>
    (await db.selectFrom('users').select('hold_seconds').where('role', '=', 'sender').execute())[0]
      ?.hold_seconds;
  await user.click(screen.getByRole('radio', { name: '5 minutes' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(screen.getByRole('radio', { name: '5 minutes' })).toBeChecked();
  expect(await chosen()).toBe(300);
  await user.click(screen.getByRole('radio', { name: '30 seconds' }));
  await waitFor(async () => expect(await chosen()).toBeNull());
});

it('offers not to wait where the operator holds nothing, and tells of new recipients', async () => {
  await renderApp('/settings/security', { env: { HOLD_SECONDS_NEW_RECIPIENT: '120' } });
  expect(await lengths()).toEqual([
    'Don’t wait',
    '10 seconds',
    '30 seconds',
    '1 minute',
    '5 minutes',
  ]);
  expect(screen.getByText('For a new or changed recipient: 2 minutes.')).toBeVisible();
});

it('is not shown to support, who sends nothing', async () => {
  await renderApp('/settings/security', { as: 'support' });
  await screen.findByRole('heading', { level: 1, name: 'Security' });
  expect(screen.queryByText('Time to stop a transfer')).not.toBeInTheDocument();
});
