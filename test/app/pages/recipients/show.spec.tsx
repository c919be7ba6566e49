import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addRecipient, addWallet, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Options = NonNullable<Parameters<typeof renderApp>[1]>;

async function open(fields: Record<string, unknown> = {}, options: Options = {}) {
  const app = await renderApp('/recipients/501', {
    before: async (browser) => {
      await addRecipient(browser, fields);
    },
    ...options,
  });
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  return app;
}

const row = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement;

describe('a recipient', () => {
  it('is shown with all its fields', async () => {
    await open({ phone: '+57 300 1', birthdate: '1984-02-29', cpf_number: '52998224725' });
    const banks = await fetch('/api/banks?country_name=Colombia').then((answer) => answer.json());
    expect(row('Country')).toHaveTextContent('Colombia');
    expect(row('Account type')).toHaveTextContent('Savings');
    expect(row('Name')).toHaveTextContent('Gloria Patiño');
    expect(row('ID number')).toHaveTextContent('National ID');
    expect(row('Birth date')).toHaveTextContent('February 29, 1984');
    expect(row('CPF')).toHaveTextContent('ending in 4725');
    await waitFor(() => expect(row('Bank')).toHaveTextContent(banks[0].name));
    expect(screen.queryByText('ABA number')).not.toBeInTheDocument();
    expect(screen.queryByText('Sender')).not.toBeInTheDocument();
  });

  it.each([
    ['Account number', '00123454821'],
    ['ID number', '1020304'],
  ])('shows the %s only on demand', async (term, number) => {
    const { user } = await open();
    expect(document.body).not.toHaveTextContent(number);
    await user.click(screen.getByRole('button', { name: `Show ${term}` }));
    expect(row(term)).toHaveTextContent(number);
    await user.click(screen.getByRole('button', { name: `Hide ${term}` }));
    expect(document.body).not.toHaveTextContent(number);
  });

  it('shows the country of a wallet that has no asset', async () => {
    const app = await renderApp('/recipients', {
      before: async (browser) => {
        await addWallet(browser);
      },
    });
    const { browser, router } = app;
    const colombia = { id: '6', name: 'Colombia', code: 'CO', is_asset: false };
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      const answer = await browser.fetch(path, init);
      if (path !== '/api/destination_accounts/501') return answer;
      return Response.json({ ...(await answer.json()), country: colombia });
    });
    await act(() => router.navigate('/recipients/501'));
    await screen.findByRole('heading', { level: 1, name: 'Cold wallet' });
    expect(row('Country')).toHaveTextContent('Colombia');
    expect(screen.queryByText('Digital asset')).not.toBeInTheDocument();
  });

  it('links to a transfer and to its edit', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute(
      'href',
      '/send?destination_account_id=501',
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/recipients/501/edit',
    );
    expect(screen.getByText('This recipient has no transfers yet.')).toBeVisible();
  });

  it('has no actions for support', async () => {
    await renderApp('/recipients/501', { as: 'support', sandbox: { transfers: 20 } });
    await screen.findByRole('heading', { level: 2, name: 'Owner' });
    expect(screen.queryByRole('link', { name: 'Send money' })).not.toBeInTheDocument();
    expect(screen.queryByText('Edit')).not.toBeInTheDocument();
  });

  it('shows support its numbers on demand, which is audited', async () => {
    const { user, browser, db } = await renderApp('/recipients/501', {
      as: 'support',
      before: async (visitor) => {
        await visitor.signIn('sender');
        await addRecipient(visitor, { cpf_number: '52998224725' });
        await visitor.signIn('support');
      },
    });
    const audited = async () =>
      (await db.selectFrom('audit').selectAll().execute()).filter(
        ({ action }) => action === 'reveal',
      );
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(row('Account number')).toHaveTextContent('ending in 4821');
    const { body } = await browser.call('GET', '/api/destination_accounts/501');
    expect(body).toMatchObject({ bank_number: '4821', dni: '0304', masked: true });
    expect(await audited()).toEqual([]);

    await user.click(screen.getByRole('button', { name: 'Show Account number' }));
    await waitFor(() => expect(row('Account number')).toHaveTextContent('00123454821'));
    expect(row('CPF')).toHaveTextContent('ending in 4725');
    await user.click(screen.getByRole('button', { name: 'Show CPF' }));
    expect(row('CPF')).toHaveTextContent('52998224725');
    expect(row('Sender')).toHaveTextContent('Sam Sendersender@giro.example');
    await user.click(screen.getByRole('button', { name: 'Hide Account number' }));
    expect(row('Account number')).toHaveTextContent('ending in 4821');
    expect(await audited()).toMatchObject([{ subject: 'account 501', outcome: 'done' }]);
  });

  it('says when its numbers can’t be loaded, and retries on demand', async () => {
    const { user, db } = await renderApp('/recipients/501', {
      as: 'support',
      sandbox: { transfers: 20 },
    });
    const show = await screen.findByRole('button', { name: 'Show Account number' });
    await db.schema.alterTable('audit').renameTo('audit_away').execute();
    await user.click(show);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We can’t read or save anything right now',
    );
    await db.schema.alterTable('audit_away').renameTo('audit').execute();
    await user.click(screen.getByRole('button', { name: 'Show Account number' }));
    await screen.findByRole('button', { name: 'Hide Account number' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('lists its latest 5 transfers, with a link to all', async () => {
    await renderApp('/recipients/501', { as: 'support', sandbox: { transfers: 20 } });
    const all = await screen.findByRole('link', { name: 'All 20' });
    expect(all).toHaveAttribute('href', '/transfers?destination_account_id=501');
    const rows = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toHaveTextContent(/^Transfer \d+/);
  });

  it('says why it can’t be edited after a completed transfer', async () => {
    await open({}, { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 }, before: sent });
    const edit = screen.getByRole('button', { name: 'Edit' });
    expect(edit).toBeDisabled();
    expect(edit).toHaveAccessibleDescription(/because a transfer was completed/);
    expect(screen.getByRole('link', { name: 'Duplicate' })).toHaveAttribute(
      'href',
      '/recipients/new?copy=501',
    );
    expect(screen.getByRole('link', { name: /^Transfer \d/ })).toBeVisible();
  });
});

const sent: NonNullable<Options['before']> = async (browser) => {
  const { id } = await addRecipient(browser);
  await sendMoney(browser, id);
};

it.each(['/recipients/abc', '/recipients/501', '/recipients/-1', '/recipients/1e3/edit'])(
  'shows not found at %s',
  async (path) => {
    await renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  },
);

it('shows not found for another person’s recipient', async () => {
  await renderApp('/recipients/501', { sandbox: { transfers: 20 } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
});

describe('the marks of a recipient', () => {
  const button = (name: string) => screen.getByRole('button', { name });
  const said = () => within(screen.getByRole('main')).getByRole('status');

  it('pin it, and say so', async () => {
    const { user } = await open();
    expect(said()).toBeEmptyDOMElement();
    await user.click(button('Pin'));
    await waitFor(() => expect(button('Unpin')).toBeEnabled());
    expect(said()).toHaveTextContent('Pinned. It comes first in your lists.');
    await user.click(button('Unpin'));
    await waitFor(() => expect(said()).toHaveTextContent('No longer pinned.'));
    expect(button('Pin')).toBeEnabled();
  });

  it('archive it and undo that, with the focus on a button that stays', async () => {
    const { user, browser } = await open();
    await user.click(button('Archive'));
    await waitFor(() =>
      expect(said()).toHaveTextContent('Archived. It no longer appears in your lists.'),
    );
    expect(button('Restore')).toHaveFocus();
    expect(button('Send money')).toBeDisabled();
    expect(button('Edit')).toBeDisabled();
    expect(button('Pin')).toBeDisabled();
    const read = async () => (await browser.call('GET', '/api/destination_accounts/501')).body;
    expect(await read()).toMatchObject({ archived: true });

    await user.click(button('Undo'));
    await waitFor(() => expect(said()).toHaveTextContent('Restored. It’s back in your lists.'));
    expect(button('Archive')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Send money' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeVisible();
    expect(button('Pin')).toBeEnabled();
    expect(await read()).toMatchObject({ archived: false });
  });

  it('are told when the page is opened later', async () => {
    await open(
      {},
      {
        before: async (browser) => {
          const { id } = await addRecipient(browser);
          const marks = { pinned: true, archived: true };
          await browser.call('PUT', `/api/destination_accounts/${id}/marks`, marks);
        },
      },
    );
    expect(said()).toHaveTextContent('Archived. Restore it to send money.');
    expect(button('Unpin')).toBeDisabled();
    expect(button('Restore')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('say why they could not be changed', async () => {
    const { user } = await open();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    await user.click(button('Archive'));
    await waitFor(() =>
      expect(said()).toHaveTextContent('You’re offline, or our server can’t be reached.'),
    );
    expect(button('Archive')).toBeEnabled();
  });

  it('name another recipient with the same account', async () => {
    await open(
      {},
      {
        before: async (browser) => {
          await addRecipient(browser);
          await addRecipient(browser, { alias: 'Mamá otra vez' });
        },
      },
    );
    const other = await within(said()).findByRole('link', { name: 'Mamá otra vez' });
    expect(said()).toHaveTextContent('Same account as Mamá otra vez');
    expect(other).toHaveAttribute('href', '/recipients/502');
  });
});
