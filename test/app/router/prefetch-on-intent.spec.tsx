import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accountsQuery } from '../../../src/app/api/accounts.ts';
import { transferKeys } from '../../../src/app/api/query-keys.ts';
import { prefetchOnIntent } from '../../../src/app/router/prefetch-on-intent.ts';
import { startFakeTimers } from '../../support/fake-timers.ts';
import { renderApp } from '../../support/render-app.tsx';

async function openQuote() {
  const { router, queryClient, user } = await renderApp('/');
  onTestFinished(prefetchOnIntent(router));
  const link = async (name: string) => screen.findByRole('link', { name });
  const transfersAsked = () =>
    vi.waitFor(() => {
      const asked = queryClient.getQueryCache().findAll({ queryKey: transferKeys.windows });
      expect(asked).toHaveLength(1);
    });
  return { router, queryClient, user, link, transfersAsked };
}

test('a pointer that rests on a link fetches the page, and leads nowhere', async () => {
  const { router, queryClient, user, link } = await openQuote();
  await user.hover(await link('Recipients'));
  await vi.waitFor(() => expect(queryClient.getQueryData(accountsQuery.queryKey)).toEqual([]));
  expect(router.state.location.pathname).toBe('/');
  expect(router.state.navigation.state).toBe('idle');
});

test('the focus on a link fetches the page', async () => {
  const { queryClient, link } = await openQuote();
  (await link('Recipients')).focus();
  await vi.waitFor(() => expect(queryClient.getQueryData(accountsQuery.queryKey)).toEqual([]));
});

test('a link that the pointer passes on its way fetches nothing', async () => {
  const { queryClient, link, transfersAsked } = await openQuote();
  const [passed, reached] = [await link('Recipients'), await link('Transfers')];
  fireEvent.pointerOver(passed);
  fireEvent.pointerOver(reached);
  await transfersAsked();
  expect(queryClient.getQueryState(accountsQuery.queryKey)).toBeUndefined();
});

test('a finger that scrolls fetches nothing', async () => {
  const { queryClient, link, transfersAsked } = await openQuote();
  const [scrolled, reached] = [await link('Recipients'), await link('Transfers')];
  fireEvent.pointerOver(scrolled);
  fireEvent.pointerCancel(scrolled);
  fireEvent.pointerOver(reached);
  await transfersAsked();
  expect(queryClient.getQueryState(accountsQuery.queryKey)).toBeUndefined();
});

test('a record is not read before it is asked for: support would seem to have looked at it', async () => {
  const pass = startFakeTimers();
  const { queryClient, link, transfersAsked } = await openQuote();
  const [record, reached] = [await link('Recipients'), await link('Transfers')];
  record.setAttribute('href', '/transfers/7001');
  record.focus();
  await pass(100);
  fireEvent.pointerOver(reached);
  await transfersAsked();
  expect(queryClient.getQueryCache().findAll({ queryKey: transferKeys.one })).toEqual([]);
});
