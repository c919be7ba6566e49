import { screen, within } from '@testing-library/react';
import type { createBrowser } from '../../../support/browser.ts';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Browser = ReturnType<typeof createBrowser>;
type Options = NonNullable<Parameters<typeof renderApp>[1]>;

/** Opens the app as support, after a sender has called `send` with a new recipient. */
export async function openSupport(
  send: (browser: Browser, recipient: string) => Promise<unknown>,
  options: Options = {},
) {
  const app = await renderApp('/support', {
    ...options,
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      await send(browser, recipient.id);
      await browser.signIn('support');
    },
  });
  const dialog = () => within(screen.getByRole('dialog', { hidden: true }));
  const reason = () => dialog().getByLabelText('Reason');
  const press = (name: string) =>
    app.user.click(dialog().getByRole('button', { name, hidden: true }));
  return { ...app, dialog, reason, press };
}

/** jsdom fires no close event: dispatch it as browsers do. */
export function dispatchDialogClose() {
  HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}
