import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../../src/app/paths.ts';
import { openSend, sendButton } from './open-send.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

// The list is read anew as often as a test asks.
const tracking = { intervals: { least: 25, most: 50 } };

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
    await heading('We could not confirm this transfer yet');
    expect(screen.getByText('Do not send it again')).toBeVisible();
    expect(screen.getByText(/^The service broke off/)).toBeVisible();
    expect(screen.getByText('To Mamá Bogotá')).toBeVisible();
    expect(container).not.toHaveTextContent(/fail/i);
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
  [1_000, 'Executed', 'Mamá Bogotá got'],
  [13, 'Rejected', 'Mamá Bogotá was to get'],
])('a transfer of %i that was sent', (pesos, state, gets) => {
  it(`is told on its confirmation to be ${state}`, async () => {
    const clock = { time: Date.now(), now: () => clock.time };
    const { queryClient } = await send(pesos, { sandbox: { clock }, tracking });
    await heading('Sent');
    expect(await screen.findByText('Mamá Bogotá gets')).toBeVisible();
    expect(screen.getByText(/^What happens next/)).toBeVisible();
    clock.time += 11_000;
    await waitFor(async () => {
      await queryClient.invalidateQueries();
      expect(screen.getByText(gets)).toBeVisible();
    });
    expect(screen.getByText(state, { selector: 'dd *' })).toBeVisible();
    expect(screen.queryByText(/^What happens next/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Show transfer \d+$/ })).toBeVisible();
  });
});

describe('a sending that looking can’t settle', () => {
  async function openLeftToSupport() {
    const app = await openSend({ reconcile: giveUpSoon });
    const key = await sendUnresolved(app.browser, app.recipient.id);
    await app.go(paths.sending(key));
    await heading('Support will settle this transfer');
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
      expect.stringMatching(/^Send was pressed, done/),
      expect.stringMatching(/^The service was asked, once, done.*The service broke off/),
      expect.stringMatching(/^Looked for.*, done.*shows no such transfer\.$/),
      expect.stringMatching(/^Support settles it.*, now/),
      expect.stringMatching(/^This page says what became of it, not yet/),
    ]);
    expect(screen.getByText('Do not send it again')).toBeVisible();
    expect(container).not.toHaveTextContent(/fail/i);
  });

  it('leads to a check of the same figures under another key', async () => {
    const { user, key, address, search, recipient } = await openLeftToSupport();
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
    expect(screen.queryByText('What became of it?')).not.toBeInTheDocument();
  });
});

describe('a key that Giro knows nothing of', () => {
  const key = 'b6a7c1de-4c5f-4f0e-9b57-0c5f5d1f6a01';

  it('was not sent, and leads back to the check with the same key', async () => {
    const { go, search, recipient } = await openSend();
    const check = paths.send({ ...search(100_000), destination_account_id: recipient.id, key });
    await go(paths.sending(key), { check });
    await heading('We have no record of this sending: nothing was sent');
    expect(screen.getByRole('link', { name: 'Back to the check' })).toHaveAttribute('href', check);
  });

  it('leads nowhere else when it was typed', async () => {
    const { go } = await openSend();
    await go(paths.sending(key), { check: 'https://elsewhere.example/' });
    await heading('We have no record of this sending');
    expect(screen.queryByRole('link', { name: 'Back to the check' })).not.toBeInTheDocument();
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
