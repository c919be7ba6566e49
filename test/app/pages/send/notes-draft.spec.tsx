import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

const summary = () => screen.findByText('Add a note or reference');
const noteField = () => screen.findByLabelText('Note');
const referenceField = () => screen.findByLabelText('Your reference');

async function openCheck(pesos = 100_000) {
  const app = await openSend();
  await app.check(pesos);
  await sendButton();
  const written = async () =>
    app.db.selectFrom('transfer_notes').select(['note', 'reference']).execute();
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.includes('"notes"'));
  return { ...app, written, drafts };
}

it('is folded, and nothing is written where it is not used', async () => {
  const { user, written } = await openCheck();
  expect((await noteField()).closest('details')).not.toHaveAttribute('open');
  await user.click(await sendButton());
  await screen.findByRole('heading', { level: 1, name: sentTitle });
  expect(await written()).toEqual([]);
});

it('goes with the press, and says that it is never sent', async () => {
  const { user, written, drafts, address } = await openCheck();
  await user.click(await summary());
  expect(screen.getByText('Only you see this. We never send it.')).toBeVisible();
  expect(await referenceField()).toHaveAccessibleDescription(
    'On your receipt, and support can read it. We never send it.',
  );
  await user.type(await noteField(), ' March rent ');
  await user.type(await referenceField(), 'Flat 4B');
  expect(address()).not.toMatch(/March|Flat/);
  expect(drafts()).toHaveLength(1);
  await user.click(await sendButton());
  await screen.findByRole('heading', { level: 1, name: sentTitle });
  expect(await written()).toEqual([{ note: 'March rent', reference: 'Flat 4B' }]);
  const shown = screen.getByText('Your reference', { selector: 'dt' });
  expect(shown.parentElement).toHaveTextContent('Flat 4B');
  expect(drafts()).toEqual([]);
});

it('takes both lines that are entered at once', async () => {
  const { user } = await openCheck();
  await user.click(await summary());
  const [note, reference] = [await noteField(), await referenceField()];
  act(() => {
    fireEvent.change(note, { target: { value: 'March rent' } });
    fireEvent.change(reference, { target: { value: 'Flat 4B' } });
  });
  expect([note, reference].map((field) => field.getAttribute('value'))).toEqual([
    'March rent',
    'Flat 4B',
  ]);
});

it('keeps what was typed when the amount is changed, and not for another transfer', async () => {
  const { user, check, go, address } = await openCheck();
  await user.click(await summary());
  await user.type(await noteField(), 'March rent');
  const first = address();
  await check(90_000);
  await waitFor(() => expect(address()).not.toBe(first));
  await sendButton();
  expect(await noteField()).toHaveValue('March rent');
  expect((await noteField()).closest('details')).toHaveAttribute('open');
  await go(first.replace(/&key=[^&]*/, '').replace(/account_id=\d+/, 'account_id=502'));
  await screen.findByRole('heading', { level: 1 });
  expect(Object.keys(sessionStorage).filter((key) => key.includes('"notes"'))).toHaveLength(2);
});

it('keeps what was typed when the page is opened again, and shows it', async () => {
  const { user, address, go, drafts } = await openCheck();
  const check = address();
  await user.click(await summary());
  await user.type(await noteField(), 'March rent');
  await go('/transfers');
  await go(check);
  await sendButton();
  expect(await noteField()).toHaveValue('March rent');
  expect((await noteField()).closest('details')).toHaveAttribute('open');
  await user.clear(await noteField());
  expect(drafts()).toEqual([]);
});

it('takes no more characters than fit, however long what was pasted', async () => {
  const { user } = await openCheck();
  await user.click(await summary());
  await user.click(await referenceField());
  await user.paste('🏠'.repeat(60));
  expect(await referenceField()).toHaveValue('🏠'.repeat(35));
});

it('is on the page of a transfer whose answer was lost', async () => {
  const { user, drafts, written } = await openCheck(504);
  await user.click(await summary());
  await user.type(await referenceField(), 'Flat 4B');
  await user.click(await sendButton());
  await screen.findByText('Your reference', { selector: 'dt' }, { timeout: 15_000 });
  const shown = screen.getByText('Your reference', { selector: 'dt' });
  expect(shown.parentElement).toHaveTextContent('Flat 4B');
  expect(await written()).toEqual([{ note: null, reference: 'Flat 4B' }]);
  await waitFor(() => expect(drafts()).toEqual([]));
}, 20_000);
