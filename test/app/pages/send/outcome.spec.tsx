import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { openSend, sendButton } from './open-send.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

// The list is read anew as often as a test asks.
const tracking = { intervals: { min: 25, max: 50 } };

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function send(pesos: number, options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend(options);
  await app.check(pesos);
  await app.user.click(await sendButton());
  return app;
}

describe.each([
  [500, 'answered with an error'],
  [504, 'dropped'],
])('a sending of %i, %s', (pesos) => {
  it('is not confirmed: never called failed, never sent again', async () => {
    const { container, posts } = await send(pesos);
    await heading('We’re checking this transfer');
    expect(screen.getByText('Please don’t send it again')).toBeVisible();
    expect(screen.getByText(/^The connection to the payment service broke/)).toBeVisible();
    expect(screen.getByText('To Mamá Bogotá')).toBeVisible();
    expect(container).not.toHaveTextContent(/fail/i);
    const warning = screen.getByText('Please don’t send it again');
    const timeline = screen.getByText('You pressed Send');
    expect(warning.compareDocumentPosition(timeline)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('link', { name: /again/i })).not.toBeInTheDocument();
    expect(posts()).toBe(1);
  });
});

it('a sending whose answer was lost becomes sent on the same page, bound to its transfer', async () => {
  const { sandbox, posts } = await send(502);
  await waitFor(() => heading('Sent'), { timeout: 10_000 });
  expect(posts()).toBe(1);
  expect(sandbox.transfers).toHaveLength(1);
  expect(screen.getByText(String(sandbox.transfers[0]?.id), { selector: 'dd' })).toBeVisible();
}, 15_000);

describe.each([
  [1_000, 'Executed', 'Mamá Bogotá got', 'Completed: Mamá Bogotá was paid'],
  [13, 'Rejected', 'Mamá Bogotá was to get', 'Rejected: Mamá Bogotá was not paid'],
])('a transfer of %i that was sent', (pesos, state, gets, ended) => {
  it(`is told on its confirmation to be ${state}`, async () => {
    const clock = { time: Date.now(), now: () => clock.time };
    const { queryClient } = await send(pesos, { sandbox: { clock }, tracking });
    await heading('Sent');
    expect(await screen.findByText('Mamá Bogotá gets')).toBeVisible();
    expect(screen.getByText(/^Next, a payment partner/)).toBeVisible();
    clock.time += 11_000;
    await waitFor(async () => {
      await queryClient.invalidateQueries();
      expect(screen.getByText(gets)).toBeVisible();
    });
    expect(screen.getByText(state, { selector: 'dd *' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(ended);
    expect(document.title).toBe(`${ended} · Giro`);
    const advice = screen.queryByText('Ask support about your money');
    if (state === 'Rejected') expect(advice).toBeVisible();
    else expect(advice).not.toBeInTheDocument();
    expect(screen.queryByText(/^Next, a payment partner/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Show transfer \d+$/ })).toBeVisible();
  });
});

describe.each([
  ['pt-BR', 'Enviamos o pedido ao serviço de pagamento, uma única vez'],
  ['es-CL', 'La enviamos al servicio de pagos, una sola vez'],
])('in %s', (language, words) => {
  it('does not say that the service received what nobody knows it did', async () => {
    const app = await openSend({ languages: [language] });
    const { body } = await sendMoney(app.browser, app.recipient.id, { source_amount_cents: '504' });
    await app.go(paths.sending(body.send.key));
    expect(await screen.findByText(words)).toBeVisible();
    expect(app.container).not.toHaveTextContent(/recebeu o pedido|recibió/);
  });
});

describe('a sending that looking can’t settle', () => {
  async function openLeftToSupport() {
    const app = await openSend({
      reconcile: giveUpSoon,
      env: { SUPPORT_EMAIL: 'help@example.com', SUPPORT_PHONE: '+56 2 2345 6789' },
    });
    const key = await sendUnresolved(app.browser, app.recipient.id);
    await app.go(paths.sending(key));
    await heading('Our support team is checking this transfer');
    const settle = async (body: object) => {
      await app.browser.signIn('support');
      await app.browser.call('POST', `/api/sends/${key}/settle`, body);
      await app.browser.signIn('sender');
      await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
    };
    return { ...app, key, settle };
  }

  it('says what was tried, what was seen and that support settles it', async () => {
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

  it('says how to reach support, and a reference by which they find it', async () => {
    const { key, browser } = await openLeftToSupport();
    const reference = `${key.slice(0, 4)} ${key.slice(4, 8)}`.toUpperCase();
    expect(screen.getByText(reference, { selector: 'dd' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'help@example.com' })).toHaveAttribute(
      'href',
      `mailto:help@example.com?subject=${encodeURIComponent(reference)}`,
    );
    expect(screen.getByRole('link', { name: '+56 2 2345 6789' })).toHaveAttribute(
      'href',
      'tel:+56223456789',
    );
    await browser.signIn('support');
    const q = encodeURIComponent(reference);
    const { body } = await browser.call('GET', `/api/support/search?q=${q}`);
    expect(body.sends.map((send: { key: string }) => send.key)).toEqual([key]);
  });

  it('leads to a check of the same figures under another key', async () => {
    const { user, key, address, search, recipient } = await openLeftToSupport();
    await user.click(await screen.findByText('I can’t wait'));
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

  it('is shown as support settled it, with their reason and the way on', async () => {
    const { settle } = await openLeftToSupport();
    await settle({ outcome: 'not_sent', reason: 'Not in the books' });
    await heading('This transfer was not sent');
    expect(screen.getByText('Support:').closest('p')).toHaveTextContent(
      'Support: Not in the books',
    );
    expect(screen.getByRole('link', { name: 'Check again' })).toBeVisible();
    expect(screen.queryByText('Was it sent?')).not.toBeInTheDocument();
  });
});

describe('a key that Giro knows nothing of', () => {
  const key = 'b6a7c1de-4c5f-4f0e-9b57-0c5f5d1f6a01';

  it('was not sent, and leads back to the check with the same key', async () => {
    const { go, search, recipient } = await openSend();
    const check = paths.send({ ...search(100_000), destination_account_id: recipient.id, key });
    await go(paths.sending(key), { check });
    await heading('Nothing was sent');
    expect(screen.getByRole('link', { name: 'Send it now' })).toHaveAttribute('href', check);
  });

  it('leads nowhere else when it was typed', async () => {
    const { go } = await openSend();
    await go(paths.sending(key), { check: 'https://elsewhere.example/' });
    await heading('We have no record of this transfer');
    expect(screen.queryByRole('link', { name: 'Send it now' })).not.toBeInTheDocument();
  });

  it('is not found when it is no key at all', async () => {
    const { go } = await openSend();
    await go(paths.sending('12'));
    await heading('Not found');
  });
});

it('finds out what became of a sending as soon as Giro can be reached again', async () => {
  const { user, check, browser, posts } = await openSend();
  await check(100_000);
  const button = await sendButton();
  let connected = false;
  // The line breaks after the request went out and before the answer came in.
  vi.stubGlobal('fetch', async (...call: Parameters<typeof browser.fetch>) => {
    const answer = await browser.fetch(...call);
    if (!connected) throw new TypeError('the line broke');
    return answer;
  });
  await user.click(button);
  await heading('We can’t tell yet whether it was sent');
  expect(screen.getByText('To Mamá Bogotá')).toBeVisible();
  expect(screen.getByText(/^CLP\s100,000$/)).toBeVisible();
  connected = true;
  await waitFor(() => heading('Sent'), { timeout: 10_000 });
  expect(posts()).toBe(1);
}, 15_000);
