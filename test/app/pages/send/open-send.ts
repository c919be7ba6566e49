import { act, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

/** The Send button, once the estimate has loaded or failed. */
export async function sendButton() {
  const button = await screen.findByRole('button', { name: /^Send/ });
  await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
  return button;
}

/** Opens the app as a sender with one recipient; `check` opens the check page for an amount. */
export async function openSend(options: Options = {}) {
  let recipient: { id: string; country: { id: string } } | undefined;
  const app = await renderApp('/transfers', {
    ...options,
    before: async (browser) => {
      recipient = await addRecipient(browser);
      await options.before?.(browser);
    },
  });
  if (!recipient) throw new Error('there is no recipient');
  const to = recipient;

  // CLP has no subunits, so amounts in pesos are the sandbox's sentinel amounts too.
  const search = (pesos: number) => ({
    source_amount_cents: String(pesos),
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: to.country.id,
  });
  const go = (path: string, state?: unknown) => act(() => app.router.navigate(path, { state }));
  const posts = () =>
    app.sandbox.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/api/v3/transfers',
    ).length;

  return {
    ...app,
    recipient: to,
    go,
    search,
    /** How many POSTs of transfers the service received. */
    posts,
    chooseRecipient: (pesos: number) => go(paths.send(search(pesos))),
    check: (pesos: number, more: Record<string, string> = {}) =>
      go(paths.send({ ...search(pesos), destination_account_id: to.id, ...more })),
    address: () => app.router.state.location.pathname + app.router.state.location.search,
    key: () => new URLSearchParams(app.router.state.location.search).get('key'),
  };
}
