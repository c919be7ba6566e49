import { act, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

const besideTerm = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;
const readAgain = ({ queryClient }: Awaited<ReturnType<typeof renderApp>>) =>
  act(() => queryClient.invalidateQueries({ queryKey: ['support', 'health'] }));

describe('what can not be read of the service', () => {
  it('is named by list, record and field, and the verdict says so', async () => {
    await renderApp('/support/health', {
      as: 'support',
      sandbox: { transfers: 3, odd: ['rows'] },
      before: async (browser) => {
        await browser.call('GET', '/api/transfers');
        await browser.call('GET', '/api/destination_accounts');
      },
    });
    await screen.findByText(/^The service answers, but \d records can’t be read$/);
    const table = within(screen.getByRole('table', { name: 'Records left out' }));
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toContain('Transfers104004source_amount_cents');
    expect(rows).toContain('Recipients104005category');
    expect(besideTerm('Calls')).toHaveTextContent('All go through');
  });

  it('is never a service that answers normally while a list can not be read at all', async () => {
    const app = await renderApp('/support/health', {
      as: 'support',
      sandbox: { transfers: 3, odd: ['unlisted'] },
      before: async (browser) => {
        await browser.call('GET', '/api/currencies');
        await browser.call('GET', '/api/transfers');
        await browser.call('GET', '/api/currencies');
      },
    });
    await screen.findByText(/^Transfers: can’t be read since /);
    expect(screen.queryByText('The service answers normally')).toBeNull();
    app.sandbox.odd.clear();
    await app.browser.call('GET', '/api/transfers');
    await readAgain(app);
    await screen.findByText('The service answers normally');
  });
});

it('says the same of the calls as of the service', async () => {
  const app = await renderApp('/support/health', {
    as: 'support',
    before: async (browser) => void (await browser.call('GET', '/api/transfers')),
  });
  await screen.findByText('The service answers normally');
  await app.stopService();
  // One failure alone holds nothing back yet.
  await app.browser.call('GET', '/api/transfers/1');
  await readAgain(app);
  await screen.findByText(/^The service has (not answered|given no good answer) since /);
  expect(besideTerm('Calls')).not.toHaveTextContent('All go through');
});
