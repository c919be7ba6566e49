import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { referenceOf } from '../../../src/contract/api/send-key.ts';
import { isOpen, type SendState, sendStates } from '../../../src/contract/api/send-states.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { type Store, stores } from '../../support/stores.ts';

const key = 'af34df30-1b2c-4d5e-8f90-a1b2c3d4e5f6';
const reference = referenceOf(key);
const texts = [
  reference,
  reference.toLowerCase(),
  reference.replace(' ', ''),
  `ref. ${reference}`,
  `Ref: ${reference.toLowerCase()}`,
  `reference ${reference}`,
  `My reference is ${reference}.`,
  key,
  key.toUpperCase(),
  `https://giro.example/sends/${key}`,
  `/sends/${key.toUpperCase()}`,
];

describe.each(stores())('support’s search on $name', ({ create }) => {
  let store: Awaited<ReturnType<Store['create']>>;
  let bff: Bff;
  let support: ReturnType<typeof createBrowser>;
  let transfer: string;

  beforeAll(async () => {
    store = await create();
    // A round that finds the transfer of the unconfirmed send would end the send between two reads.
    const reconcile = { intervals: [600_000] };
    bff = await startBff({ env: { DATABASE_URL: store.url }, reconcile });
    const sender = createBrowser(bff.app);
    support = createBrowser(bff.app);
    await sender.signIn('sender');
    await support.signIn('support');
    const { id } = await addRecipient(sender);
    const body = await asShown(sender, {
      ...{ destination_account_id: id, source_amount_cents: '100000' },
      ...{ source_amount_currency: 'CLP', destination_amount_currency: 'COP' },
    });
    const sent = await sender.call('POST', '/api/transfers', body, { 'idempotency-key': key });
    transfer = sent.body.id;
  });
  afterAll(async () => {
    await bff.close();
    await store.remove();
  });

  const keysOf = (some: { key: string }[]) => some.map((send) => send.key);

  async function found(state: SendState, text: string) {
    const transfer_id = state === 'sent' ? transfer : null;
    await bff.db.updateTable('sends').set({ state, transfer_id }).execute();
    const answer = await support.call('GET', `/api/support/search?q=${encodeURIComponent(text)}`);
    const { sends, ended, transfers } = answer.body;
    const ids = transfers.items.map(({ id }: { id: string }) => id);
    return { sends: keysOf(sends), ended: keysOf(ended), ids };
  }

  test.each(sendStates)(
    'finds a send that is %s however its reference is written',
    async (state) => {
      // A send whose transfer the list has is found as that transfer.
      const where = state === 'sent' ? 'ids' : isOpen(state) ? 'sends' : 'ended';
      const none = { sends: [], ended: [], ids: [] };
      const right = { ...none, [where]: [state === 'sent' ? transfer : key] };
      for (const text of texts) expect([text, await found(state, text)]).toEqual([text, right]);
    },
  );
});
