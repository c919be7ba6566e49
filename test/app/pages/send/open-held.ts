import { screen } from '@testing-library/react';
import { openSend, sendButton } from './open-send.ts';

export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
export const stopButton = () => screen.findByRole('button', { name: 'Stop' });

/** Opens the check of a transfer that is held for 20 s, by a clock that the test moves. */
export async function openHeld(options: Parameters<typeof openSend>[0] = {}) {
  const clock = { time: Date.now(), now: () => clock.time };
  const app = await openSend({
    sandbox: { clock },
    env: { HOLD_SECONDS: '20' },
    orders: { everyMs: 25 },
    ...options,
  });
  await app.check(100_000);
  return { ...app, clock };
}

/** The same after Send was pressed. */
export async function pressSend(options: Parameters<typeof openSend>[0] = {}) {
  const app = await openHeld(options);
  await app.user.click(await sendButton());
  await heading('Not sent yet');
  const key = app.address().split('/').at(-1) ?? '';
  const order = async () => (await app.browser.call('GET', `/api/sends/${key}`)).body.order;
  /** What a session at another device does. */
  const stopElsewhere = async () => {
    const { revision } = await order();
    await app.browser.call('POST', `/api/orders/${key}/stop`, { revision });
  };
  return { ...app, key, stopElsewhere };
}
