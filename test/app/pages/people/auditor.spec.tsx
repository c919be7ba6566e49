import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { giveUpSoon, sendUnresolved } from '../send/send-unresolved.ts';

it('opens the audit first, and has the pages that only read', async () => {
  await renderApp('/', { as: 'auditor' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  const items = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Audit',
    'Look up',
    'Transfers',
    'Recipients',
    'Health',
  ]);
});

it('refuses the pages of people to an auditor', async () => {
  await renderApp('/people', { as: 'auditor' });
  expect(
    await screen.findByText('Your account can’t do this. Ask your administrator.'),
  ).toBeVisible();
});

it('shows a transfer that needs review without its decision', async () => {
  let key = '';
  const app = await renderApp('/audit', {
    as: 'auditor',
    reconcile: giveUpSoon,
    before: async (browser) => {
      await browser.signIn('sender');
      const { id } = await addRecipient(browser);
      key = await sendUnresolved(browser, id);
      await browser.signIn('auditor');
    },
  });
  await act(() => app.router.navigate(`/sends/${key}`));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'This transfer needs your review' }),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /Resolve|didn’t go|not sent|sent/i })).toBeNull();
  expect(await screen.findByText('Nobody has this case')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take case' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'New team note' })).toBeNull();
  const answer = await app.browser.call('POST', `/api/sends/${key}/settle`, {});
  expect(answer.status).toBe(403);
});
