import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

const besideTerm = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;
const readAgain = ({ queryClient }: Awaited<ReturnType<typeof renderApp>>) =>
  act(() => queryClient.invalidateQueries({ queryKey: ['support', 'health'] }));

describe('unreadable data of the service', () => {
  it('is listed by list, record and field, and changes the verdict', async () => {
    await renderApp('/support/health', {
      as: 'support',
      sandbox: { transfers: 3, odd: ['rows'] },
      before: async (browser) => {
        await browser.call('GET', '/api/transfers');
        await browser.call('GET', '/api/destination_accounts');
      },
    });
    await screen.findByText(/^The payment service answers, but we can’t read \d records$/);
    const table = within(screen.getByRole('table', { name: 'Records left out' }));
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toContain('Transfers104004source_amount_cents');
    expect(rows).toContain('Recipients104005category');
    expect(besideTerm('Calls')).toHaveTextContent('Answered normally');
  });

  it('never shows a normal verdict while a whole list is unreadable', async () => {
    const app = await renderApp('/support/health', {
      as: 'support',
      sandbox: { transfers: 3, odd: ['unlisted'] },
      before: async (browser) => {
        await browser.call('GET', '/api/currencies');
        await browser.call('GET', '/api/transfers');
        await browser.call('GET', '/api/currencies');
      },
    });
    await screen.findByText(/^Transfers: unreadable since /);
    expect(screen.queryByText('The payment service answers normally')).toBeNull();
    app.sandbox.odd.clear();
    await app.browser.call('GET', '/api/transfers');
    await readAgain(app);
    await screen.findByText('The payment service answers normally');
  });
});

it('never contradicts the verdict in the connection card', async () => {
  const app = await renderApp('/support/health', {
    as: 'support',
    before: async (browser) => void (await browser.call('GET', '/api/transfers')),
  });
  await screen.findByText('The payment service answers normally');
  await app.stopService();
  // One failure does not open the circuit breaker yet.
  await app.browser.call('GET', '/api/transfers/1');
  await readAgain(app);
  await screen.findByText(/^The payment service has not (answered|given a usable answer) since /);
  expect(besideTerm('Calls')).not.toHaveTextContent('Answered normally');
});
