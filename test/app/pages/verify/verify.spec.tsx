import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

const executed = { assigned_after_ms: 0, settled_after_ms: 0 };

/** Opens the page as a stranger, who has a receipt that somebody has sent. */
async function openWith(
  hash: (code: string) => string,
  { withdrawn = false, edited = false, sandbox = executed } = {},
) {
  let code = '';
  const clock = { at: Date.now(), now: () => clock.at };
  const rendered = await renderApp('/sign-in', {
    as: 'sender',
    sandbox: { clock, ...sandbox },
    before: async (browser) => {
      const recipient = await addRecipient(browser, { alias: 'Zanahoria' });
      const { id } = (await sendMoney(browser, recipient.id)).body;
      const issued = await browser.call('POST', `/api/transfers/${id}/receipts`);
      ({ code } = issued.body);
      const { facts } = issued.body;
      if (edited) {
        const path = `/api/destination_accounts/${recipient.id}`;
        const { body: account } = await browser.call('GET', path);
        await browser.call('PUT', path, { ...account, bank_number: '00999999999' });
        clock.at += 10_000_000;
      }
      if (withdrawn)
        await browser.call('DELETE', `/api/transfers/${id}/receipts`, { id: facts.id });
      await browser.call('DELETE', '/api/session');
    },
  });
  await act(() => rendered.router.navigate('/verify'));
  await screen.findByRole('heading', { level: 1, name: 'Check a receipt' });
  window.location.hash = hash(code);
  return { ...rendered, code };
}

it('says what the code says and what became of the money, and names nobody', async () => {
  await openWith((code) => code);
  await screen.findByText('Genuine receipt');
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('The payment service says the recipient was paid.');
  expect(status).toHaveTextContent(/Status nowCompleted/);
  expect(status).toHaveTextContent('SentCLP 100,000');
  expect(status).toHaveTextContent('Account···· 4821');
  expect(document.body).not.toHaveTextContent(/Zanahoria|Gloria|Patiño|Ana/);
  expect(document.body).toHaveTextContent('Sandbox: nothing here moves real money');
});

const pending = { assigned_after_ms: 3_600_000, settled_after_ms: 7_200_000 };

it('never says that an account was paid which the transfer has no more', async () => {
  await openWith((code) => code, { edited: true, sandbox: pending });
  await screen.findByText('Genuine receipt');
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('This does not prove who was paid.');
  expect(status).not.toHaveTextContent('the recipient was paid');
});

it('never says that a pending transfer was paid', async () => {
  await openWith((code) => code, { sandbox: pending });
  await screen.findByText('Genuine receipt');
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent('This does not prove that the money arrived.');
  expect(status).not.toHaveTextContent(/was paid|Completed/);
});

it('says nothing but that it was withdrawn', async () => {
  await openWith((code) => code, { withdrawn: true });
  await screen.findByText('Withdrawn by the sender');
  expect(screen.getByRole('status').textContent).toBe('Withdrawn by the sender');
});

it('takes a code as it is copied from paper, or a whole link', async () => {
  const { user, code } = await openWith(() => '');
  const field = screen.getByRole('textbox', { name: 'Code or link of the receipt' });
  await user.click(screen.getByRole('button', { name: 'Check receipt' }));
  expect(screen.getByText('Enter the code from the receipt')).toBeVisible();
  expect(field).toHaveFocus();
  await user.click(field);
  await user.paste(code.match(/.{1,8}/g)?.join(' ') ?? '');
  await user.keyboard('{Enter}');
  await screen.findByText('Genuine receipt');
  await user.clear(field);
  await user.paste(`https://send.example/verify#${code.slice(0, -1)}`);
  await user.keyboard('{Enter}');
  await screen.findByText('Not genuine');
  expect(screen.queryByText('Genuine receipt')).toBeNull();
});
