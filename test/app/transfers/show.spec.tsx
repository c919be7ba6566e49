import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

async function openTransfer(options: Options = {}, fields: Record<string, string> = {}) {
  const sent = { id: '', recipient: '' };
  const app = await renderApp('/transfers', {
    ...options,
    before: async (browser) => {
      if (options.as === 'support') await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      const { body } = await sendMoney(browser, recipient.id, fields);
      sent.id = body.id;
      sent.recipient = recipient.id;
      if (options.as === 'support') await browser.signIn('support');
    },
  });
  await app.router.navigate(`/transfers/${sent.id}`);
  await screen.findByRole('heading', { level: 1, name: `Transfer ${sent.id}` });
  return { ...app, sent };
}

const steps = () => within(screen.getAllByRole('list').at(-1) ?? document.body);

it('shows what arrives, from what, to whom, and where it is', async () => {
  const { sent } = await openTransfer();
  expect(screen.getByText('Mamá Bogotá gets')).toBeVisible();
  expect(screen.getByText(/^from CLP\s100,000 at 4\.\d+$/)).toBeVisible();
  expect(screen.getByText(/^Gloria Patiño/)).toBeVisible();
  expect(screen.getByText('ending in 4821')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show the recipient' })).toHaveAttribute(
    'href',
    `/recipients/${sent.recipient}`,
  );
  const [pending, assigned, executed] = steps().getAllByRole('listitem');
  expect(pending).toHaveAttribute('aria-current', 'step');
  expect(pending).toHaveTextContent(/^Pending, now.*First seen here today/);
  expect(assigned).toHaveTextContent(/^Assigned, not yet/);
  expect(executed).toHaveTextContent(/^Executed, not yet/);
  expect(screen.getByText(/^Checked.*This page updates itself\.$/)).toBeVisible();
});

it('follows it to the end, and then stops', async () => {
  await openTransfer({ sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 } });
  await waitFor(
    () => expect(screen.getByRole('status', { name: 'State' })).toHaveTextContent('Executed'),
    {
      timeout: 15_000,
    },
  );
  expect(
    steps()
      .getByText(/^Executed/)
      .closest('li'),
  ).toHaveTextContent('The money has arrived');
  expect(screen.queryByText(/updates itself/)).not.toBeInTheDocument();
}, 20_000);

it('says that it was rejected, and what the app did not see', async () => {
  await openTransfer(
    { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } },
    { source_amount_cents: '13' },
  );
  expect(screen.getByRole('status', { name: 'State' })).toHaveTextContent('Rejected');
  const rejected = steps()
    .getByText(/^Rejected/)
    .closest('li');
  expect(rejected).toHaveTextContent('stopped here');
  expect(rejected).toHaveTextContent('Ask support about the money.');
});

it('offers the same again to a sender', async () => {
  const { sent } = await openTransfer();
  const again = screen.getByRole('link', { name: 'Send again' }).getAttribute('href') ?? '';
  const { pathname, searchParams } = new URL(again, 'http://localhost');
  expect(pathname).toBe('/');
  expect(Object.fromEntries(searchParams)).toEqual({
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: expect.stringMatching(/^\d+$/),
    destination_account_id: sent.recipient,
  });
});

it('offers support nothing to send', async () => {
  await openTransfer({ as: 'support' });
  expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
});

it.each(['/transfers/999999', '/transfers/12abc'])('says that %s is not found', async (path) => {
  await renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Not found' });
});
