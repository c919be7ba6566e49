import { describe, expect, onTestFinished, test } from 'vitest';
import { moveSend } from '../../../src/bff/ledger/sends/sends.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { startBff } from '../../support/start-bff.ts';
import { stores } from '../../support/stores.ts';

const reason = 'Not in their books';
const nameless = { email: 'night@giro.example', password: 'a long enough password' };

describe.each(stores())('who decided a send, on $name', ({ create }) => {
  /** A send that support resolved as not sent, the browsers of both, and the answer to support. */
  async function resolved(sendersSee = 'own') {
    const store = await create();
    onTestFinished(() => store.remove());
    const env = { DATABASE_URL: store.url, SENDERS_SEE: sendersSee };
    const bff = await startBff({ env, reconcile: { intervals: [10], giveUpAfter: 600_000 } });
    onTestFinished(() => bff.close());
    const [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
    await sender.signIn('sender');
    const { id } = await addRecipient(sender);
    const { body } = await sendMoney(sender, id, { source_amount_cents: '504' });
    const key: string = body.send.key;
    await moveSend(bff.db, key, 'gave-up', { reason: 'none-found' }, new Date().toISOString());
    await support.signIn('support');
    const settled = await support.call('POST', `/api/sends/${key}/settle`, {
      outcome: 'not_sent',
      reason,
    });
    return { bff, sender, support, key, settled };
  }

  test('is told to support, with the time, wherever it reads the send', async () => {
    const before = new Date().toISOString();
    const { support, key, settled } = await resolved();
    const decision = { by: 'Sue Support', at: expect.any(String) };
    expect(settled.body).toMatchObject({ settled_reason: reason, decision });
    const { body } = await support.call('GET', `/api/sends/${key}`);
    expect(body).toEqual(settled.body);
    expect(body.decision.at >= before).toBe(true);
    const found = await support.call('GET', `/api/support/search?q=${key}`);
    expect(found.body.ended).toMatchObject([{ key, decision: body.decision }]);
  });

  test.each(['own', 'all'])('is never told to a sender who sees %s', async (sendersSee) => {
    const { bff, sender, key } = await resolved(sendersSee);
    const mate = createBrowser(bff.app);
    await addPerson(bff.db, { ...nameless, name: 'Mate' });
    await mate.call('POST', '/api/session', nameless);
    const answers = [
      await sender.call('GET', `/api/sends/${key}`),
      await sender.call('GET', `/api/sends?key=${key}`),
      await mate.call('GET', `/api/sends/${key}`),
    ];
    expect(answers[0]?.body).toMatchObject({ state: 'not_sent', settled_reason: reason });
    expect(JSON.stringify(answers)).not.toMatch(/decision|Sue|support@/);
  });

  test('is their email where they have no name', async () => {
    const { bff, support, key } = await resolved();
    const { body } = await support.call('GET', '/api/session');
    await bff.db.updateTable('users').set({ name: '' }).where('id', '=', body.user.id).execute();
    expect((await support.call('GET', `/api/sends/${key}`)).body.decision.by).toBe(
      'support@giro.example',
    );
  });
});
