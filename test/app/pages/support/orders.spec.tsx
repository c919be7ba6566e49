import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { changeOrder, findOrder } from '../../../../src/bff/ledger/orders/orders.ts';
import { addOverdueOrder, addWaitingOrder } from '../../../support/orders.ts';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type App = Awaited<ReturnType<typeof renderApp>>;
type Ids = { sender: string; recipient: string };

/** The page of a sender with a recipient and these orders. */
async function openSender(
  as: 'support' | 'auditor',
  orders: (db: App['db'], ids: Ids) => Promise<unknown>,
) {
  const ids: Ids = { sender: '', recipient: '' };
  const app = await renderApp('/support', {
    as,
    before: async (browser) => {
      await browser.signIn('sender');
      ids.sender = (await browser.call('GET', '/api/session')).body.user.id;
      ids.recipient = (await addRecipient(browser)).id;
      await browser.signIn(as);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Look up' });
  await orders(app.db, ids);
  await app.router.navigate(`/support/people/${ids.sender}`);
  await screen.findByRole('heading', { level: 1, name: 'Sam Sender' });
  return { ...app, ids };
}

const listNamed = (name: string) => screen.findByRole('list', { name });
const rowsOf = (list: HTMLElement) => within(list).getAllByRole('listitem');

async function addAsking(db: App['db'], { sender, recipient }: Ids) {
  const row = await addWaitingOrder(db, sender, { destination_account_id: recipient });
  const change = { state: 'needs_you', reason: 'worse-rate' } as const;
  await changeOrder(db, row, ['waiting'], change, row.created_at);
  return row;
}

describe('a sender’s transfers that are not sent', () => {
  it('are shown to an auditor, who changes nothing', async () => {
    await openSender('auditor', async (db, ids) => {
      await addOverdueOrder(db, ids.sender, { destination_account_id: ids.recipient });
      await addAsking(db, ids);
    });
    const list = await listNamed('Not sent yet');
    expect(rowsOf(list)).toHaveLength(2);
    expect(list).toHaveTextContent(/100\.00.*Due .*Waiting/);
    expect(list).toHaveTextContent(/Less would arrive than the sender accepted.*Asks the sender/);
    expect(screen.queryByRole('button', { name: /^Stop/ })).not.toBeInTheDocument();
    // They are no transfers.
    expect(await screen.findByText('None. Every transfer has a known result.')).toBeVisible();
  });

  it('are stopped by support with a reason, and stand among those that ended', async () => {
    const { user, db } = await openSender('support', (ledger, ids) =>
      addWaitingOrder(ledger, ids.sender, { destination_account_id: ids.recipient }),
    );
    const { id } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
    await user.click(await screen.findByRole('button', { name: /^Stop .*100\.00/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop this transfer?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stop transfer' }));
    expect(within(dialog).getByText('Say why in a few words')).toBeVisible();
    expect((await findOrder(db, id))?.state).toBe('waiting');
    await user.type(within(dialog).getByLabelText('Reason'), 'The sender called about it');
    await user.click(within(dialog).getByRole('button', { name: 'Stop transfer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [ended] = rowsOf(await listNamed('Held or scheduled before'));
    expect(ended).toHaveTextContent(/The sender called about it.*Stopped/);
    expect(screen.queryByRole('list', { name: 'Not sent yet' })).not.toBeInTheDocument();
    expect(await findOrder(db, id)).toMatchObject({ state: 'stopped' });
  });

  it('are not called unsent where a loss made that doubtful', async () => {
    const { user, db } = await openSender('support', async (ledger, ids) => {
      const row = await addWaitingOrder(ledger, ids.sender, {
        destination_account_id: ids.recipient,
      });
      const unsure = {
        state: 'needs_you',
        reason: 'restored',
        unsure_since: row.created_at,
      } as const;
      await changeOrder(ledger, row, ['waiting'], unsure, row.created_at);
    });
    const doubt = /It may have been sent: the database was restored/;
    expect(await listNamed('Not sent yet')).toHaveTextContent(doubt);
    await user.click(screen.getByRole('button', { name: /^Stop/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(/It may have been sent already; nothing more is\./);
    await user.type(within(dialog).getByLabelText('Reason'), 'The sender called about it');
    await user.click(within(dialog).getByRole('button', { name: 'Stop transfer' }));
    const ended = await listNamed('Held or scheduled before');
    expect(ended).toHaveTextContent(doubt);
    expect(ended).toHaveTextContent(/The sender called about it.*Stopped/);
    expect((await db.selectFrom('orders').select('state').execute())[0]?.state).toBe('stopped');
  });

  it('that were changed before are not stopped, and support reads so', async () => {
    const { user, db } = await openSender('support', (ledger, ids) =>
      addWaitingOrder(ledger, ids.sender, { destination_account_id: ids.recipient }),
    );
    const stop = await screen.findByRole('button', { name: /^Stop/ });
    const row = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    await changeOrder(db, row, ['waiting'], { revision: 2 }, row.created_at);
    await user.click(stop);
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Reason'), 'The sender called about it');
    await user.click(within(dialog).getByRole('button', { name: 'Stop transfer' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'It was sent, changed or stopped before',
    );
    expect((await findOrder(db, row.id))?.state).toBe('waiting');
  });
});

it('a look-up shows what is not sent, apart from transfers', async () => {
  const { user, router } = await openSender('support', (db, ids) =>
    addWaitingOrder(db, ids.sender, { destination_account_id: ids.recipient }),
  );
  await router.navigate('/support');
  await user.type(
    await screen.findByRole('textbox', { name: /^Transfer number/ }),
    'Sam Sender{Enter}',
  );
  const [row] = rowsOf(await listNamed('1 transfer is not sent'));
  expect(row).toHaveTextContent(/100\.00.*Sam Sender.*Waiting/);
});
