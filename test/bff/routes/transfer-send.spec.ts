import { beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

type Browser = ReturnType<typeof createBrowser>;
const mate = { email: 'mate@giro.example', password: 'a long enough password' };

describe.each(stores())('how a transfer was sent, on $name', ({ create }) => {
  let bff: Bff;
  let sender: Browser;
  let recipient: string;

  beforeAll(async () => {
    const store = await create();
    bff = await startBff({ env: { DATABASE_URL: store.url, SENDERS_SEE: 'all' } });
    sender = createBrowser(bff.app);
    await sender.signIn('sender');
    recipient = (await addRecipient(sender)).id;
    return async () => {
      await bff.close();
      await store.remove();
    };
  });

  const sendOf = async (browser: Browser, id: string) =>
    (await browser.call('GET', `/api/transfers/${id}`)).body.send;

  async function send(after_sent?: string) {
    const { body } = await sendMoney(sender, recipient, after_sent ? { after_sent } : {});
    const { key } = await bff.db
      .selectFrom('sends')
      .select('key')
      .where('transfer_id', '=', body.id)
      .executeTakeFirstOrThrow();
    return { id: String(body.id), key };
  }

  test('is told to its sender, with the earlier one that it repeats', async () => {
    const first = await send();
    const second = await send(first.key);
    expect(await sendOf(sender, first.id)).toEqual({
      key: first.key,
      after_unresolved: null,
      after_sent: null,
      settled_reason: null,
      created_at: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    expect(await sendOf(sender, second.id)).toMatchObject({
      key: second.key,
      after_sent: first.key,
    });
  });

  test('is told to a colleague with the name of who sent it, and to support not here', async () => {
    await addPerson(bff.db, { ...mate, name: 'Mate Rojas' });
    const colleague = createBrowser(bff.app);
    await colleague.call('POST', '/api/session', mate);
    const { body } = await sendMoney(colleague, recipient, { source_amount_cents: '777' });
    expect(await sendOf(sender, body.id)).toMatchObject({ colleague: 'Mate Rojas' });
    expect(await sendOf(colleague, body.id)).not.toHaveProperty('colleague');
    const support = createBrowser(bff.app);
    await support.signIn('support');
    expect(await sendOf(support, body.id)).toBeUndefined();
  });
});
