import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addRecipient, addWallet, sendMoney } from '../../../support/recipients.ts';
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

test('opens the check with the estimate for a recipient chosen before', async () => {
  const { user, router, id } = await quoteForRecipient();
  const to = (await screen.findByText('Mamá Bogotá')).closest('p');
  expect(to).toHaveTextContent('To Mamá Bogotá, Colombia');
  expect(screen.queryByRole('combobox', { name: 'To' })).toBeNull();

  await user.type(screen.getByRole('textbox', { name: /You send/ }), '100');
  await screen.findByText(/The final rate is set/);
  await user.click(screen.getByRole('button', { name: 'Continue' }));

  await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
  const search = new URLSearchParams(router.state.location.search);
  expect(search.get('destination_account_id')).toBe(id);
  expect(search.get('source_amount_cents')).toBe('10000');
  expect(search.get('quoted')).toMatch(/^\d+$/);
});

test('allows another country after the recipient is removed, and says so', async () => {
  const { user, router } = await quoteForRecipient();
  await user.click(await screen.findByRole('button', { name: 'Change recipient' }));
  const to = screen.getByRole('combobox', { name: 'To' });
  expect(to).toHaveFocus();
  expect(to).toHaveValue('Colombia');
  expect(to).toHaveAccessibleDescription(
    'This transfer is no longer for Mamá Bogotá. Choose the recipient in the next step.',
  );
  await user.clear(to);
  await user.type(to, 'Brazil{Enter}');
  await waitFor(() => expect(router.state.location.search).toContain('country_id'));
  expect(router.state.location.search).not.toContain('destination_account_id');
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('offers a bank account no digital asset until the recipient is removed', async () => {
  const { user } = await quoteForRecipient();
  const pill = await screen.findByLabelText('Currency the recipient gets');
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
  expect(within(screen.getByLabelText('Currency you send')).getByText(/^BTC/)).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Change recipient' }));
  expect(ways()).toEqual(['COP', 'USD', 'EUR', 'BTC', 'ETH']);
  expect(codes()).toContain('BTC');
});

test("ignores a recipient in the address that is not the person's", async () => {
  await renderApp('/?destination_account_id=999999');
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
});

/** The home page of a person who has sent to two recipients. */
async function homeOfReturning() {
  const app = await renderApp('/transfers', {
    before: async (browser) => {
      const mama = await addRecipient(browser);
      await sendMoney(browser, mama.id, { source_amount_cents: '55000' });
      const wallet = await addWallet(browser);
      await sendMoney(browser, wallet.id, {
        source_amount_cents: '30000',
        destination_amount_currency: 'ETH',
      });
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  await app.user.click(screen.getByRole('link', { name: 'Send' }));
  const again = within(await screen.findByRole('navigation', { name: 'Send again' }));
  return { ...app, again };
}

test('shows a returning sender whom they sent to last, and what is on its way', async () => {
  const { again } = await homeOfReturning();
  expect(again.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'CWETHCold wallet CLP 30,000',
    'MBCOMamá Bogotá CLP 55,000',
    'New',
  ]);
  expect(again.getByRole('link', { name: 'New recipient' })).toHaveAttribute(
    'href',
    '/recipients/new',
  );
  expect(screen.queryByRole('heading', { name: 'Three steps' })).not.toBeInTheDocument();
  const heading = screen.getByRole('heading', { name: 'On the way' });
  const way = within(heading.closest('section') ?? document.body);
  const rows = way.getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(way.getByRole('link', { name: 'All transfers' })).toHaveAttribute('href', '/transfers');
});

test('fills the form in with the last amount on one press, and asks for the estimate', async () => {
  const { user, again, router } = await homeOfReturning();
  await user.click(again.getByRole('link', { name: /^Mamá Bogotá/ }));
  expect(await screen.findByText(/The final rate is set/)).toBeVisible();
  expect(screen.getByLabelText('You send, in Chilean pesos')).toHaveValue('55,000');
  expect(screen.getByText('Mamá Bogotá', { selector: 'b' }).closest('p')).toHaveTextContent(
    'To Mamá Bogotá, Colombia',
  );
  expect(
    within(screen.getByRole('navigation', { name: 'Send again' })).getByRole('link', {
      current: true,
    }),
  ).toHaveAccessibleName(/^Mamá Bogotá/);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
  expect(router.state.location.search).toContain('source_amount_cents=55000');
});

test('offers a wallet only its own asset', async () => {
  const { user, again } = await homeOfReturning();
  await user.click(again.getByRole('link', { name: /^Cold wallet/ }));
  await screen.findByText(/The final rate is set/);
  const pill = screen.queryByLabelText('Currency the recipient gets');
  expect(pill).toBeNull();
  expect(screen.getByLabelText('Recipient gets, in Ethereum')).toBeVisible();
});

test('asks about a hundred times the usual amount', async () => {
  const { user, again } = await homeOfReturning();
  await user.click(again.getByRole('link', { name: /^Mamá Bogotá/ }));
  const field = await screen.findByLabelText('You send, in Chilean pesos');
  await user.clear(field);
  await user.type(field, '5499999');
  await screen.findByText(/The final rate is set/);
  expect(screen.queryByText(/Is it right\?/)).not.toBeInTheDocument();
  await user.clear(field);
  await user.type(field, '5500000');
  expect(await screen.findByText(/Is it right\?/)).toBeVisible();
});

test('leaves the row out if it cannot be read', async () => {
  const app = await renderApp('/sign-in', { as: 'sender' });
  const { fetch } = app.browser;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.endsWith('/recent') ? Promise.reject(new TypeError('no network')) : fetch(input, init),
  );
  await app.router.navigate('/');
  expect(await screen.findByLabelText(/^You send, in/)).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Send again' })).not.toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Three steps' })).toBeVisible();
});
