import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../src/app/router/paths.ts';
import { addRecipient } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

const note = { en: 'We charge <b>no</b> fee.', es: 'No cobramos comisión.', pt: 'Sem tarifa.' };
const env = { COST_NOTE: JSON.stringify(note) };

it('shows the operator’s sentence about the cost as text, where the estimate is', async () => {
  await renderApp('/', { env });
  expect(await screen.findByText(note.en)).toBeVisible();
});

it('shows it in the person’s language', async () => {
  await renderApp('/', { env, languages: ['es-CL'] });
  expect(await screen.findByText(note.es)).toBeVisible();
  expect(screen.queryByText(note.en)).toBeNull();
});

it('shows it on the check', async () => {
  let to = { id: '', country: { id: '' } };
  const app = await renderApp('/', {
    env,
    before: async (browser) => {
      to = await addRecipient(browser);
    },
  });
  const search = {
    source_amount_cents: '10000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: to.country.id,
    destination_account_id: to.id,
  };
  await act(() => app.router.navigate(paths.send(search)));
  await screen.findByRole('heading', { level: 1, name: 'Check before you send' });
  expect(screen.getByText(note.en)).toBeVisible();
});

it('leaves no empty space where the operator says nothing', async () => {
  const { container } = await renderApp('/');
  await screen.findByRole('button', { name: 'Continue' });
  expect(container.querySelector('form [class*=tip]')).toBeNull();
});
