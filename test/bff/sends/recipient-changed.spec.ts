import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, addWallet, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const mate = { email: 'mate@giro.example', password: 'a long enough password' };
type Browser = ReturnType<typeof createBrowser>;

describe('the fingerprint of the recipient that was shown', () => {
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

  const requestTo = (destination_account_id: string) => ({
    destination_account_id,
    source_amount_cents: '10000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  const post = (body: object, key: string = crypto.randomUUID()) =>
    one?.call('POST', '/api/transfers', body, { 'idempotency-key': key });

  test("rejects a send after a colleague's edit, and answers with the recipient as it is now", async () => {
    if (!one || !other) throw new Error('two browsers');
    const wallet = await addWallet(one);
    const key = crypto.randomUUID();
    const body = await asShown(one, requestTo(wallet.id));
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

    // With the new fingerprint the same key sends.
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
  ])('rejects a send after a change of %s', async (field, value) => {
    if (!one || !other) throw new Error('two browsers');
    const { id, editable: _, fingerprint: __, country: ___, ...fields } = await addRecipient(one);
    const body = await asShown(one, requestTo(id));
    const request = Object.fromEntries(Object.entries(fields).filter(([, text]) => text));
    const edited = { ...request, [field]: value };
    expect((await other.call('PUT', `/api/destination_accounts/${id}`, edited)).status).toBe(200);
    expect((await post(body))?.body.type).toBe('/problems/recipient-changed');
  });

  test('is the same in the list, in the single answer and after creation', async () => {
    if (!one) throw new Error('a browser');
    const added = await addRecipient(one);
    const [listed] = (await one.call('GET', '/api/destination_accounts')).body;
    const shown = (await one.call('GET', `/api/destination_accounts/${added.id}`)).body;
    expect(added.fingerprint).toMatch(/^[\w-]{22}$/);
    expect([listed.fingerprint, shown.fingerprint]).toEqual([added.fingerprint, added.fingerprint]);
  });

  test('is required in every request and hidden where numbers are masked', async () => {
    if (!one) throw new Error('a browser');
    const { id } = await addRecipient(one);
    const without = await post(requestTo(id));
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
