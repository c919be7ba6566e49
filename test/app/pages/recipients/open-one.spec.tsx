import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

it('opens a recipient from the list', async () => {
  const { user } = await renderApp('/recipients', {
    as: 'sender',
    before: (browser) => addRecipient(browser, { alias: 'Tío' }),
  });
  await user.click(await screen.findByRole('link', { name: 'Tío' }));
  const heading = await screen.findByRole('heading', { level: 1, name: /Tío/ });
  expect(heading).toBeVisible();
});
