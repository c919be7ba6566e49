import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addRecipient } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

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
  expect(await screen.findByText('For Mamá Bogotá')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveValue('Colombia');

  await user.type(screen.getByRole('textbox', { name: /You send/ }), '100');
  await screen.findByText(/Estimate taken/);
  await user.click(screen.getByRole('button', { name: 'Check and send' }));

  await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
  const search = new URLSearchParams(router.state.location.search);
  expect(search.get('destination_account_id')).toBe(id);
  expect(search.get('source_amount_cents')).toBe('10000');
  expect(search.get('quoted')).toMatch(/^\d+$/);
});

test('a change of the country lets the recipient go', async () => {
  const { user } = await quoteForRecipient();
  const to = await screen.findByRole('combobox', { name: 'To' });
  await user.clear(to);
  await user.type(to, 'Brazil{Enter}');
  expect(screen.queryByText('For Mamá Bogotá')).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose who gets it' })).toBeVisible();
});

test("a recipient that is nobody's of this person leaves the quote as it is without one", async () => {
  await renderApp('/?destination_account_id=999999');
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
  expect(screen.getByRole('button', { name: 'Choose who gets it' })).toBeVisible();
});
