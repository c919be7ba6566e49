import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openSupport } from '../send/open-support.ts';
import { giveUpSoon, sendUnresolved } from '../send/send-unresolved.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('says that nothing is resolved yet', async () => {
  const { user } = await openSupport(async () => undefined);
  await user.click(await screen.findByRole('link', { name: 'Resolved' }));
  await heading('Resolved');
  expect(await screen.findByText('Nothing resolved yet')).toBeVisible();
});

it('lists what was decided by day, with who, when and why, and leads to the case and back', async () => {
  const { user, router, browser, db } = await openSupport(sendUnresolved, {
    reconcile: giveUpSoon,
  });
  const { key } = await db.selectFrom('sends').select('key').executeTakeFirstOrThrow();
  await browser.call('POST', `/api/sends/${key}/settle`, {
    outcome: 'not_sent',
    reason: 'Not in their books',
  });
  await act(() => router.navigate('/support/resolved'));
  const today = within(await screen.findByRole('list', { name: 'Today' }));
  const row = today.getByRole('listitem');
  expect(row).toHaveTextContent(/To Mamá BogotáFrom Sam Sender.*Sue Support: Not in their books/);
  expect(row).toHaveTextContent(/504.*\d:\d\d [AP]M/);
  // The page belongs to Look up.
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getByRole('link', { name: 'Look up' })).toHaveAttribute('aria-current', 'page');
  await user.click(today.getByRole('link', { name: 'It was not sent' }));
  await heading('This transfer was not sent');
  expect(router.state.location.pathname).toBe(`/sends/${key}`);
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Resolved' }));
  await heading('Resolved');
  expect(await screen.findByText(/Not in their books/)).toBeVisible();
});
