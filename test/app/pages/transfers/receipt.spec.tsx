import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
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
  expect(receipt()).not.toHaveTextContent(/didn’t see|no estimate|In progress/);
  expect(receipt()).toHaveTextContent('Calculated from the two amounts.');
  expect(receipt()).toHaveTextContent(/CompletedChecked with the payment service: .*\d:\d\d:\d\d/);
  expect(receipt()).not.toHaveTextContent(/Created|As of/);
});
