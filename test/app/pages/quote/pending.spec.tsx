import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

const sent = () => screen.getByLabelText<HTMLInputElement>(/^You send, in/);
const got = () => screen.getByLabelText<HTMLInputElement>(/^They get, in/);
const cells = () =>
  within(screen.getByRole('table', { name: /^Ways to receive in/ })).getAllByRole('cell');
const say = (words: RegExp) => {
  for (const cell of cells()) expect(cell).toHaveTextContent(words);
};

/** The page with every figure of CLP 1,000.00 to Colombia; `network` then answers for the quotes. */
async function quoted() {
  const app = await renderApp('/sign-in');
  const { body } = await app.browser.call('GET', '/api/countries');
  const { id } = body.find(({ code }: { code: string }) => code === 'CO');
  const network: { answer: 'service' | 'never' | 'offline' } = { answer: 'service' };
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (network.answer === 'service' || !input.startsWith('/api/quotes')) {
      return app.browser.fetch(input, init);
    }
    return network.answer === 'offline'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : new Promise(() => {});
  });
  const search = 'source_amount_currency=CLP&destination_amount_currency=COP';
  await act(() => app.router.navigate(`/?${search}&country_id=${id}&source_amount_cents=100000`));
  await screen.findByText(/Estimate taken/);
  await waitFor(() => say(/\d/));
  return { ...app, network };
}

test('no figure of another amount is shown while a new one is on its way', async () => {
  const { user, network } = await quoted();
  network.answer = 'never';
  await user.type(sent(), '{Backspace}');
  expect(got()).toHaveValue('');
  expect(got()).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Getting the rate…')).toBeVisible();
  expect(screen.queryByText(/^1 CLP/)).not.toBeInTheDocument();
  for (const cell of cells()) {
    expect(cell).toHaveTextContent(/^$/);
    expect(cell).toHaveAttribute('aria-busy', 'true');
  }
  expect(screen.getByRole('button', { name: 'Choose who gets it' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('nor where the new estimate fails', async () => {
  const { user, network } = await quoted();
  network.answer = 'offline';
  await user.type(sent(), '{Backspace}');
  expect(await screen.findByText(/^You are offline/)).toBeVisible();
  expect(got()).toHaveValue('');
  say(/^No answer$/);
});

test('nor of an amount that is emptied or no amount', async () => {
  const { user } = await quoted();
  await user.clear(sent());
  expect(got()).toHaveValue('');
  expect(got()).not.toHaveAttribute('aria-busy');
  say(/^–$/);
  await user.type(sent(), 'abc');
  expect(got()).toHaveValue('');
  say(/^–$/);
});

test('a failed estimate is taken again once the connection is back', async () => {
  const { user, network } = await quoted();
  network.answer = 'offline';
  act(() => void window.dispatchEvent(new Event('offline')));
  await user.type(sent(), '{Backspace}');
  await screen.findByText(/^You are offline/);
  network.answer = 'service';
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(/Estimate taken/);
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument();
  await waitFor(() => say(/\d/));
});

test('the next step leads to why there is no estimate, and takes it again', async () => {
  const { user, network } = await quoted();
  network.answer = 'offline';
  await user.type(sent(), '{Backspace}');
  const words = await screen.findByText(/^You are offline/);
  await user.click(screen.getByRole('button', { name: 'Choose who gets it' }));
  expect(document.activeElement).toContainElement(words);
  network.answer = 'service';
  await user.click(screen.getByRole('button', { name: 'Choose who gets it' }));
  expect(await screen.findByText(/Estimate taken/)).toBeVisible();
});

test('a slow estimate is said to be waited for, and read out', async () => {
  const { network } = await quoted();
  network.answer = 'never';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  act(() => sent().focus());
  fireEvent.change(sent(), { target: { value: '2000' } });
  const region = screen.getByText('Getting the rate…').querySelector('[role=status]');
  act(() => void vi.advanceTimersByTime(2_900));
  expect(region).toBeEmptyDOMElement();
  act(() => void vi.advanceTimersByTime(200));
  expect(region).toHaveTextContent('Still waiting for the payment service…');
  expect(region).toBeVisible();
  expect(screen.queryByText('Getting the rate…')).not.toBeInTheDocument();
});

test("a refused estimate shows the service's own words, and trying again is no choice", async () => {
  const { user, router } = await quoted();
  await user.clear(sent());
  await user.type(sent(), '400');
  const words = await screen.findByText('The payment service refused this estimate.');
  expect(screen.getByText('It says: “amount must be at least 10000”')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.queryByText('No answer')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Choose who gets it' }));
  expect(document.activeElement).toContainElement(words);
  expect(router.state.location.pathname).toBe('/');
  await user.clear(sent());
  await user.type(sent(), '4000');
  expect(await screen.findByText(/Estimate taken/)).toBeVisible();
  expect(words).not.toBeInTheDocument();
});

test('an estimate of something else is never shown', async () => {
  const { user } = await quoted();
  await user.clear(sent());
  await user.type(sent(), '203');
  expect(await screen.findByText(/gave an answer that can't be read/)).toBeVisible();
  expect(got()).toHaveValue('');
});
