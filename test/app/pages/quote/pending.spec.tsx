import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

const sent = () => screen.getByLabelText<HTMLInputElement>(/^You send, in/);
const got = () => screen.getByLabelText<HTMLInputElement>(/^Recipient gets/);
const cells = () =>
  within(screen.getByRole('table', { name: /^Ways to receive in/ })).getAllByRole('cell');
const say = (words: RegExp) => {
  for (const cell of cells()) expect(cell).toHaveTextContent(words);
};

/** The page with the estimate of CLP 1,000.00 to Colombia; `network` then answers quote requests. */
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
  await screen.findByText(/The final rate is set/);
  await waitFor(() => say(/\d/));
  return { ...app, network };
}

test('shows no figure of the previous amount while the new estimate loads', async () => {
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
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
});

test('shows no figure of the previous amount if the new estimate fails', async () => {
  const { user, network } = await quoted();
  network.answer = 'offline';
  await user.type(sent(), '{Backspace}');
  expect(await screen.findByText(/^You’re offline/)).toBeVisible();
  expect(got()).toHaveValue('');
  say(/^No answer$/);
});

test('shows no figure of the previous amount if the field is cleared or invalid', async () => {
  const { user } = await quoted();
  await user.clear(sent());
  expect(got()).toHaveValue('');
  expect(got()).not.toHaveAttribute('aria-busy');
  say(/^–$/);
  await user.type(sent(), 'abc');
  expect(got()).toHaveValue('');
  say(/^–$/);
});

test('retries a failed estimate when the connection is back', async () => {
  const { user, network } = await quoted();
  network.answer = 'offline';
  act(() => void window.dispatchEvent(new Event('offline')));
  await user.type(sent(), '{Backspace}');
  await screen.findByText(/^You’re offline/);
  network.answer = 'service';
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(/The final rate is set/);
  expect(screen.queryByText(/^You’re offline/)).not.toBeInTheDocument();
  await waitFor(() => say(/\d/));
});

test('focuses the reason for a missing estimate on submit, and retries', async () => {
  const { user, network } = await quoted();
  network.answer = 'offline';
  await user.type(sent(), '{Backspace}');
  const words = await screen.findByText(/^You’re offline/);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(document.activeElement).toContainElement(words);
  network.answer = 'service';
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(/The final rate is set/)).toBeVisible();
});

test('announces that a slow estimate is still loading', async () => {
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

test.each([
  ['USD', 100n, 'USD 100.00'],
  ['KWD', 1_000n, 'KWD 10.000'],
  ['ETH', 10n ** 18n, 'ETH 0.00000000000001'],
])('says what a bare number of the service means in %s', async (code, subunit_to_unit, amount) => {
  const { router } = await quoted();
  const search = new URLSearchParams(router.state.location.search);
  search.set('source_amount_currency', code);
  search.set('source_amount_cents', String(400n * subunit_to_unit));
  await act(() => router.navigate(`/?${search}`));
  const said = await screen.findByText(/^As an amount, 10000 means/);
  expect(said.textContent?.replaceAll('\u00a0', ' ')).toBe(`As an amount, 10000 means ${amount}.`);
});

test("shows the service's own words for a refused estimate, and offers no retry", async () => {
  const { user, router } = await quoted();
  await user.clear(sent());
  await user.type(sent(), '400');
  const words = await screen.findByText('The payment service can’t estimate this transfer.');
  expect(
    screen.getByText('The payment service said: “amount must be at least 10000”'),
  ).toBeVisible();
  // In subunits (contract 2.5), of which a peso has one.
  expect(screen.getByText(/^As an amount, 10000 means CLP\s10,000\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.queryByText('No answer')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(document.activeElement).toContainElement(words);
  expect(router.state.location.pathname).toBe('/');
  await user.clear(sent());
  await user.type(sent(), '4000');
  expect(await screen.findByText(/The final rate is set/)).toBeVisible();
  expect(words).not.toBeInTheDocument();
});

test('never shows an estimate that answers another question', async () => {
  const { user } = await quoted();
  await user.clear(sent());
  await user.type(sent(), '203');
  expect(await screen.findByText(/read the payment service’s answer/)).toBeVisible();
  expect(got()).toHaveValue('');
});
