import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

const env = { LIMITS: '{"CLP":{"transfer":9000,"day":10000},"USD":{"month":500000}}' };
const groups = () => within(screen.getByRole('navigation', { name: 'Settings' }));

it('shows a sender each limit with what is left of it', async () => {
  await renderApp('/settings/limits', {
    env,
    before: async (browser) => {
      const { id } = await addRecipient(browser);
      await sendMoney(browser, id, { source_amount_cents: '4000' });
    },
  });
  const pesos = within(await screen.findByRole('region', { name: 'CLP' }));
  expect(pesos.getByText('Up to CLP 9,000')).toBeVisible();
  expect(pesos.getByText('CLP 6,000 left')).toBeVisible();
  expect(pesos.getByText('CLP 4,000 of CLP 10,000 used')).toBeVisible();
  const dollars = within(screen.getByRole('region', { name: 'USD' }));
  expect(dollars.getByText('USD 5,000.00 left')).toBeVisible();
  expect(groups().getByRole('link', { name: /^Limits/ })).toHaveAttribute('aria-current', 'page');
});

it.each([
  ['a sender where nothing is limited', 'sender', {}],
  ['support', 'support', env],
] as const)('has no group for %s', async (_, as, given) => {
  await renderApp('/settings', { as, env: given });
  await screen.findByRole('navigation', { name: 'Settings' });
  expect(groups().getByText('Notifications')).toBeVisible();
  expect(groups().queryByText('Limits')).not.toBeInTheDocument();
});
