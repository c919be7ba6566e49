import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type App = Awaited<ReturnType<typeof renderApp>>;

const readAgain = ({ queryClient }: App) =>
  act(() => queryClient.invalidateQueries({ queryKey: ['support', 'health'] }));

const besideTerm = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;

describe('a service that answers', () => {
  it('is told in plain words, figures and pictures, each with its table', async () => {
    const app = await renderApp('/support/health', {
      as: 'support',
      before: async (browser) => void (await browser.call('GET', '/api/transfers')),
    });
    await screen.findByRole('heading', { level: 1, name: 'Health of the service' });
    expect(screen.getByText('The service answers normally')).toBeVisible();
    expect(besideTerm('Median')).toHaveTextContent(/^[\d.]+ (ms|sec)$/);
    expect(besideTerm('Calls')).toHaveTextContent('All go through');
    expect(besideTerm('Last failure')).toHaveTextContent('None yet');
    expect(besideTerm('Transfers')).toHaveTextContent('0');
    const life = screen.getByRole('meter', { name: 'Access token' });
    expect(life).toHaveAttribute('aria-valuetext', '60 min left of 60 min');
    expect(screen.getByText(/^Updated/)).toBeVisible();

    await app.user.click(screen.getByText('Show as a table'));
    const rows = within(screen.getByRole('region', { name: 'The latest calls' })).getAllByRole(
      'row',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows[1]).toHaveTextContent(/Answered[\d.]+ (ms|sec)$/);
    expect(screen.getByRole('link', { name: 'Health' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Look up' })).not.toHaveAttribute('aria-current');
  });

  it('has nothing to tell before it was asked', async () => {
    await renderApp('/support/health', { as: 'support' });
    await screen.findByText('The service has not been asked anything yet');
    expect(screen.getByText('None now. The next call gets one.')).toBeVisible();
    expect(screen.getByText('Not read yet: nobody has asked for it.')).toBeVisible();
    expect(besideTerm('Median')).toHaveTextContent('–');
  });
});

describe('a service that does not answer', () => {
  it('is told with since when, and what went wrong how often', async () => {
    const app = await renderApp('/support/health', {
      as: 'support',
      before: async (browser) => void (await browser.call('GET', '/api/transfers')),
    });
    await screen.findByText('The service answers normally');
    await app.stopService();
    for (let id = 1; id <= 5; id += 1) await app.browser.call('GET', `/api/transfers/${id}`);
    await readAgain(app);
    await screen.findByText(/^The service has not answered since /);
    expect(besideTerm('Calls')).toHaveTextContent(/^Held back for a few seconds|^One tries/);
    const failures = within(screen.getByRole('table', { name: 'Failures in the last hour' }));
    expect(failures.getAllByRole('row').length).toBeGreaterThan(1);
    expect(
      failures.getByRole('rowheader', { name: /^Not reached|^Answer broken off/ }),
    ).toBeVisible();
    expect(screen.getByText(/dashed: failed/)).toBeVisible();
  });

  it('leaves the page as it was where Giro itself can not be reached, and says so', async () => {
    const app = await renderApp('/support/health', { as: 'support' });
    await screen.findByText('The service has not been asked anything yet');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await readAgain(app);
    await screen.findByText('This page could not be brought up to date');
    expect(screen.getByText('List of transfers')).toBeVisible();
  });
});

it('tells of sendings without an outcome, and leads to them', async () => {
  await renderApp('/support/health', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      const { id } = await addRecipient(browser);
      await sendMoney(browser, id, { source_amount_cents: '504' });
      await browser.signIn('support');
    },
  });
  await screen.findByText('We’re still checking 1 transfer.');
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/support');
});

it('is no page for senders', async () => {
  await renderApp('/support/health', { as: 'sender' });
  expect(await screen.findByText('This page is for support.')).toBeVisible();
});
