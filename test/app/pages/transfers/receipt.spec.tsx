import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { addRecipient, addWallet, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { printed, stubCanvas, stubShare } from './receipt-stubs.ts';

const nickname = 'Zanahoria';

/** Every kind of account, with what names its owner for a bank or for the recipient. */
const kinds = [
  { kind: 'bank account', add: addRecipient, fields: {}, gets: 'Gloria Patiño', to: /Gloria/ },
  {
    kind: 'wallet with an owner',
    add: addWallet,
    fields: { first_name: 'Gloria', last_name: 'Patiño' },
    gets: 'Gloria Patiño',
    to: /ToGloria Patiño.*····\s9EE7/,
  },
  {
    kind: 'wallet without an owner',
    add: addWallet,
    fields: {},
    gets: 'Recipient',
    to: /ToWallet ····\s9EE7/,
  },
];

const states = [
  { state: 'pending', sandbox: {}, fields: {}, verb: 'gets' },
  { state: 'assigned', sandbox: { assigned_after_ms: 0 }, fields: {}, verb: 'gets' },
  {
    state: 'executed',
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    fields: {},
    verb: 'got',
  },
  {
    state: 'rejected',
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    fields: { source_amount_cents: '13' },
    verb: 'did not get',
  },
];

it.each(
  states.flatMap((state) =>
    kinds.map((kind) => ({ ...state, ...kind, ofSend: state.fields, of: kind.fields })),
  ),
)(
  'names the owner and never the nickname: $kind, $state',
  async ({ sandbox, ofSend, add, of, verb, gets, to }) => {
    const drawn = stubCanvas();
    const share = stubShare(async () => {});
    let id = '';
    const { router, user } = await renderApp('/transfers', {
      sandbox,
      before: async (browser) => {
        const recipient = await add(browser, { alias: nickname, ...of });
        ({ id } = (await sendMoney(browser, recipient.id, ofSend)).body);
      },
    });
    await act(() => router.navigate(`/transfers/${id}`));
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
    expect(document.body).toHaveTextContent(nickname);
    const receipt = printed();
    await user.click(screen.getByRole('button', { name: 'Receipt' }));
    await waitFor(() => expect(receipt()).toBeInTheDocument());
    expect(receipt()).not.toHaveTextContent(nickname);
    expect(receipt()).toHaveTextContent(`${gets} ${verb}`);
    expect(receipt()).toHaveTextContent(to);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(share).toHaveBeenCalled());
    const picture = drawn.join(' ');
    expect(picture).not.toContain(nickname);
    expect(picture).toContain(`${gets} ${verb} `);
    await user.click(screen.getByRole('button', { name: 'Get help' }));
    await user.click(screen.getByRole('button', { name: 'Copy for support' }));
    expect(await navigator.clipboard.readText()).not.toContain(nickname);
  },
);

it('says nothing of what we did not see or estimate, and names one time of its state', async () => {
  let id = '';
  const { router, user } = await renderApp('/transfers', {
    // Completed before the first read.
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    before: async (browser) => {
      const recipient = await addRecipient(browser);
      ({ id } = (await sendMoney(browser, recipient.id)).body);
    },
  });
  await act(() => router.navigate(`/transfers/${id}`));
  await screen.findByText('We didn’t see this step.');
  const receipt = printed();
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(receipt()).toBeInTheDocument());
  expect(receipt()).not.toHaveTextContent(/didn’t see|no estimate|In progress/);
  expect(receipt()).toHaveTextContent('Calculated from the two amounts.');
  expect(receipt()).toHaveTextContent(/CompletedChecked with the payment service: .*\d:\d\d:\d\d/);
  expect(receipt()).not.toHaveTextContent(/Created|As of/);
});

type Opened = Parameters<typeof renderApp>[1] & { as?: 'sender' | 'support' };

/** Opens the page of a transfer that the demo sender has sent. */
async function openSent(options: Opened = {}) {
  let id = '';
  const rendered = await renderApp('/transfers', {
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    ...options,
    before: async (browser) => {
      const recipient = await addRecipient(browser, { alias: nickname });
      ({ id } = (await sendMoney(browser, recipient.id)).body);
    },
  });
  await act(() => rendered.router.navigate(`/transfers/${id}`));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
  return { ...rendered, id };
}

it('prints a code that says what the receipt says, once for a visit, and withdraws it', async () => {
  const { user, browser, id } = await openSent();
  const receipt = printed();
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(receipt()).toBeInTheDocument());
  const shown = receipt();
  if (!shown) throw new Error('nothing is printed');
  const qr = within(shown).getByRole('img', { name: 'Scan to check this receipt' });
  const link = qr.closest('a')?.getAttribute('href') ?? '';
  // As printed, in groups.
  const code = link.split('#')[1] ?? '';
  expect(shown.textContent?.replaceAll(' ', '')).toContain(code);
  const { body } = await browser.call('POST', '/api/receipts/verify', { code });
  expect(body.verdict).toBe('genuine');
  expect(shown).toHaveTextContent(`Number${id}`);
  expect(shown).toHaveTextContent(`Receipt number${body.facts.id}`);
  expect(shown).toHaveTextContent(`···· ${body.facts.account}`);
  expect(shown).toHaveTextContent('SentCLP 100,000');

  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  const card = screen.getByRole('region', { name: 'Receipts with a code' });
  expect(within(card).getAllByRole('button')).toHaveLength(1);
  await user.click(within(card).getByRole('button', { name: `Withdraw ${body.facts.id}` }));
  await within(card).findByText('Withdrawn. A check of this receipt says so.');
  expect(within(card).getByRole('heading')).toHaveFocus();
  const again = await browser.call('POST', '/api/receipts/verify', { code });
  expect(again.body).toEqual({ verdict: 'withdrawn' });
  // A withdrawn code is never printed again.
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(receipt()).toHaveTextContent(/Receipt number/));
  expect(receipt()).not.toHaveTextContent(body.facts.id);
});

it('draws the code into the picture that is shared', async () => {
  const { user } = await openSent();
  const drawn = stubCanvas();
  const share = stubShare(async () => {});
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(share).toHaveBeenCalled());
  expect(drawn).toContainEqual(expect.stringMatching(/^(M\d+ \d+h\d+v1h-\d+z)+$/));
  expect(drawn.join(' ')).toContain('Scan to check this receipt');
});

it('prints without a code, and says so, when none can be issued', async () => {
  const { user, browser } = await openSent();
  const receipt = printed();
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    init?.method === 'POST'
      ? Promise.reject(new TypeError('no connection'))
      : browser.fetch(input, init),
  );
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  await waitFor(() => expect(receipt()).toBeInTheDocument());
  expect(receipt()).not.toHaveTextContent('Scan to check');
  expect(screen.getByText('The receipt has no code to check it')).toBeInTheDocument();
});
