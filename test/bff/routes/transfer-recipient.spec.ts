import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };

describe('the recipient of a transfer', () => {
  let bff: Bff;
  let sender: ReturnType<typeof createBrowser>;
  let account: string;
  let transfer: string;

  beforeEach(async () => {
    bff = await startBff({ sandbox: { clock } });
    onTestFinished(() => bff.close());
    sender = createBrowser(bff.app);
    await sender.signIn('sender');
    ({ id: account } = await addRecipient(sender, { alias: 'Gloria' }));
    ({ id: transfer } = (await sendMoney(sender, account)).body);
    // Shared reads have expired by now.
    clock.time += 5_000;
  });

  /** The alias of the recipient, and the accounts that were read by id. */
  async function shown() {
    const before = bff.sandbox.requests.length;
    const { status, body } = await sender.call('GET', `/api/transfers/${transfer}`);
    clock.time += 5_000;
    const asked = bff.sandbox.requests
      .slice(before)
      .filter(({ path }) => path.startsWith('/api/v3/destination_account/'));
    return { status, alias: body.recipient?.alias, asked: asked.length };
  }

  test('is read from the service when no list of the last minute has it', async () => {
    clock.time += 61_000;
    expect(await shown()).toEqual({ status: 200, alias: 'Gloria', asked: 1 });
    expect(await shown()).toEqual({ status: 200, alias: 'Gloria', asked: 1 });
  });

  test('comes from the list of recipients while that is fresh', async () => {
    await sender.call('GET', '/api/destination_accounts');
    expect(await shown()).toEqual({ status: 200, alias: 'Gloria', asked: 0 });
    clock.time += 60_000;
    expect(await shown()).toEqual({ status: 200, alias: 'Gloria', asked: 1 });
  });

  test('is read from the service again after any recipient was edited', async () => {
    const path = '/api/destination_accounts';
    const { id: other } = await addRecipient(sender, { alias: 'Other' });
    await sender.call('GET', path);
    await sender.call('PUT', `${path}/${other}`, { alias: 'Another', category: 'wallet' });
    expect(await shown()).toEqual({ status: 200, alias: 'Gloria', asked: 1 });
  });
});
