import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ownerOf } from '../../../../src/bff/ledger/people/owners.ts';
import { eventually } from '../../../support/eventually.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { dispatchDialogClose, openSupport } from './open-support.ts';

const minute = 60_000;
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const turnedUp = 'A transfer like this one turned up later';

beforeAll(dispatchDialogClose);
beforeEach(() => sessionStorage.clear());

/** Support, after a lost answer and an identical transfer of another system that was listed later. */
async function openCopied() {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
  const app = await openSupport(
    async (browser, recipient) => {
      const { body } = await sendMoney(browser, recipient, { source_amount_cents: '607' });
      await eventually(
        async () => {
          const { body: known } = await browser.call('GET', `/api/sends/${body.send.key}`);
          expect(known.state).toBe('sent');
        },
        { timeout: 20_000 },
      );
    },
    { sandbox: { clock, scenarios: { slow_ms: 700 } }, reconcile: { intervals: [20] } },
  );
  // The copy appears only after the send was matched with its own transfer.
  await eventually(() => expect(app.sandbox.transfers).toHaveLength(2));
  const { key } = await app.db.selectFrom('sends').select('key').executeTakeFirstOrThrow();
  const [ours, other] = app.sandbox.transfers.map(({ id }) => String(id));
  if (!ours || !other) throw new Error('there are no two transfers');
  clock.ahead = 11 * minute;
  await eventually(
    async () => {
      const { body } = await app.browser.call('GET', `/api/sends/${key}`);
      expect(body).toMatchObject({ transfer_id: ours, look_alikes: [other] });
    },
    { timeout: 20_000 },
  );
  await act(() => app.queryClient.invalidateQueries({ queryKey: ['sends'] }));
  return { ...app, key, ours, other };
}

/** Opens the transfer's page from support's list. */
async function openReview() {
  const app = await openCopied();
  const row = await screen.findByText(new RegExp(`${turnedUp}: ${app.other}`));
  const item = row.closest('li');
  if (!item) throw new Error('the row is in no list');
  expect(within(item).getByText('Needs review')).toBeVisible();
  expect(within(item).getByText(/sender@giro\.example/)).toBeVisible();
  await app.user.click(within(item).getByRole('link', { name: /6[.,]?07/ }));
  const section = await screen.findByRole('region', { name: turnedUp });
  await within(section).findByRole('link', { name: `Transfer ${app.other}` });
  return { ...app, section };
}

it('shows support a matching transfer that appeared later, to link to the sender', async () => {
  const { db, key, ours, other, user, section, reason, press, dialog, browser } =
    await openReview();
  await heading('A transfer like this one needs your review');
  await user.click(screen.getByRole('button', { name: 'Copy case details' }));
  expect(await navigator.clipboard.readText()).toMatch(
    new RegExp(`^Transfer ${other} turned up later and may be this one$`, 'm'),
  );
  await user.click(within(section).getByRole('button', { name: 'This is it' }));
  expect(
    dialog().getByText(new RegExp(`^The sender will see it next to transfer ${ours}`)),
  ).toBeInTheDocument();
  expect(reason()).toHaveAccessibleDescription(/The sender doesn’t see this/);
  await user.type(reason(), 'The operator says that both are theirs');
  await press('Resolve as sent');

  const said = await screen.findByText(`The sender now sees transfer ${other} too`);
  expect(said.closest('[tabindex]')).toHaveFocus();
  await heading('Completed: Mamá Bogotá was paid');
  expect(screen.queryByText(turnedUp)).not.toBeInTheDocument();
  const sender = await db
    .selectFrom('sends')
    .select('user_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  expect(await ownerOf(db, 'transfer', other)).toBe(sender.user_id);
  expect((await browser.call('GET', `/api/sends/${key}`)).body).toMatchObject({
    state: 'sent',
    transfer_id: ours,
  });
}, 30_000);

it('lets support dismiss a matching transfer with a reason, and hides it', async () => {
  const { db, key, other, user, section, reason, press, dialog, router } = await openReview();
  await user.click(within(section).getByRole('button', { name: 'Not this one' }));
  expect(dialog().getByText(`Transfer ${other} is another one`)).toBeInTheDocument();
  expect(reason()).toHaveAccessibleDescription(/The sender doesn’t see this/);
  await press('Dismiss transfer');
  expect(reason()).toBeInvalid();
  await user.type(reason(), 'The shop’s own system made it');
  await press('Dismiss transfer');

  await screen.findByText(`Transfer ${other} was dismissed`);
  expect(screen.queryByText('Resolved: the sender can read your reason')).toBeNull();
  expect(await ownerOf(db, 'transfer', other)).toBeNull();
  const [noted] = await db.selectFrom('look_alikes').selectAll().execute();
  expect(noted).toMatchObject({
    send_key: key,
    transfer_id: other,
    resolved_reason: 'The shop’s own system made it',
  });
  await act(() => router.navigate('/support'));
  await screen.findByText('None. Every transfer has a known result.');
  await waitFor(() => expect(screen.queryByText('Needs review')).not.toBeInTheDocument());
}, 30_000);
