import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

/** Support, after a sender has sent to a recipient. */
async function openSupport(fields: Record<string, string> = {}) {
  const sent = { id: '', recipient: '', key: '' };
  const app = await renderApp('/support', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      const { body } = await sendMoney(browser, recipient.id, fields);
      Object.assign(sent, { id: body.id, recipient: recipient.id, key: body.send?.key });
      await browser.signIn('support');
    },
  });
  const box = await screen.findByRole('textbox', { name: 'Transfer number' });
  const find = async (text: string) => {
    await app.user.clear(box);
    await app.user.type(box, `${text}{Enter}`);
  };
  return { ...app, sent, find };
}

describe('looking up a transfer', () => {
  it('shows it beside its recipient, and leads to both', async () => {
    const { find, sent, router } = await openSupport();
    await find(` ${sent.id} `);
    await screen.findByRole('heading', { level: 2, name: `Transfer ${sent.id}` });
    expect(router.state.location.search).toMatch(/^\?q=/);
    expect(screen.getByText('Mamá Bogotá gets')).toBeVisible();
    expect(screen.getByText('CLP 100,000')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the transfer' })).toHaveAttribute(
      'href',
      `/transfers/${sent.id}`,
    );
    expect(await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' })).toBeVisible();
    expect(screen.getByText('ending in 4821')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open the recipient' })).toHaveAttribute(
      'href',
      `/recipients/${sent.recipient}`,
    );
  });

  it.each(['abc', '12-3', '1234567890123456789'])('says that %s is no number', async (text) => {
    const { find } = await openSupport();
    await find(text);
    const box = await screen.findByRole('textbox', {
      name: 'Transfer number',
      description: /no transfer number/,
    });
    expect(box).toHaveValue(text);
    expect(box).toHaveFocus();
    expect(box).toBeInvalid();
  });

  it('says that there is no such transfer', async () => {
    const { find } = await openSupport();
    await find('999999');
    await screen.findByText('There is no transfer 999999');
    expect(screen.getByRole('textbox', { name: 'Transfer number' })).toHaveValue('999999');
  });

  it('opens from an address', async () => {
    const { router, sent } = await openSupport();
    await router.navigate(`/support?q=${sent.id}`);
    await screen.findByRole('heading', { level: 2, name: `Transfer ${sent.id}` });
  });
});

describe('what is not confirmed yet', () => {
  it('is none', async () => {
    await openSupport();
    await screen.findByText('None. Every sending has a known outcome.');
  });

  it('is listed, with its amount and the way to it', async () => {
    const { sent, container } = await openSupport({ source_amount_cents: '504' });
    await screen.findByText('Giro is still looking for 1 sending.');
    const list = within(screen.getByRole('list', { name: 'Not confirmed yet' }));
    expect(list.getByRole('link', { name: /^CLP\s504$/ })).toHaveAttribute(
      'href',
      `/sends/${sent.key}`,
    );
    expect(container).not.toHaveTextContent(/fail/i);
  });

  it('puts what waits for support before what is looked for, and says how many wait', async () => {
    const app = await renderApp('/support', {
      as: 'support',
      before: async (browser) => {
        await browser.signIn('sender');
        const { id } = await addRecipient(browser);
        for (const source_amount_cents of ['500', '504']) {
          await sendMoney(browser, id, { source_amount_cents });
        }
        await browser.signIn('support');
      },
    });
    await screen.findByText('Giro is still looking for 2 sendings.');
    await app.db
      .updateTable('sends')
      .set({ state: 'unresolved' })
      .where('source_amount_cents', '=', '504')
      .execute();
    await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
    await screen.findByText(
      /^1 sending needs you to settle it\. Giro is still looking for 1 sending/,
    );
    const rows = within(screen.getByRole('list', { name: 'Not confirmed yet' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^CLP\s504.*Needs you.*(ago|just now)$/),
      expect.stringMatching(/^CLP\s500.*Looking.*(ago|just now)$/),
    ]);
  });
});
