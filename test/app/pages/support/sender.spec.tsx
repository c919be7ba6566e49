import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { own } from '../../../../src/bff/ledger/people/owners.ts';
import { signedInBrowser } from '../../../support/browser.ts';
import { addRecipient, addWallet, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

const early = '2026-01-01T00:00:00.000Z';

/** Opens the page of the demo sender, who has sent money to a recipient, and has an open transfer. */
async function openSender(
  options: Parameters<typeof renderApp>[1] = {},
  meanwhile?: (app: Awaited<ReturnType<typeof renderApp>>, sender: string) => Promise<unknown>,
) {
  const ids = { sender: '', recipient: '', sent: '', key: '' };
  const app = await renderApp('/support', {
    ...options,
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      ids.sender = (await browser.call('GET', '/api/session')).body.user.id;
      ids.recipient = (await addRecipient(browser)).id;
      ids.sent = (await sendMoney(browser, ids.recipient)).body.id;
      const { body } = await sendMoney(browser, ids.recipient, { source_amount_cents: '504' });
      ids.key = body.send.key;
      await options.before?.(browser);
      await browser.signIn('support');
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Look up' });
  await meanwhile?.(app, ids.sender);
  await app.router.navigate(`/support/people/${ids.sender}`);
  return { ...app, ids };
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Sam Sender' });
const listNamed = (name: string) => screen.findByRole('list', { name });

describe('the page of a sender', () => {
  it('shows what is not confirmed, their recipients and their transfers, each with its page', async () => {
    const { ids } = await openSender();
    expect(await heading()).toBeVisible();
    expect(screen.getByText('sender@giro.example')).toBeVisible();

    const open = within(await listNamed('Not confirmed yet'));
    const link = open.getByRole('link', { name: /504/ });
    expect(link).toHaveAttribute('href', `/sends/${ids.key}`);
    // Whose it is stands above.
    expect(open.queryByText(/^From/)).toBeNull();

    const recipient = within(await listNamed('Recipients')).getByRole('listitem');
    expect(within(recipient).getByRole('link', { name: 'Gloria Patiño' })).toHaveAttribute(
      'href',
      `/recipients/${ids.recipient}`,
    );
    expect(recipient).toHaveTextContent('ending in 4821');

    const sent = within(await listNamed('Transfers')).getByRole('listitem');
    expect(within(sent).getByRole('link', { name: 'Mamá Bogotá' })).toHaveAttribute(
      'href',
      `/transfers/${ids.sent}`,
    );
    expect(screen.getByText('1 transfer')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Send|Resolve|Archive|Pin/ })).toBeNull();
  });

  it('shows how every other send ended, five at first and then the rest', async () => {
    const { user, ids } = await openSender({
      before: async (browser) => {
        const [to] = (await browser.call('GET', '/api/destination_accounts')).body;
        for (let count = 1; count <= 6; count += 1) {
          await sendMoney(browser, to.id, { source_amount_cents: `${1_000 + count}` });
        }
        // The sandbox refuses it.
        await sendMoney(browser, to.id, { source_amount_cents: '404' });
      },
    });
    const list = within(await listNamed('Sent and not sent'));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    const [newest] = list.getAllByRole('listitem');
    expect(newest).toHaveTextContent(/404.*To Mamá Bogotá · [\dA-F]{4} [\dA-F]{4}.*Not sent/);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(list.getAllByRole('listitem')).toHaveLength(8);
    expect(list.getAllByText('Sent')).toHaveLength(7);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    // What is not confirmed is in its own list.
    const links = list.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).not.toContain(`/sends/${ids.key}`);
  });

  it('leads back from a transfer to the sender, and from there to Look up', async () => {
    const { user, ids, router } = await openSender();
    await user.click(within(await listNamed('Transfers')).getByRole('link'));
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${ids.sent}`) });
    // Once at the head of the page, once among the facts.
    const [back] = screen.getAllByRole('link', { name: 'Sam Sender' });
    if (!back) throw new Error('no way back');
    await user.click(back);
    await heading();
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('link', { name: 'Look up' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Look up' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/support');
  });

  it('leads back from a recipient', async () => {
    const { user } = await openSender();
    await user.click(within(await listNamed('Recipients')).getByRole('link'));
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    const [back] = screen.getAllByRole('link', { name: 'Sam Sender' });
    if (!back) throw new Error('no way back');
    await user.click(back);
    expect(await heading()).toBeVisible();
  });

  it('is reached from a look-up, from what is not confirmed, a transfer and a recipient', async () => {
    const { user, ids, router } = await openSender();
    const path = `/support/people/${ids.sender}`;
    await router.navigate('/support');
    const open = within(await listNamed('Not confirmed yet'));
    expect(await open.findByRole('link', { name: 'Sam Sender' })).toHaveAttribute('href', path);
    const box = screen.getByRole('textbox', { name: /^Transfer number/ });
    await user.type(box, `${ids.sent}{Enter}`);
    const found = within(await listNamed('Transfers'));
    // j and k move over the transfers, not over their senders.
    await user.keyboard('j');
    expect(found.getByRole('link', { name: 'Mamá Bogotá' })).toHaveFocus();
    await user.keyboard('j');
    expect(found.getByRole('link', { name: 'Sam Sender' })).not.toHaveFocus();
    await user.click(found.getByRole('link', { name: 'Sam Sender' }));
    await heading();
    await router.navigate(`/transfers/${ids.sent}`);
    expect(await screen.findByRole('link', { name: 'Sam Sender' })).toHaveAttribute('href', path);
    await router.navigate(`/recipients/${ids.recipient}`);
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(screen.getByRole('link', { name: 'Sam Sender' })).toHaveAttribute('href', path);
    await router.navigate('/support');
    await user.type(
      await screen.findByRole('textbox', { name: /^Transfer number/ }),
      '4821{Enter}',
    );
    expect(await screen.findByText('Sender', { selector: 'dt' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Open the recipient' }));
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Look up' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Look up' })).toBeVisible();
  });

  it('brings more transfers on demand, until all are there', async () => {
    const { user } = await openSender({ sandbox: { transfers: 60 } }, async (app, sender) => {
      for (const { id } of app.sandbox.transfers) {
        await own(app.db, 'transfer', `${id}`, sender, early);
      }
    });
    expect(
      await screen.findByText('Showing 50 of 61', undefined, { timeout: 20_000 }),
    ).toBeVisible();
    const rows = () => screen.getByRole('list', { name: 'Transfers' }).children;
    expect(rows()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show more transfers' }));
    expect(await screen.findByText('Showing 61 of 61')).toHaveFocus();
    expect(rows()).toHaveLength(61);
    expect(screen.queryByRole('button', { name: 'Show more transfers' })).toBeNull();
  });

  it('shows new transfers and states as they come', async () => {
    const { app, ids, sandbox } = await openSender({ live: true });
    await listNamed('Transfers');
    const other = sandbox.transfers.length;
    const sender = await signedInBrowser(app, 'sender');
    const { body } = await sendMoney(sender, ids.recipient, { source_amount_cents: '7700' });
    expect(sandbox.transfers).toHaveLength(other + 1);
    await waitFor(
      () => {
        const [first] = within(screen.getByRole('list', { name: 'Transfers' })).getAllByRole(
          'link',
        );
        expect(first).toHaveAttribute('href', `/transfers/${body.id}`);
      },
      { timeout: 20_000 },
    );
    expect(await screen.findByText('2 transfers')).toBeVisible();
  });

  it('shows the first recipients, and all on demand', async () => {
    const { user } = await openSender({
      before: async (browser) => {
        for (let n = 1; n <= 5; n += 1) await addWallet(browser, { alias: `Wallet ${n}` });
      },
    });
    const rows = (await listNamed('Recipients')).children;
    expect(rows).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show all 6' }));
    expect(rows).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(rows).toHaveLength(5);
  });

  it('says so when the service no longer has a recipient', async () => {
    await openSender({}, ({ db }, sender) => own(db, 'account', '999', sender, early));
    const gone = await screen.findByText(
      'The payment service no longer has this recipient.',
      undefined,
      { timeout: 15_000 },
    );
    const row = gone.closest('li');
    expect(row).toHaveTextContent('Recipient 999');
    expect(row?.querySelector('a')).toBeNull();
  });

  it('says that a sender has done nothing yet', async () => {
    let id = '';
    await renderApp('/', {
      as: 'sender',
      before: async (browser) => {
        id = (await browser.call('GET', '/api/session')).body.user.id;
        await browser.signIn('support');
      },
    }).then(({ router }) => router.navigate(`/support/people/${id}`));
    await heading();
    expect(await screen.findByText('This sender has no transfers yet.')).toBeVisible();
    expect(screen.getByText('This sender has no recipients yet.')).toBeVisible();
    expect(screen.getByText('None. Every transfer has a known result.')).toBeVisible();
  });

  it('shows the last known transfers and their age while the service is down', async () => {
    await openSender({}, (app) => app.stopService());
    expect(await listNamed('Transfers')).toBeVisible();
    expect(
      await screen.findByText(/^The payment service has not answered since/, undefined, {
        timeout: 15_000,
      }),
    ).toBeVisible();
  });
});

describe('nobody else opens it', () => {
  it('tells a sender that it is for support', async () => {
    const { router } = await renderApp('/', { as: 'sender' });
    await router.navigate(`/support/people/${crypto.randomUUID()}`);
    expect(await screen.findByText('This page is for the support team.')).toBeVisible();
  });

  it.each([crypto.randomUUID(), 'ana@example.com', '12'])('finds nobody for %s', async (id) => {
    const { router } = await renderApp('/support', { as: 'support' });
    await router.navigate(`/support/people/${id}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  });
});
