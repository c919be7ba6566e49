import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

beforeEach(() => sessionStorage.clear());

/** Opens Look up as support, with a transfer to each of two recipients of one name, found by it. */
async function findTwo() {
  const sent = { ids: ['', ''], recipients: ['', ''] };
  const app = await renderApp('/support', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      for (const [at, alias] of ['Rosa one', 'Rosa two'].entries()) {
        const { id } = await addRecipient(browser, { alias, bank_number: `55${at}` });
        sent.recipients[at] = id;
        const { body } = await sendMoney(browser, id, { source_amount_cents: `${at + 1}0000` });
        sent.ids[at] = String(body.id);
      }
      await browser.signIn('support');
    },
  });
  await app.user.type(
    await screen.findByRole('textbox', { name: /^Transfer number/ }),
    'rosa{Enter}',
  );
  await screen.findByRole('heading', { level: 2, name: '2 transfers, 2 recipients found' });
  return { ...app, sent };
}

const recipients = () => within(screen.getByRole('list', { name: '2 recipients match' }));
const transfers = () => within(screen.getByRole('list', { name: 'Transfers' }));
const rowOf = (id: string | undefined) =>
  transfers()
    .getAllByRole('link')
    .find((link) => link.getAttribute('href') === `/transfers/${id}`);

describe('Back', () => {
  it('leads from a picked recipient to all that were found, at once', async () => {
    const { user, router } = await findTwo();
    const [one, two] = recipients().getAllByRole('link');
    if (!one || !two) throw new Error('fewer than two were found');
    await user.click(one);
    await waitFor(() => expect(transfers().getAllByRole('listitem')).toHaveLength(1));
    // Another pick takes the place of the first.
    await user.click(two);
    await waitFor(() => expect(two).toHaveAttribute('aria-current', 'true'));
    expect(router.state.location.search).toMatch(/^\?recipient=\d+$/);
    await router.navigate(-1);
    await waitFor(() => expect(transfers().getAllByRole('listitem')).toHaveLength(2));
    expect(router.state.location.search).toBe('');
    expect(screen.getByRole('textbox', { name: /^Transfer number/ })).toHaveValue('rosa');
  });

  it('from a transfer focuses its row, from where j goes on', async () => {
    const { user, router, sent } = await findTwo();
    const [first = '', second = ''] = sent.ids;
    for (const id of [first, second]) {
      const link = rowOf(id);
      if (!link) throw new Error(`${id} was not found`);
      await user.click(link);
      await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
      await router.navigate(-1);
      await waitFor(() => expect(rowOf(id)).toHaveFocus());
    }
    // The newest is above.
    await user.keyboard('j');
    expect(rowOf(first)).toHaveFocus();
    await user.keyboard('k');
    expect(rowOf(second)).toHaveFocus();
  });

  it('leads through a sender’s page to the row on each of both', async () => {
    const { user, router, sent } = await findTwo();
    const [first = ''] = sent.ids;
    const sender = transfers().getAllByRole('link', { name: 'Sam Sender' })[1];
    if (!sender) throw new Error('no sender is named');
    await user.click(sender);
    await screen.findByRole('heading', { level: 1, name: 'Sam Sender' });
    const row = rowOf(first);
    if (!row) throw new Error('the transfer is not listed');
    await user.click(row);
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${first}:`) });
    await router.navigate(-1);
    await screen.findByRole('heading', { level: 1, name: 'Sam Sender' });
    await waitFor(() => expect(rowOf(first)).toHaveFocus());
    await router.navigate(-1);
    await screen.findByRole('heading', { level: 1, name: 'Look up' });
    await waitFor(() =>
      expect(transfers().getAllByRole('link', { name: 'Sam Sender' })[1]).toHaveFocus(),
    );
  });
});

describe('j and k', () => {
  it('begin in the left column, the transfers, and go on in the right one', async () => {
    const { user } = await findTwo();
    // jsdom has no layout. From 900 px the recipients are at the right, though first in the document.
    const right = screen.getByRole('list', { name: '2 recipients match' });
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return new DOMRect(right.contains(this) ? 700 : 20, 0);
    });
    const expected = [
      ...transfers().getAllByRole('link', { name: /^Rosa/ }),
      ...recipients().getAllByRole('link'),
    ];
    expect(expected).toHaveLength(4);
    for (const link of expected) {
      await user.keyboard('j');
      expect(link).toHaveFocus();
    }
    await user.keyboard('j');
    expect(expected[3]).toHaveFocus();
    await user.keyboard('kkkk');
    expect(expected[0]).toHaveFocus();
    // From a sender's name within a row too.
    const [name] = transfers().getAllByRole('link', { name: 'Sam Sender' });
    name?.focus();
    await user.keyboard('j');
    expect(expected[1]).toHaveFocus();
  });
});
