import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { accountsQuery } from '../../../src/app/api/accounts.ts';
import { transferKeys } from '../../../src/app/api/query-keys.ts';
import { prefetchOnIntent } from '../../../src/app/router/prefetch-on-intent.ts';
import { eventually } from '../../support/eventually.ts';
import { startFakeTimers } from '../../support/fake-timers.ts';
import { renderApp } from '../../support/render-app.tsx';

async function openQuote() {
  const { router, queryClient, user } = await renderApp('/');
  onTestFinished(prefetchOnIntent(router));
  const link = async (name: string) => screen.findByRole('link', { name });
  const transfersFetched = () =>
    eventually(() => {
      const fetched = queryClient.getQueryCache().findAll({ queryKey: transferKeys.windows });
      expect(fetched).toHaveLength(1);
    });
  return { router, queryClient, user, link, transfersFetched };
}

test('prefetches the page when the pointer stays on a link, without navigating', async () => {
  const { router, queryClient, user, link } = await openQuote();
  await user.hover(await link('Recipients'));
  await eventually(() => expect(queryClient.getQueryData(accountsQuery.queryKey)).toEqual([]));
  expect(router.state.location.pathname).toBe('/');
  expect(router.state.navigation.state).toBe('idle');
});

test('prefetches the page when a link gets the focus', async () => {
  const { queryClient, link } = await openQuote();
  (await link('Recipients')).focus();
  await eventually(() => expect(queryClient.getQueryData(accountsQuery.queryKey)).toEqual([]));
});

test('does not prefetch when the pointer only crosses a link', async () => {
  const { queryClient, link, transfersFetched } = await openQuote();
  const [passed, reached] = [await link('Recipients'), await link('Transfers')];
  fireEvent.pointerOver(passed);
  fireEvent.pointerOver(reached);
  await transfersFetched();
  expect(queryClient.getQueryState(accountsQuery.queryKey)).toBeUndefined();
});

test('does not prefetch when a finger scrolls', async () => {
  const { queryClient, link, transfersFetched } = await openQuote();
  const [scrolled, reached] = [await link('Recipients'), await link('Transfers')];
  fireEvent.pointerOver(scrolled);
  fireEvent.pointerCancel(scrolled);
  fireEvent.pointerOver(reached);
  await transfersFetched();
  expect(queryClient.getQueryState(accountsQuery.queryKey)).toBeUndefined();
});

test('does not prefetch a record, which would appear in the audit trail', async () => {
  const pass = startFakeTimers();
  const { queryClient, link, transfersFetched } = await openQuote();
  const [record, reached] = [await link('Recipients'), await link('Transfers')];
  record.setAttribute('href', '/transfers/7001');
  record.focus();
  await pass(100);
  fireEvent.pointerOver(reached);
  await transfersFetched();
  expect(queryClient.getQueryCache().findAll({ queryKey: transferKeys.one })).toEqual([]);
});
