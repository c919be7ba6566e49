import type { AskingReason, OrderState } from '../../../src/contract/api/order-states.ts';
import { nextYear } from '../../support/orders.ts';
import type { Screenshot } from '../browser.ts';
import type { UserDriver } from '../user-driver.ts';

// The app has no maximum amount, so every layout must fit one this long.
const longest = '1234567890123456789012345678';
const amounts = (pesos: number | string) =>
  `/send?source_amount_cents=${pesos}&source_amount_currency=CLP&destination_amount_currency=COP&country_id=:colombia`;
const check = (pesos: number | string, to = ':mama') =>
  `${amounts(pesos)}&destination_account_id=${to}`;

/** The answer about a transfer above 50,000 pesos, for a person with these ways to prove who they are. */
const needed =
  (methods: string[], counts_from: string | null = null) =>
  () =>
    JSON.stringify({ above: '50000', needed: true, methods, counts_from });
const proofPath = '**/api/session/proof?*';

/** The order of the fixture in another state, or for another reason. */
const ordered =
  (state: OrderState, reason?: AskingReason) =>
  ({ change }: UserDriver) =>
    change('**/api/sends/*', (body) =>
      body
        .replace('"state":"waiting"', `"state":"${state}"`)
        .replace('"reason":null', `"reason":${reason ? `"${reason}"` : null}`),
    );

async function openResolving({ press, page }: UserDriver) {
  await press('It was not sent');
  await page.getByRole('dialog').waitFor();
}

export const sendScreenshots: Screenshot[] = [
  {
    name: 'send-choose',
    as: 'sender',
    at: `${amounts(100_000)}&quoted=42000000`,
    shows: 'Other recipients',
  },
  {
    name: 'send-choose-longest',
    as: 'sender',
    at: `${amounts(longest)}&quoted=${longest}00`,
    shows: 'Other recipients',
  },
  {
    name: 'send-choose-none-fits',
    as: 'sender',
    at: amounts(100_000),
    acts: ({ type }) => type('Search recipients', 'xyz'),
    shows: 'No recipient matches “{typed}”',
  },
  {
    name: 'send-choose-archived',
    as: 'sender',
    fixture: 'marked',
    at: amounts(100_000),
    acts: ({ page }) => page.locator('main summary').click(),
    shows: 'Restore',
  },
  {
    name: 'send-choose-first',
    as: 'sender',
    fixture: 'fresh',
    at: '/send?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=1',
    shows: 'No recipients yet',
  },
  { name: 'send-check', as: 'sender', at: check(70_000), shows: 'Send {sends}' },
  {
    name: 'send-check-archived',
    as: 'sender',
    fixture: 'marked',
    at: check(70_000, ':archived'),
    shows: '{alias} is archived',
  },
  { name: 'send-check-longest', as: 'sender', at: check(longest), shows: 'Send {sends}' },
  { name: 'send-check-wallet', as: 'sender', at: check(70_000, ':wallet'), shows: 'Send {sends}' },
  {
    name: 'send-check-month',
    as: 'sender',
    at: `${check(70_000)}&when=monthly&first_day=${nextYear}-01-31&floor=30000000`,
    shows: 'Schedule transfers',
  },
  {
    name: 'send-check-changed',
    as: 'sender',
    at: `${check(70_000)}&quoted=31000000`,
    shows: 'The estimate changed. It was {was} when you started.',
  },
  {
    name: 'send-check-elsewhere',
    as: 'sender',
    at: check(70_000).replace(':colombia', ':bitcoin'),
    shows: 'The recipient gets {currency} in {there}. Check that this is what you want.',
  },
  {
    name: 'send-check-no-rate',
    as: 'sender',
    at: check(404),
    shows: 'You can’t send this right now',
  },
  {
    name: 'send-check-service-down',
    as: 'sender',
    at: check(70_000),
    before: ({ refuse }) => refuse('**/api/quotes?*', 'service-timeout'),
    shows: 'We couldn’t get an estimate',
  },
  {
    name: 'send-check-offline',
    as: 'sender',
    at: check(70_000),
    acts: async ({ see, disconnect }) => {
      await see('Check before you send');
      await disconnect();
    },
    shows: 'You’re offline. You can send as soon as you are connected.',
  },
  {
    name: 'send-check-sent-before',
    as: 'sender',
    at: check(55_000),
    shows: 'If you press Send, {alias} is paid twice.',
  },
  {
    name: 'send-check-under-way',
    as: 'sender',
    at: check(504),
    shows: 'The same transfer is not confirmed yet',
  },
  {
    name: 'send-check-again',
    as: 'sender',
    fixture: 'stuck',
    at: check(504),
    shows: 'I know the earlier transfer may have gone through. I want to send again.',
  },
  {
    name: 'send-pending',
    as: 'sender',
    at: check(70_000),
    before: ({ hang }) => hang('**/api/transfers'),
    acts: async ({ page }) => {
      const send = page.locator('main button').last();
      await send.click();
      await page.locator('button[aria-disabled=true]').waitFor();
    },
    shows: 'Check before you send',
  },
  {
    name: 'send-check-no-factor',
    as: 'sender',
    at: check(70_000),
    before: ({ change }) => change(proofPath, needed([])),
    shows: 'To send this, set up two-step verification first',
  },
  {
    name: 'send-check-new-factor',
    as: 'sender',
    at: check(70_000),
    before: ({ change }) => change(proofPath, needed([], '2026-02-01T13:02:00.000Z')),
    shows: 'Nothing was sent yet. Your two-step verification is new and must be a day old.',
  },
  {
    name: 'send-step-up',
    as: 'sender',
    at: check(70_000),
    before: async ({ change, refuse }) => {
      await change(proofPath, needed(['passkey', 'totp']));
      await refuse('**/api/transfers', 'step-up-required');
    },
    acts: async ({ press }) => press('Send {sends}'),
    shows: 'Confirm and send',
  },
  {
    name: 'send-refused',
    as: 'sender',
    at: check(70_000),
    before: ({ refuse }) => refuse('**/api/transfers', 'send-refused'),
    acts: async ({ press }) => press('Send {sends}'),
    shows: 'Nothing was sent',
  },
  {
    name: 'send-forgotten',
    as: 'sender',
    at: check(70_000),
    before: ({ refuse }) => refuse('**/api/transfers', 'send-forgotten'),
    acts: async ({ press }) => press('Send {sends}'),
    shows: 'This one is from long ago. Look for it in Transfers before you send again.',
  },
  {
    name: 'send-not-saved',
    as: 'sender',
    at: check(70_000),
    before: ({ refuse }) => refuse('**/api/transfers', 'send-not-saved'),
    acts: async ({ press }) => press('Send {sends}'),
    shows: 'We can’t save anything right now. Try again in a few minutes.',
  },
  { name: 'send-sent', as: 'sender', at: '/sends/:sent', shows: 'You sent' },
  {
    name: 'send-sent-rejected',
    as: 'sender',
    at: '/sends/:sent-rejected',
    shows: 'Correct recipient',
  },
  {
    name: 'send-unsent',
    as: 'sender',
    at: check(70_000),
    before: ({ page }) => page.route('**/api/transfers', (route) => route.abort()),
    acts: ({ press }) => press('Send {sends}'),
    shows: 'Send it now',
  },
  {
    name: 'send-unconfirmed',
    as: 'sender',
    at: '/sends/:unconfirmed',
    shows: 'Please don’t send it again',
  },
  {
    name: 'send-unresolved',
    as: 'sender',
    fixture: 'stuck',
    at: '/sends/:unresolved',
    shows: 'Send another now',
  },
  {
    name: 'send-not-sent',
    as: 'sender',
    fixture: 'stuck',
    at: '/sends/:not-sent',
    shows: 'Support confirmed that no money moved.',
  },
  {
    name: 'send-check-held',
    as: 'sender',
    fixture: 'held',
    at: check(70_000),
    shows: 'After Send you can stop it for {0}. Sent once, even if your connection drops.',
  },
  {
    name: 'send-held',
    as: 'sender',
    fixture: 'held',
    at: '/sends/:held',
    shows: 'We send it at {at}. You can still stop it.',
  },
  {
    name: 'send-held-on-hold',
    as: 'sender',
    fixture: 'held',
    at: '/sends/:held',
    before: ({ refuse }) => refuse('**/api/orders/*/stop', 'ledger-held'),
    acts: ({ page }) => page.locator('main button').first().click(),
    shows: 'Nothing is sent right now, and it is not stopped yet',
  },
  {
    name: 'send-held-releasing',
    as: 'sender',
    fixture: 'held',
    at: '/sends/:held',
    before: ordered('releasing'),
    shows: 'This page shows the result.',
  },
  {
    name: 'send-held-asks',
    as: 'sender',
    fixture: 'held',
    at: '/sends/:held',
    before: ordered('needs_you', 'worse-rate'),
    shows: 'Send {sends} now',
  },
  {
    name: 'send-held-stopped',
    as: 'sender',
    fixture: 'held',
    at: '/sends/:support-stopped',
    shows: 'Support stopped it: nothing was sent',
  },
  {
    name: 'send-held-expired',
    as: 'sender',
    fixture: 'held',
    at: '/sends/:held',
    before: ordered('expired'),
    shows: 'Expired: nothing was sent',
  },
  {
    name: 'send-unknown',
    as: 'sender',
    at: '/sends/00000000-0000-4000-8000-000000000000',
    shows: 'We have no record of this transfer',
  },
  {
    name: 'send-out-of-sight',
    as: 'sender',
    at: '/sends/:unconfirmed',
    before: ({ refuse }) => refuse('**/api/sends/*', 'internal'),
    shows: 'We can’t tell yet whether it was sent',
  },
  {
    name: 'settle',
    as: 'support',
    fixture: 'stuck',
    at: '/sends/:unresolved',
    shows: 'Was it sent?',
  },
  {
    name: 'settle-noted',
    as: 'support',
    fixture: 'stuck',
    at: '/sends/:unresolved',
    acts: async ({ type, press, page }) => {
      await type('New team note', 'Ana called. She wants it today.');
      await press('Add team note');
      await page.locator('ol s, ol bdi').first().waitFor();
    },
    shows: 'The sender never sees these',
  },
  {
    name: 'settle-dialog',
    as: 'support',
    fixture: 'stuck',
    at: '/sends/:unresolved',
    acts: openResolving,
    shows: 'Resolve as not sent',
  },
  {
    name: 'settle-dialog-empty',
    as: 'support',
    fixture: 'stuck',
    at: '/sends/:unresolved',
    acts: async (user) => {
      await openResolving(user);
      await user.press('Resolve as not sent');
    },
    shows: 'Say why in a few words',
  },
  {
    name: 'settle-proposed',
    as: 'support',
    fixture: 'proposed',
    at: '/sends/:unresolved',
    acts: async (user) => {
      await openResolving(user);
      await user.type('Reason', 'Not in the books of the service');
      await user.press('Ask a second person');
    },
    shows: 'You proposed: it was not sent',
  },
  {
    name: 'settle-confirm',
    as: 'support',
    fixture: 'proposed',
    at: '/sends/:proposed',
    shows: 'Confirm it was not sent',
  },
  {
    name: 'settle-confirm-dialog',
    as: 'support',
    fixture: 'proposed',
    at: '/sends/:proposed',
    acts: ({ press }) => press('Confirm it was not sent'),
    shows: 'The sender can then send it again. This can’t be undone.',
  },
];
