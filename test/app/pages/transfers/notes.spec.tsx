import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { printed } from './receipt-stubs.ts';

const rent = { note: 'March rent', reference: 'Flat 4B' };

async function open(fields: object = {}, as: 'sender' | 'support' = 'sender') {
  let id = '';
  const app = await renderApp('/transfers', {
    as,
    before: async (browser) => {
      if (as === 'support') await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      ({ id } = (await sendMoney(browser, recipient.id, fields)).body);
      await browser.call('GET', '/api/transfers');
      if (as === 'support') await browser.signIn('support');
    },
  });
  const show = async () => {
    await act(() => app.router.navigate(`/transfers/${id}`));
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
  };
  return { ...app, id, show };
}

const row = (term: string) => screen.queryByText(term, { selector: 'dt' })?.parentElement;
const dialog = () => screen.findByRole('dialog', { name: 'Note and reference' });
const save = async () => within(await dialog()).getByRole('button', { name: 'Save' });

it('is one line in the list, which names the row too', async () => {
  await open(rent);
  const link = await screen.findByRole('link', { name: 'Mamá Bogotá' });
  expect(link).toHaveAccessibleDescription(/Flat 4B · March rent/);
});

it('is added, changed and removed by its sender, and the list follows', async () => {
  const { user, show, router } = await open();
  await show();
  expect(row('Note')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Add a note or reference' }));
  const fields = within(await dialog());
  await waitFor(() => expect(fields.getByLabelText('Note')).toHaveFocus());
  await user.type(fields.getByLabelText('Note'), rent.note);
  await user.type(fields.getByLabelText('Your reference'), `${rent.reference}{Enter}`);
  await waitFor(() => expect(row('Your reference')).toHaveTextContent('Flat 4B'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(row('Note')).toHaveTextContent('March rentOnly you see this');
  await act(() => router.navigate('/transfers'));
  expect(await screen.findByText(/Flat 4B/)).toBeInTheDocument();
  await show();
  await user.click(screen.getByRole('button', { name: 'Edit note and reference' }));
  await user.clear(within(await dialog()).getByLabelText('Your reference'));
  await user.click(await save());
  await waitFor(() => expect(row('Your reference')).toBeUndefined());
  await act(() => router.navigate('/transfers'));
  expect(await screen.findByText(/March rent/)).toBeInTheDocument();
  expect(screen.queryByText(/Flat 4B/)).not.toBeInTheDocument();
});

it('shows what another tab saved before it is overwritten, and keeps what was typed', async () => {
  const { user, show, browser, id } = await open(rent);
  await show();
  await user.click(screen.getByRole('button', { name: 'Edit note and reference' }));
  const other = { note: 'From another tab', reference: null, revision: 1 };
  await browser.call('PUT', `/api/transfers/${id}/notes`, other);
  const note = within(await dialog()).getByLabelText('Note');
  await user.clear(note);
  await user.type(note, 'April rent');
  await user.click(await save());
  const alert = await within(await dialog()).findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('From another tab'));
  expect(alert).toHaveTextContent('Nothing was saved: you changed this in another tab.');
  expect(note).toHaveValue('April rent');
  await user.click(await save());
  await waitFor(() => expect(row('Note')).toHaveTextContent('April rent'));
});

it('prints the reference alone', async () => {
  const { user, show } = await open(rent);
  await show();
  const receipt = printed();
  await user.click(screen.getByRole('button', { name: 'Receipt' }));
  // Its code is asked for first.
  await waitFor(() => expect(receipt()).toHaveTextContent(/ReferenceFlat 4B/));
  expect(receipt()).not.toHaveTextContent('March rent');
});

it('shows support the reference alone, and nothing to change', async () => {
  const { show } = await open(rent, 'support');
  await show();
  expect(row('Sender’s reference')).toHaveTextContent('Flat 4B');
  expect(document.body).not.toHaveTextContent('March rent');
  expect(screen.queryByRole('button', { name: /note (and|or) reference/ })).toBeNull();
});
