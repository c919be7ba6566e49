import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../src/app/router/paths.ts';
import { translate } from '../../../src/bff/lib/messages.ts';
import { newsTexts } from '../../../src/bff/news/news-words.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

/** Opens a transfer that was rejected, by either of its addresses. */
async function openRejected(options: Options = {}) {
  const sent = { id: '', recipient: '' };
  const app = await renderApp('/transfers', {
    ...options,
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    before: async (browser) => {
      const { id: recipient } = await addRecipient(browser);
      const { body } = await sendMoney(browser, recipient, { source_amount_cents: '13' });
      Object.assign(sent, { id: body.id, recipient });
      await options.before?.(browser);
    },
  });
  const { key } = await app.db
    .selectFrom('sends')
    .select('key')
    .where('transfer_id', '=', sent.id)
    .executeTakeFirstOrThrow();
  const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent ?? '';
  const open = async (path: string) => {
    await act(() => app.router.navigate(path));
    await screen.findByText(/Mamá Bogotá/, { selector: 'h1, h1 *' });
  };
  return {
    ...app,
    sent,
    title,
    openTransfer: () => open(paths.transfer(sent.id)),
    openSend: () => open(paths.sendOutcome(key)),
  };
}

const buttons = () =>
  [...screen.getByRole('main').querySelectorAll('a, button')].filter(({ className }) =>
    className.includes('wide'),
  );

it.each([
  ['en', 'Rejected: nothing was paid to Mamá Bogotá'],
  ['es', 'Rechazada: no se pagó nada a Mamá Bogotá'],
  ['pt', 'Recusada: nada foi pago a Mamá Bogotá'],
] as const)(
  'says the same on its page and in mails, also by the address of its send: %s',
  async (locale, words) => {
    const { openTransfer, openSend, title, router, sent } = await openRejected({
      languages: [locale],
    });
    const advice = translate(locale, newsTexts.rejected.next);
    await openTransfer();
    expect(await title()).toContain(words);
    expect(screen.getByText(advice, { exact: false })).toBeVisible();
    const onTransfer = screen.getByText(advice, { exact: false }).textContent;
    await openSend();
    expect(await title()).toContain(words);
    expect(router.state.location.pathname).toBe(paths.transfer(sent.id));
    expect(screen.getByText(advice, { exact: false }).textContent).toBe(onTransfer);
  },
);

it('offers help first, then to correct the recipient, then to send again', async () => {
  const { openTransfer, sent } = await openRejected({ env: { SUPPORT_EMAIL: 'help@example.com' } });
  await openTransfer();
  await screen.findByRole('link', { name: 'Correct recipient' });
  expect(buttons().map(({ textContent }) => textContent)).toEqual([
    'Get help',
    'Correct recipient',
    'Send again',
  ]);
  expect(buttons().map(({ className }) => className.includes('main'))).toEqual([
    true,
    false,
    false,
  ]);
  expect(screen.getByRole('link', { name: 'Correct recipient' })).toHaveAttribute(
    'href',
    paths.editRecipient(sent.recipient),
  );
});

it('opens the contact and a text for support', async () => {
  const { openSend, user, sent } = await openRejected({
    env: { SUPPORT_EMAIL: 'help@example.com' },
  });
  await openSend();
  await user.click(screen.getByRole('button', { name: 'Get help' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Get help' }));
  expect(dialog.getByText(/^Nothing was paid to the recipient\. Ask support/)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Copy for support' }));
  expect(await navigator.clipboard.readText()).toMatch(new RegExp(`^Transfer ${sent.id} `));
});

it('offers no correction of a recipient that can’t be changed', async () => {
  const { openTransfer, browser, sent } = await openRejected();
  // A completed transfer locks the recipient (contract 3).
  await sendMoney(browser, sent.recipient, { source_amount_cents: '1000' });
  await openTransfer();
  await screen.findByRole('link', { name: 'Send again' });
  expect(
    (await browser.call('GET', `/api/destination_accounts/${sent.recipient}`)).body.editable,
  ).toBe(false);
  expect(screen.queryByRole('link', { name: 'Correct recipient' })).not.toBeInTheDocument();
});
