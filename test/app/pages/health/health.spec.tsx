import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { changeOrder } from '../../../../src/bff/ledger/orders/orders.ts';
import { addOverdueOrder, addWaitingOrder } from '../../../support/orders.ts';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type App = Awaited<ReturnType<typeof renderApp>>;

const readAgain = ({ queryClient }: App) =>
  act(() => queryClient.invalidateQueries({ queryKey: ['support', 'health'] }));

const besideTerm = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling;

describe('a service that answers', () => {
  it('shows a verdict, figures and a chart with its table', async () => {
    const app = await renderApp('/support/health', {
      as: 'support',
      before: async (browser) => void (await browser.call('GET', '/api/transfers')),
    });
    await screen.findByRole('heading', { level: 1, name: 'Payment service health' });
    expect(screen.getByText('The payment service answers normally')).toBeVisible();
    expect(besideTerm('Median')).toHaveTextContent(/^[\d.]+ (ms|sec)$/);
    expect(besideTerm('Calls')).toHaveTextContent('Answered normally');
    expect(besideTerm('Last failure')).toHaveTextContent('None yet');
    expect(besideTerm('Transfers')).toHaveTextContent('0');
    const life = screen.getByRole('meter', { name: 'Access token' });
    expect(life).toHaveAttribute('aria-valuetext', '1 hr left of 1 hr');
    expect(screen.getByText(/^Updated/)).toBeVisible();

    await app.user.click(screen.getByText('Show as a table'));
    const rows = within(screen.getByRole('region', { name: 'Latest calls' })).getAllByRole('row');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows[1]).toHaveTextContent(/Answered[\d.]+ (ms|sec)$/);
    expect(screen.getByRole('link', { name: 'Health' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Look up' })).not.toHaveAttribute('aria-current');
  });

  it('shows empty values before the first call', async () => {
    await renderApp('/support/health', { as: 'support' });
    await screen.findByText('No calls to the payment service yet');
    expect(screen.getByText('No token now. The next call gets one.')).toBeVisible();
    expect(screen.getByText('Not read yet. We read it when a page needs it.')).toBeVisible();
    expect(besideTerm('Median')).toHaveTextContent('–');
  });
});

describe('a service that does not answer', () => {
  it('shows since when, and how often each kind of failure occurred', async () => {
    const app = await renderApp('/support/health', {
      as: 'support',
      before: async (browser) => void (await browser.call('GET', '/api/transfers')),
    });
    await screen.findByText('The payment service answers normally');
    await app.stopService();
    for (let id = 1; id <= 5; id += 1) await app.browser.call('GET', `/api/transfers/${id}`);
    await readAgain(app);
    await screen.findByText(/^The payment service has not answered since /);
    expect(besideTerm('Calls')).toHaveTextContent(/^Paused for a few seconds|^Testing with 1 call/);
    const failures = within(screen.getByRole('table', { name: 'Failures in the last hour' }));
    expect(failures.getAllByRole('row').length).toBeGreaterThan(1);
    expect(
      failures.getByRole('rowheader', { name: /^Could not connect|^Connection lost/ }),
    ).toBeVisible();
    expect(screen.getByText(/dashed: failed/)).toBeVisible();
  });

  it('keeps the page and shows a notice when the BFF cannot be reached', async () => {
    const app = await renderApp('/support/health', { as: 'support' });
    await screen.findByText('No calls to the payment service yet');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    await readAgain(app);
    await screen.findByText('We couldn’t update this page');
    expect(screen.getByText('List of transfers')).toBeVisible();
  });
});

it('counts unconfirmed transfers and links to them', async () => {
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
  expect(screen.getByRole('link', { name: 'Show transfers' })).toHaveAttribute('href', '/support');
});

describe('transfers that are not sent yet', () => {
  it('are counted, the late ones first', async () => {
    const app = await renderApp('/support/health', { as: 'support' });
    await screen.findByText('Messages to people');
    expect(screen.queryByText('Not sent yet')).not.toBeInTheDocument();
    const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await addWaitingOrder(app.db, id);
    await readAgain(app);
    await screen.findByText('1 transfer waits for its time.');
    expect(screen.queryByText(/late/)).not.toBeInTheDocument();
    await addOverdueOrder(app.db, id);
    await addWaitingOrder(app.db, id);
    const asks = await addWaitingOrder(app.db, id);
    await changeOrder(app.db, asks, ['waiting'], { state: 'needs_you' }, asks.created_at);
    await readAgain(app);
    await screen.findByText('1 transfer is late: we should have sent it.');
    expect(screen.getByText(/^The first was due/)).toHaveTextContent(/\d min ago$/);
    expect(screen.getByText('2 transfers wait for their time.')).toBeVisible();
    expect(screen.getByText('1 transfer waits for an answer of its sender.')).toBeVisible();
    expect(screen.getByText('None. Every transfer has a known result.')).toBeVisible();
  });
});

describe('messages to people', () => {
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();

  it('says that none waits', async () => {
    await renderApp('/support/health', { as: 'support' });
    await screen.findByText('Messages to people');
    expect(besideTerm('Email')).toHaveTextContent('Shown in the sandbox only');
    expect(besideTerm('Waiting')).toHaveTextContent('0');
    expect(besideTerm('Oldest')).toHaveTextContent('None');
    expect(besideTerm('Given up in 7 days')).toHaveTextContent('0');
    expect(screen.queryByText('Failing emails')).not.toBeInTheDocument();
  });

  it('shows how old the oldest is, what fails and why, and what was given up', async () => {
    const app = await renderApp('/support/health', { as: 'support' });
    await screen.findByText('Messages to people');
    const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    // Due later, so that this server leaves them as they are.
    const failing = { due_at: at(-1), attempts: 3 };
    const expired = { due_at: at(1), done_at: at(1), outcome: 'expired' } as const;
    for (const [hours, sink, delivery] of [
      [3.5, 'mail', { ...failing, error: 'ECONNREFUSED CONN' }],
      [2, 'mail', { ...failing, error: 'ECONNREFUSED CONN' }],
      [1, 'push', { ...failing, error: '503' }],
      [30, 'push', expired],
    ] as const) {
      const news = { user_id: id, kind: 'completed', subject: `transfer ${hours}` } as const;
      const { number } = await app.db
        .insertInto('news')
        .values({ ...news, created_at: at(hours), planned_at: at(hours) })
        .returning('number')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('deliveries')
        .values({ news_number: String(number), sink, target: '', ...delivery })
        .execute();
    }
    await readAgain(app);
    await screen.findByText('Failing emails');
    expect(besideTerm('Waiting')).toHaveTextContent('3');
    expect(besideTerm('Oldest')).toHaveTextContent('3 h ago');
    expect(besideTerm('Failing emails')).toHaveTextContent(/^2.*ECONNREFUSED CONN/);
    expect(besideTerm('Failing notifications')).toHaveTextContent(/^1.*503/);
    expect(besideTerm('Given up in 7 days')).toHaveTextContent('1');
  });
});

it('refuses senders', async () => {
  await renderApp('/support/health', { as: 'sender' });
  expect(await screen.findByText('This page is for the support team.')).toBeVisible();
});
