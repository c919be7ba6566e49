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
  it('is shown with all that is known of it', async () => {
    await open({ phone: '+57 300 1', birthdate: '1984-02-29', cpf_number: '52998224725' });
    const banks = await fetch('/api/banks?country_name=Colombia').then((answer) => answer.json());
    expect(row('Country')).toHaveTextContent('Colombia');
    expect(row('Account type')).toHaveTextContent('Savings');
    expect(row('Name')).toHaveTextContent('Gloria Patiño');
    expect(row('Document')).toHaveTextContent('National identity card');
    expect(row('Birth date')).toHaveTextContent('February 29, 1984');
    expect(row('CPF number')).toHaveTextContent('ending in 4725');
    await waitFor(() => expect(row('Bank')).toHaveTextContent(banks[0].name));
    expect(screen.queryByText('ABA number')).not.toBeInTheDocument();
  });

  it.each([
    ['Account number', '00123454821'],
    ['Document', '1020304'],
  ])('shows the %s on demand alone', async (term, number) => {
    const { user } = await open();
    expect(document.body).not.toHaveTextContent(number);
    await user.click(screen.getByRole('button', { name: `Show ${term}` }));
    expect(row(term)).toHaveTextContent(number);
    await user.click(screen.getByRole('button', { name: `Hide ${term}` }));
    expect(document.body).not.toHaveTextContent(number);
  });

  it('names the place of a wallet as what it is', async () => {
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

  it('can be sent to and edited', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute(
      'href',
      '/send?destination_account_id=501',
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/recipients/501/edit',
    );
    expect(screen.getByText('Nothing sent to this recipient yet.')).toBeVisible();
  });

  it('can only be read by support', async () => {
    await renderApp('/recipients/501', { as: 'support', sandbox: { transfers: 20 } });
    await screen.findByRole('heading', { level: 2, name: 'Owner' });
    expect(screen.queryByRole('link', { name: 'Send money' })).not.toBeInTheDocument();
    expect(screen.queryByText('Edit')).not.toBeInTheDocument();
  });

  it('shows support its numbers once they ask, which is written down', async () => {
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
    expect(row('CPF number')).toHaveTextContent('ending in 4725');
    await user.click(screen.getByRole('button', { name: 'Show CPF number' }));
    expect(row('CPF number')).toHaveTextContent('52998224725');
    await user.click(screen.getByRole('button', { name: 'Hide Account number' }));
    expect(row('Account number')).toHaveTextContent('ending in 4821');
    expect(await audited()).toMatchObject([{ subject: 'account 501', outcome: 'done' }]);
  });

  it('says when its numbers could not be had, and asks again', async () => {
    const { user, db } = await renderApp('/recipients/501', {
      as: 'support',
      sandbox: { transfers: 20 },
    });
    const show = await screen.findByRole('button', { name: 'Show Account number' });
    await db.schema.alterTable('audit').renameTo('audit_away').execute();
    await user.click(show);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
    await db.schema.alterTable('audit_away').renameTo('audit').execute();
    await user.click(screen.getByRole('button', { name: 'Show Account number' }));
    await screen.findByRole('button', { name: 'Hide Account number' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('has its latest five transfers, and a way to all of them', async () => {
    await renderApp('/recipients/501', { as: 'support', sandbox: { transfers: 20 } });
    const all = await screen.findByRole('link', { name: 'All 20' });
    expect(all).toHaveAttribute('href', '/transfers?destination_account_id=501');
    const rows = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toHaveTextContent(/^Transfer \d+/);
  });

  it('says why it cannot be edited once a transfer was executed', async () => {
    await open({}, { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 }, before: sent });
    const edit = screen.getByRole('button', { name: 'Edit' });
    expect(edit).toBeDisabled();
    expect(edit).toHaveAccessibleDescription(/was executed, so it can't be edited/);
    expect(screen.getByRole('link', { name: 'Copy as new' })).toHaveAttribute(
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
  'says not found at %s',
  async (path) => {
    await renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  },
);

it("says not found for another's recipient", async () => {
  await renderApp('/recipients/501', { sandbox: { transfers: 20 } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
});
