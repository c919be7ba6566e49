import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stepUpPaths } from '../../../../src/contract/api/step-up.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { ageFactors, codeAt, enrolTotp } from '../../../support/totp.ts';
import { openSend, sendButton } from './open-send.ts';

const env = { STEP_UP_ABOVE: '{"CLP":5000}' };
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));

/** Opens the app as a sender with an authenticator app. */
async function openEnrolled() {
  let secret = '';
  const app = await openSend({
    env,
    before: async (browser) => {
      ({ secret } = await enrolTotp(browser, 'sandbox'));
    },
  });
  await ageFactors(app.db);
  return { ...app, code: () => codeAt(secret, Date.now()) };
}

it('asks for a code after the press, and goes on with the same press and key', async () => {
  const { user, check, key, code, posts, browser } = await openEnrolled();
  await check(5001);
  const pressed = key();
  await user.click(await sendButton());
  const asked = await dialog();
  expect(asked.getByText('Nothing was sent yet. This transfer is above CLP 5,000.')).toBeVisible();
  const field = asked.getByLabelText('Code');
  expect(field).toHaveFocus();
  await user.type(field, '000000{Enter}');
  expect(await asked.findByRole('alert')).toHaveTextContent('This code is wrong.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(posts()).toBe(0);

  await user.clear(field);
  await user.type(field, `${code()}{Enter}`);
  await screen.findByRole('heading', { name: sentTitle });
  expect(posts()).toBe(1);
  const sent = await browser.call('GET', `/api/sends/${pressed}`);
  expect(sent.body).toMatchObject({ key: pressed, state: 'sent' });
});

it('sends nothing if the person cancels, and asks again at the next press', async () => {
  const { user, check, posts } = await openEnrolled();
  await check(5001);
  await user.click(await sendButton());
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('alert')).toHaveTextContent('Nothing was sent');
  await user.click(await sendButton());
  await dialog();
  expect(posts()).toBe(0);
});

it('asks for nothing at the figure', async () => {
  const { user, check, posts } = await openEnrolled();
  await check(5000);
  await user.click(await sendButton());
  await screen.findByRole('heading', { name: sentTitle });
  expect(posts()).toBe(1);
});

it('asks for no code before other notices, such as that the same was just sent', async () => {
  const { user, check, recipient, browser, code, posts } = await openEnrolled();
  await check(5001);
  const button = await sendButton();
  const key = crypto.randomUUID();
  const { body: shown } = await browser.call('GET', `/api/destination_accounts/${recipient.id}`);
  const transfer = {
    destination_account_id: recipient.id,
    destination_account_fingerprint: shown.fingerprint,
    source_amount_cents: '5001',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
  };
  const { body } = await browser.call('POST', stepUpPaths.proof, { key, ...transfer });
  await browser.call('POST', stepUpPaths.answer, { id: body.id, method: 'totp', code: code() });
  const headers = { 'idempotency-key': key };
  await browser.call('POST', '/api/transfers', { ...transfer, proof: body.id }, headers);
  expect(posts()).toBe(1);
  await user.click(button);
  expect(await screen.findByText(/^You sent the same amount to Mamá Bogotá/)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(posts()).toBe(1);
});

it('says before the press that a second factor is missing, and leads to Settings and back', async () => {
  const { user, check, address, posts, browser, recipient, db } = await openSend({ env });
  await check(5001);
  const button = await sendButton();
  await waitFor(() => expect(button).toBeDisabled());
  expect(button).toHaveAccessibleDescription('To send, set up two-step verification first.');
  const here = address();
  await user.click(screen.getByRole('link', { name: 'Open settings' }));
  await screen.findByRole('heading', { level: 1, name: 'Security' });
  await enrolTotp(browser, 'sandbox');
  await user.click(screen.getByRole('link', { name: 'Go back' }));
  expect(await screen.findByText(/^You can send this from /)).toBeVisible();
  expect(await sendButton()).toHaveAccessibleDescription(
    'You can send once your two-step verification is a day old.',
  );
  expect(await sendButton()).toBeDisabled();
  expect(address()).toBe(here);
  await ageFactors(db);
  await check(5001);
  await waitFor(async () => expect(await sendButton()).toBeEnabled());
  expect(posts()).toBe(0);
  // The server refuses it too, whatever the page says.
  const { body } = await sendMoney(browser, recipient.id, { source_amount_cents: '5001' });
  expect(body.type).toBe('/problems/step-up-required');
});

it.each([
  ['refused', 'Your organisation did not confirm that it’s you. Press Send to try again.'],
  ['unsupported', 'Your sign-in provider can’t confirm that it’s you. Ask your administrator.'],
])(
  'tells who comes back from the provider with a proof %s that nothing was sent',
  async (proof, told) => {
    const { check } = await openEnrolled();
    await check(5001, { key: crypto.randomUUID(), proof });
    expect(await screen.findByRole('alert')).toHaveTextContent(`Nothing was sent${told}`);
  },
);
