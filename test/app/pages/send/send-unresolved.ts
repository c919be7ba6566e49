import { vi } from 'vitest';
import type { createBrowser } from '../../../support/browser.ts';
import { sendMoney } from '../../../support/recipients.ts';

type Browser = ReturnType<typeof createBrowser>;

/** Looking is over almost at once, so that what it can't settle is left to support. */
export const giveUpSoon = { intervals: [20], giveUpAfter: 50 };

/** Sends, as the sender signed in, what ends unresolved, and answers its key when it has. */
export async function sendUnresolved(browser: Browser, recipient: string, fields = {}) {
  const { body } = await sendMoney(browser, recipient, { source_amount_cents: '504', ...fields });
  const key: string = body.send.key;
  await vi.waitFor(
    async () => {
      const { body: known } = await browser.call('GET', `/api/sends/${key}`);
      if (known.state !== 'unresolved') throw new Error(`it is ${known.state}`);
    },
    { timeout: 5_000 },
  );
  return key;
}
