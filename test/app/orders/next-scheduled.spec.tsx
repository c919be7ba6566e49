import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { changeOrder } from '../../../src/bff/ledger/orders/orders.ts';
import { nextYear, scheduleTransfer } from '../../support/orders.ts';
import { addRecipient, type Caller, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

/** Opens a page of a sender who has scheduled transfers to one recipient. */
async function open(
  path: (recipient: string) => string,
  schedule: (caller: Caller, recipient: string) => Promise<unknown>,
  as: 'sender' | 'support' = 'sender',
) {
  let recipient = '';
  const app = await renderApp('/no-such-page', {
    as,
    before: async (browser) => {
      await browser.signIn('sender');
      recipient = (await addRecipient(browser)).id;
      await schedule(browser, recipient);
      await browser.signIn(as);
    },
  });
  const asked: string[] = [];
  vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof app.browser.fetch>) => {
    asked.push(String(url));
    return app.browser.fetch(url, init);
  });
  await act(() => app.router.navigate(path(recipient)));
  return { ...app, recipient, asked };
}

const list = () => screen.findByRole('list', { name: 'Scheduled' });
const three = async (caller: Caller, to: string) => {
  await scheduleTransfer(caller, to, {
    source_amount_cents: '70000',
    days: { first_day: `${nextYear}-12-31` },
  });
  await scheduleTransfer(caller, to, {
    source_amount_cents: '60000',
    days: { first_day: `${nextYear}-11-30` },
  });
  await scheduleTransfer(caller, to);
};

describe('the home page', () => {
  it('shows the next two, apart from what is on the way, as not sent', async () => {
    await open(() => '/', three);
    const names = await within(await list()).findAllByRole('link', { name: 'Mamá Bogotá' });
    const rows = names.map((name) => name.closest('li') ?? name);
    expect(rows.map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      expect.stringMatching(/Mamá Bogotá.*October 31, \d{4}.*CLP 50,000.*Not sent yet/),
      expect.stringMatching(/Mamá Bogotá.*November 30, \d{4}.*CLP 60,000.*Not sent yet/),
    ]);
    expect(screen.getByRole('link', { name: 'All scheduled' })).toHaveAttribute(
      'href',
      '/scheduled',
    );
    expect(screen.queryByText(/transfers? (is|are) not sent yet/)).not.toBeInTheDocument();
    expect(screen.queryByText('On the way')).not.toBeInTheDocument();
  });

  it('asks for nothing more when nothing is scheduled', async () => {
    const { asked } = await open(
      () => '/',
      async () => undefined,
    );
    await screen.findByRole('heading', { level: 1, name: 'Send money' });
    expect(asked.filter((url) => url.startsWith('/api/orders'))).toEqual([]);
    expect(asked.filter((url) => url.startsWith('/api/sends'))).toHaveLength(1);
    expect(screen.queryByRole('list', { name: 'Scheduled' })).not.toBeInTheDocument();
  });

  it('shows one that needs the person above all, not among the next', async () => {
    const { db, queryClient } = await open(() => '/', three);
    await list();
    const first = await db
      .selectFrom('orders')
      .selectAll()
      .where('source_amount_cents', '=', '50000')
      .executeTakeFirstOrThrow();
    const asks = { state: 'needs_you', reason: 'worse-rate' } as const;
    await changeOrder(db, first, ['waiting'], asks, first.created_at);
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText('Nothing was sent: please decide')).toBeVisible();
    expect(within(await list()).getAllByRole('listitem')[0]).toHaveTextContent(/60,000/);
  });
});

it('tells above all of a paused one that may have been sent before a loss', async () => {
  const { db, queryClient } = await open(() => '/', three);
  await list();
  const paused = { waits_for: 'person', release_at: null } as const;
  const change = (columns: object) =>
    db
      .updateTable('orders')
      .set(columns)
      .where('source_amount_cents', '=', '50000')
      .execute()
      .then(() => act(() => queryClient.invalidateQueries()));
  await change(paused);
  await waitFor(async () =>
    expect(within(await list()).getAllByRole('listitem')[0]).toHaveTextContent(/60,000/),
  );
  const title = 'One transfer may have been sent already';
  expect(screen.queryByText(title)).not.toBeInTheDocument();
  await change({ unsure_since: '2026-01-01T00:00:00.000Z' });
  expect(await screen.findByText(title)).toBeVisible();
  expect(within(await list()).queryByText(/50,000/)).not.toBeInTheDocument();
});

describe('the page of transfers', () => {
  it('shows the next two above what was sent, and leads to them with how many there are', async () => {
    await open(
      () => '/transfers',
      async (caller, to) => {
        await sendMoney(caller, to);
        await three(caller, to);
      },
    );
    expect(await screen.findByRole('link', { name: 'Scheduled: 3' })).toHaveAttribute(
      'href',
      '/scheduled',
    );
    const rows = within(await list()).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => /\d0,000/.exec(textContent ?? '')?.[0])).toEqual([
      '50,000',
      '60,000',
    ]);
  });

  it('shows them where nothing was sent yet', async () => {
    await open(() => '/transfers', three);
    expect(await list()).toBeVisible();
    expect(screen.getByText('No transfers yet')).toBeVisible();
  });

  it('leaves them out of what a search or a filter finds', async () => {
    for (const query of ['q=gloria', 'state=pending']) {
      await open(() => `/transfers?${query}`, three);
      await screen.findByRole('link', { name: 'Scheduled: 3' });
      expect(screen.queryByRole('list', { name: 'Scheduled' })).not.toBeInTheDocument();
      cleanup();
    }
  });
});

describe('the page of a recipient', () => {
  it('shows what is scheduled to them', async () => {
    await open(
      (recipient) => `/recipients/${recipient}`,
      async (caller, to) => {
        const other = await addRecipient(caller, { alias: 'Tío' });
        await scheduleTransfer(caller, other.id, { source_amount_cents: '90000' });
        await scheduleTransfer(caller, to);
      },
    );
    const [row, ...others] = within(await list()).getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(row).toHaveTextContent(
      /October 31, \d{4}.*Every month on the 31st, 9:00 AM.*Not sent yet/,
    );
    expect(within(row ?? document.body).getByRole('link')).toHaveAttribute('href', '/scheduled');
  });

  it('is shown to support, for whom each leads to its own page', async () => {
    const { db } = await open(
      (recipient) => `/recipients/${recipient}`,
      (caller, to) => scheduleTransfer(caller, to),
      'support',
    );
    const { id } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
    const link = await within(await list()).findByRole('link');
    expect(link).toHaveAttribute('href', `/sends/${id}`);
  });
});
