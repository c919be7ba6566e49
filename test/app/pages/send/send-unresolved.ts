import type { createBrowser } from '../../../support/browser.ts';
import { eventually } from '../../../support/eventually.ts';
import { sendMoney } from '../../../support/recipients.ts';

type Browser = ReturnType<typeof createBrowser>;

/** Gives up almost at once, so that an unconfirmed send becomes unresolved. */
export const giveUpSoon = { intervals: [20], giveUpAfter: 50 };

/** Sends as the signed-in sender, waits until the send is unresolved, and returns its key. */
export async function sendUnresolved(browser: Browser, recipient: string, fields = {}) {
  const { body } = await sendMoney(browser, recipient, { source_amount_cents: '504', ...fields });
  const key: string = body.send.key;
  await eventually(
    async () => {
      const { body: known } = await browser.call('GET', `/api/sends/${key}`);
      if (known.state !== 'unresolved') throw new Error(`the send is ${known.state}`);
    },
    { timeout: 20_000 },
  );
  return key;
}
