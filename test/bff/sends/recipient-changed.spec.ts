import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, addWallet, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const mate = { email: 'mate@giro.example', password: 'a long enough password' };
type Browser = ReturnType<typeof createBrowser>;

describe('a transfer goes to the recipient that was shown', () => {
  let bff: Bff;
  let [one, other]: Browser[] = [];

  beforeEach(async () => {
    bff = await startBff({ env: { SENDERS_SEE: 'all' } });
    onTestFinished(() => bff.close());
    await addPerson(bff.db, { ...mate, name: 'Mate' });
    [one, other] = [createBrowser(bff.app), createBrowser(bff.app)];
    await one.signIn('sender');
    await other.call('POST', '/api/session', mate);
  });

  const sending = (destination_account_id: string) => ({
    destination_account_id,
    source_amount_cents: '10000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  const post = (body: object, key: string = crypto.randomUUID()) =>
    one?.call('POST', '/api/transfers', body, { 'idempotency-key': key });

  test("refuses what a colleague's edit made of it, and answers it as it is now", async () => {
    if (!one || !other) throw new Error('two browsers');
    const wallet = await addWallet(one);
    const key = crypto.randomUUID();
    const body = await asShown(one, sending(wallet.id));
    const evil = { alias: 'Cold wallet', category: 'wallet', additional_data: '0xEVIL' };
    const path = `/api/destination_accounts/${wallet.id}`;
    expect((await other.call('PUT', path, evil)).status).toBe(200);

    const refused = await post(body, key);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        type: '/problems/recipient-changed',
        account: { id: wallet.id, additional_data: '0xEVIL', editable: true },
      },
    });
    expect(bff.sandbox.transfers).toHaveLength(0);
    expect((await one.call('GET', `/api/sends/${key}`)).status).toBe(404);

    // Whoever is shown it as it is now sends it, with the same key.
    const { fingerprint } = refused?.body.account ?? {};
    const again = await post({ ...body, destination_account_fingerprint: fingerprint }, key);
    expect(again?.status).toBe(201);
    expect(bff.sandbox.transfers).toHaveLength(1);
  });

  test.each([
    ['bank_number', '00999'],
    ['first_name', 'Eve'],
    ['dni', '666'],
    ['alias', 'Another'],
  ])('refuses a change of %s', async (field, value) => {
    if (!one || !other) throw new Error('two browsers');
    const { id, editable: _, fingerprint: __, country: ___, ...fields } = await addRecipient(one);
    const body = await asShown(one, sending(id));
    const request = Object.fromEntries(Object.entries(fields).filter(([, text]) => text));
    const edited = { ...request, [field]: value };
    expect((await other.call('PUT', `/api/destination_accounts/${id}`, edited)).status).toBe(200);
    expect((await post(body))?.body.type).toBe('/problems/recipient-changed');
  });

  test('is the same in the list, alone and after it was added', async () => {
    if (!one) throw new Error('a browser');
    const added = await addRecipient(one);
    const [listed] = (await one.call('GET', '/api/destination_accounts')).body;
    const shown = (await one.call('GET', `/api/destination_accounts/${added.id}`)).body;
    expect(added.fingerprint).toMatch(/^[\w-]{22}$/);
    expect([listed.fingerprint, shown.fingerprint]).toEqual([added.fingerprint, added.fingerprint]);
  });

  test('is asked for in every request, and told to no one who sees masked numbers', async () => {
    if (!one) throw new Error('a browser');
    const { id } = await addRecipient(one);
    const without = await post(sending(id));
    expect([without?.status, Object.keys(without?.body.errors)]).toEqual([
      422,
      ['destination_account_fingerprint'],
    ]);
    const support = createBrowser(bff.app);
    await support.signIn('support');
    const seen = (await support.call('GET', `/api/destination_accounts/${id}`)).body;
    expect(seen).toMatchObject({ masked: true });
    expect(seen).not.toHaveProperty('fingerprint');
  });
});
