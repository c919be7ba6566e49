import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let recipient: string;

beforeEach(async () => {
  bff = await startBff();
  onTestFinished(() => bff.close());
  sender = createBrowser(bff.app);
  await sender.signIn('sender');
  recipient = (await addRecipient(sender)).id;
});

const pesos = { source_amount_currency: 'COP', destination_amount_currency: 'USD' };
const shown = (destination_amount_cents: string) => ({
  quote: { rate: '0.00025', destination_amount_cents, taken_at: new Date().toISOString() },
});
const press = async (fields: object) => {
  const { status, body } = await sendMoney(sender, recipient, fields);
  return [status, body.type ?? body.state];
};
const callsOf = (path: string) => bff.sandbox.requests.filter((call) => call.path === path).length;
const refused = [422, '/problems/amount-too-small'];

test('refuses an amount of which nothing arrives, without an estimate in the request', async () => {
  expect(await press({ ...pesos, source_amount_cents: '1' })).toEqual(refused);
  expect(bff.sandbox.transfers).toHaveLength(0);
  const rows = await bff.db.selectFrom('sends').select('key').execute();
  expect(rows).toEqual([]);
});

test('refuses one whose shown estimate was nothing', async () => {
  expect(await press({ source_amount_cents: '1', ...shown('0') })).toEqual(refused);
  expect(bff.sandbox.transfers).toHaveLength(0);
});

test('sends what arrives, and asks for no estimate that the person was shown', async () => {
  const before = callsOf('/api/v3/transfers/simulate');
  expect(await press({ ...pesos, source_amount_cents: '5000000', ...shown('1250') })).toEqual([
    ...[201, 'pending'],
  ]);
  expect(callsOf('/api/v3/transfers/simulate')).toBe(before);
  expect(await press({ ...pesos, source_amount_cents: '6000000' })).toEqual([201, 'pending']);
  expect(callsOf('/api/v3/transfers/simulate')).toBe(before + 1);
});
