import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { row } from '../../bff/tracking/rows.ts';
import { beginFirstList } from '../../support/begin-first-list.ts';
import { renderApp } from '../../support/render-app.tsx';

const notice = 'We are still loading transfers. Not all are here yet.';

it('says that transfers are missing while the first list is written', async () => {
  const app = await renderApp('/settings', { as: 'support', sandbox: { transfers: 40 } });
  const end = await beginFirstList(app.db, [row('9040'), row('9039')]);
  await act(() => app.router.navigate('/transfers'));
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByText('2 transfers')).toBeVisible();
  expect(screen.queryByRole('button', { name: /download/i })).toBeNull();
  await act(() => app.router.navigate('/support'));
  expect(await screen.findByText(notice)).toBeVisible();

  await end();
  await act(() => app.router.navigate('/transfers'));
  await act(() => app.queryClient.invalidateQueries());
  await screen.findByText('40 transfers', undefined, { timeout: 20_000 });
  expect(screen.queryByText(notice)).toBeNull();
});

it('does not tell a sender that there are none', async () => {
  const app = await renderApp('/settings', { sandbox: { transfers: 40 } });
  await beginFirstList(app.db, [row('9040')]);
  await act(() => app.router.navigate('/transfers'));
  expect(await screen.findByText('No transfer found so far')).toBeVisible();
  expect(screen.queryByText('No transfers yet')).toBeNull();
});
