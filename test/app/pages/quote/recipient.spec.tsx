import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

/** The quote page, opened from a recipient in Colombia. */
async function quoteForRecipient() {
  let id = '';
  const app = await renderApp('/transfers', {
    before: async (browser) => {
      id = (await addRecipient(browser)).id;
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  await app.router.navigate(`/send?destination_account_id=${id}`);
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
  return { ...app, id };
}

test('an amount for a recipient chosen before leads to the check, with what was seen', async () => {
  const { user, router, id } = await quoteForRecipient();
  const to = (await screen.findByText('Mamá Bogotá')).closest('p');
  expect(to).toHaveTextContent('To Mamá Bogotá, Colombia');
  expect(screen.queryByRole('combobox', { name: 'To' })).toBeNull();

  await user.type(screen.getByRole('textbox', { name: /You send/ }), '100');
  await screen.findByText(/Estimate taken/);
  await user.click(screen.getByRole('button', { name: 'Check and send' }));

  await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
  const search = new URLSearchParams(router.state.location.search);
  expect(search.get('destination_account_id')).toBe(id);
  expect(search.get('source_amount_cents')).toBe('10000');
  expect(search.get('quoted')).toMatch(/^\d+$/);
});

test('another country can be chosen once the recipient is let go, which is said', async () => {
  const { user, router } = await quoteForRecipient();
  await user.click(await screen.findByRole('button', { name: 'To someone else' }));
  const to = screen.getByRole('combobox', { name: 'To' });
  expect(to).toHaveFocus();
  expect(to).toHaveValue('Colombia');
  expect(to).toHaveAccessibleDescription(
    'No longer to Mamá Bogotá. You choose who gets it in the next step.',
  );
  await user.clear(to);
  await user.type(to, 'Brazil{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain('country_id'));
  expect(router.state.location.search).not.toContain('destination_account_id');
  expect(screen.getByRole('button', { name: 'Choose who gets it' })).toBeVisible();
});

test('a bank account is offered no digital asset, until the recipient is let go', async () => {
  const { user } = await quoteForRecipient();
  const pill = await screen.findByLabelText('Currency that they get');
  const codes = () =>
    within(pill)
      .getAllByRole<HTMLOptionElement>('option')
      .map((it) => it.value);
  const table = await screen.findByRole('table', { name: 'Ways to receive in Colombia' });
  const ways = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 3));
  expect(ways()).toEqual(['COP', 'USD', 'EUR']);
  expect(codes()).toContain('COP');
  expect(codes()).not.toContain('BTC');
  expect(
    within(screen.getByLabelText('Currency that you send')).getByText(/^BTC/),
  ).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'To someone else' }));
  expect(ways()).toEqual(['COP', 'USD', 'EUR', 'BTC', 'ETH']);
  expect(codes()).toContain('BTC');
});

test("a recipient that is nobody's of this person leaves the quote as it is without one", async () => {
  await renderApp('/?destination_account_id=999999');
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
  expect(screen.getByRole('button', { name: 'Choose who gets it' })).toBeVisible();
});
