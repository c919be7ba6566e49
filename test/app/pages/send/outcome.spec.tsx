import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ownState } from '../../../../src/app/router/entry-state.ts';
import { paths } from '../../../../src/app/router/paths.ts';
import { signedInBrowser } from '../../../support/browser.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

// Short intervals, so that changes show up quickly.
const tracking = { intervals: { min: 25, max: 50 } };

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const row = (term: string) => screen.getByText(term, { selector: 'dt' }).parentElement;

async function send(pesos: number, options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend(options);
  await app.check(pesos);
  await app.user.click(await sendButton());
  return app;
}

describe.each([
  [500, 'answered with an error'],
  [504, 'dropped'],
])('a transfer of %i, %s', (pesos) => {
  it('is shown as not confirmed, is never called failed and never sent again', async () => {
    const { container, posts } = await send(pesos);
    await heading('We’re checking your transfer');
    expect(screen.getByText('Please don’t send it again')).toBeVisible();
    expect(screen.getByText(/^The connection to the payment service broke/)).toBeVisible();
    expect(screen.getByText('Mamá Bogotá gets about')).toBeVisible();
    expect(screen.getByText(/^COP\s[\d,.]+$/)).toBeVisible();
    expect(screen.getByText('Gloria Patiño')).toBeVisible();
    expect(row('You send')).toHaveTextContent(`CLP ${pesos}`);
    // In ten minutes, which may be another day.
    expect(row('Support takes over')).toHaveTextContent(/(today|, \d{4},) \d+:\d\d/);
    expect(screen.getByText(/^Checked/)).toHaveTextContent(/just now|s ago/);
    expect(screen.getByRole('link', { name: 'Your transfers' })).toHaveAttribute(
      'href',
      '/transfers',
    );
    expect(container).not.toHaveTextContent(/fail/i);
    const warning = screen.getByText('Please don’t send it again');
    const timeline = screen.getByText('You pressed Send');
    expect(warning.compareDocumentPosition(timeline)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('link', { name: /again/i })).not.toBeInTheDocument();
    expect(posts()).toBe(1);
  });
});

it('updates an unconfirmed transfer to sent on the same page', async () => {
  const { sandbox, posts } = await send(502);
  await waitFor(() => heading(sentTitle), { timeout: 10_000 });
  expect(posts()).toBe(1);
  expect(sandbox.transfers).toHaveLength(1);
  expect(screen.getByText(String(sandbox.transfers[0]?.id), { selector: 'dd' })).toBeVisible();
}, 15_000);

it.each([
  [1_000, /:\s*COP\s[\d,.]+ has arrived$/, 'Mamá Bogotá got'],
  [13, /:\s*Rejected: nothing was paid to Mamá Bogotá$/, 'Mamá Bogotá did not get'],
])(
  'leads a transfer of %i to its page, where it is followed to its end',
  async (pesos, ended, gets) => {
    const clock = { time: Date.now(), now: () => clock.time };
    const { queryClient, address, sandbox } = await send(pesos, { sandbox: { clock }, tracking });
    await heading(sentTitle);
    expect(address()).toBe(`/transfers/${sandbox.transfers[0]?.id}`);
    expect(document.title).toBe(`Sent · Transfer ${sandbox.transfers[0]?.id} · Giro`);
    expect(screen.getByText('Mamá Bogotá gets')).toBeVisible();
    expect(row('You sent')).toHaveTextContent(/today \d/);
    clock.time += 11_000;
    await waitFor(async () => {
      await queryClient.invalidateQueries();
      expect(screen.getByText(gets)).toBeVisible();
    });
    await heading(ended);
  },
);

it('leads from the address of a send to its transfer, and Back to where the person was', async () => {
  const { browser, recipient, go, router, address } = await openSend();
  const { body: transfer } = await sendMoney(browser, recipient.id);
  const { body: sends } = await browser.call(
    'GET',
    `/api/sends?${new URLSearchParams({
      destination_account_id: recipient.id,
      source_amount_cents: transfer.source_amount_cents,
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
    })}`,
  );
  await go('/recipients');
  await heading('Recipients');
  await go(paths.sendOutcome(sends[0].key));
  await heading(sentTitle);
  expect(address()).toBe(`/transfers/${transfer.id}`);
  await act(() => router.navigate(-1));
  await heading('Recipients');
});

it('says that it was sent while its transfer can’t be read, and then leads there', async () => {
  const { user, check, browser, address, sandbox, queryClient } = await openSend();
  await check(100_000);
  const button = await sendButton();
  let connected = false;
  vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
    if (!connected && /\/api\/transfers\/\d/.test(String(url)))
      throw new TypeError('connection lost');
    return browser.fetch(url, init);
  });
  await user.click(button);
  await heading('Sent');
  const id = String(sandbox.transfers[0]?.id);
  expect(screen.getByRole('link', { name: 'Follow this transfer' })).toHaveAttribute(
    'href',
    `/transfers/${id}`,
  );
  expect(localStorage.getItem('giro-pending-sends')).toBeNull();
  connected = true;
  await act(() => queryClient.invalidateQueries());
  await heading(sentTitle);
  expect(address()).toBe(`/transfers/${id}`);
});

describe.each([
  ['pt-BR', 'Enviamos o pedido ao serviço de pagamentos, uma única vez'],
  ['es-CL', 'Enviamos la solicitud al servicio de pagos, una sola vez'],
])('in %s', (language, words) => {
  it('does not claim that the service received the request', async () => {
    const app = await openSend({ languages: [language] });
    const { body } = await sendMoney(app.browser, app.recipient.id, { source_amount_cents: '504' });
    await app.go(paths.sendOutcome(body.send.key));
    expect(await screen.findByText(words)).toBeVisible();
    expect(app.container).not.toHaveTextContent(/recebeu o pedido|recibió/);
  });
});

describe('a transfer that needs review', () => {
  async function openLeftToSupport() {
    const app = await openSend({
      reconcile: giveUpSoon,
      env: { SUPPORT_EMAIL: 'help@example.com', SUPPORT_PHONE: '+56 2 2345 6789' },
    });
    const key = await sendUnresolved(app.browser, app.recipient.id);
    await app.go(paths.sendOutcome(key));
    await heading('Our support team is checking your transfer');
    const settle = async (body: object) => {
      const support = await signedInBrowser(app.app, 'support');
      await support.call('POST', `/api/sends/${key}/settle`, body);
      await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
    };
    return { ...app, key, settle };
  }

  it('says what was tried and seen, and that support is checking', async () => {
    const { container } = await openLeftToSupport();
    const steps = screen.getAllByRole('listitem').map((step) => step.textContent);
    expect(steps.slice(-5)).toEqual([
      expect.stringMatching(/^You pressed Send, done/),
      expect.stringMatching(/^We sent it to the payment service, once, done.*The connection/),
      expect.stringMatching(/^We checked whether it arrived, done.*shows no such transfer\.$/),
      expect.stringMatching(/^Support is checking.*, now/),
      expect.stringMatching(/^The result appears here, not yet/),
    ]);
    expect(screen.getByText('Please don’t send it again')).toBeVisible();
    expect(container).not.toHaveTextContent(/fail|settle/i);
  });

  it('shows the support contact and a reference that support can search', async () => {
    const { key, app, user } = await openLeftToSupport();
    expect(screen.queryByText('Support takes over')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Contact support' }));
    const reference = `${key.slice(0, 4)} ${key.slice(4, 8)}`.toUpperCase();
    expect(screen.getByText(reference, { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(`Tell support the reference ${reference}.`)).toBeVisible();
    expect(screen.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
      'href',
      `mailto:help@example.com?subject=${encodeURIComponent(reference)}`,
    );
    expect(screen.getByRole('link', { name: '+56 2 2345 6789' })).toHaveAttribute(
      'href',
      'tel:+56223456789',
    );
    const support = await signedInBrowser(app, 'support');
    const q = encodeURIComponent(reference);
    const { body } = await support.call('GET', `/api/support/search?q=${q}`);
    expect(body.sends.map((send: { key: string }) => send.key)).toEqual([key]);
  });

  it('links to a check of the same figures with a new key', async () => {
    const { user, key, address, search, recipient } = await openLeftToSupport();
    await user.click(await screen.findByText('Send another now'));
    await user.click(await screen.findByRole('link', { name: 'Send again anyway' }));
    await heading('Check before you send');
    const params = new URL(address(), 'http://localhost').searchParams;
    expect(params.get('key')).not.toBe(key);
    expect(Object.fromEntries(params)).toMatchObject({
      ...search(504),
      destination_account_id: recipient.id,
    });
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  it("shows support's resolution with the reason and what to do next", async () => {
    const { settle } = await openLeftToSupport();
    await settle({ outcome: 'not_sent', reason: 'Not in the books' });
    await heading('This transfer was not sent');
    expect(screen.getByText('Support:').closest('p')).toHaveTextContent(
      'Support: Not in the books',
    );
    expect(screen.getByRole('link', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByText('Was it sent?')).not.toBeInTheDocument();
  });
});

describe('a key without a record', () => {
  const key = 'b6a7c1de-4c5f-4f0e-9b57-0c5f5d1f6a01';

  it('says that nothing was sent, and links to the check with the same key', async () => {
    const { go, search, recipient } = await openSend();
    const check = paths.send({ ...search(100_000), destination_account_id: recipient.id, key });
    await heading('Transfers');
    await go(paths.sendOutcome(key), ownState({ check }));
    await heading('Nothing was sent');
    expect(screen.getByRole('link', { name: 'Send it now' })).toHaveAttribute('href', check);
  });

  it('ignores a check address of another origin', async () => {
    const { go } = await openSend();
    await heading('Transfers');
    await go(paths.sendOutcome(key), ownState({ check: 'https://elsewhere.example/' }));
    await heading('We have no record of this transfer');
    expect(screen.queryByRole('link', { name: 'Send it now' })).not.toBeInTheDocument();
  });

  it('shows Not found if it is no UUID', async () => {
    const { go } = await openSend();
    await go(paths.sendOutcome('12'));
    await heading('Not found');
  });
});

it('shows the outcome once our server can be reached again', async () => {
  const { user, check, browser, posts } = await openSend();
  await check(100_000);
  const button = await sendButton();
  let connected = false;
  // The connection breaks after the request was sent and before the answer arrives.
  vi.stubGlobal('fetch', async (...call: Parameters<typeof browser.fetch>) => {
    const answer = await browser.fetch(...call);
    if (!connected) throw new TypeError('connection lost');
    return answer;
  });
  await user.click(button);
  await heading('We can’t tell yet whether it was sent');
  expect(screen.getByText('To Mamá Bogotá')).toBeVisible();
  expect(screen.getByText(/^CLP\s100,000$/)).toBeVisible();
  connected = true;
  await waitFor(() => heading(sentTitle), { timeout: 10_000 });
  expect(posts()).toBe(1);
}, 15_000);

it('sends nothing with the key of a transfer whose record was deleted', async () => {
  const { user, check, db, posts, key, address } = await openSend();
  await check(700);
  const button = await sendButton();
  const old = key() ?? '';
  await db.insertInto('forgotten_sends').values({ key: old, forgotten_at: '2026-01-01' }).execute();
  await user.click(button);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Nothing was sent.*Look for it in Transfers/);
  expect(posts()).toBe(0);
  await user.click(within(alert).getByRole('link', { name: 'Try again' }));
  await waitFor(() => expect(key()).not.toBe(old));
  expect(address()).toContain('key=');
});
