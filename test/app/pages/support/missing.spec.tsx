import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

const boxName = 'Transfer number, name, document, account or amount';

async function openSupport() {
  const app = await renderApp('/support', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      await sendMoney(browser, (await addRecipient(browser)).id);
      await browser.signIn('support');
    },
  });
  const box = await screen.findByRole('textbox', { name: boxName });
  const find = (text: string) => app.user.type(box, `${text}{Enter}`);
  return { ...app, find };
}

it('never says that nothing is found where the recipients could not be read', async () => {
  const { sandbox, find, user } = await openSupport();
  sandbox.odd.add('no-recipients');
  await find('Patiño');
  await screen.findByText('We couldn’t look everywhere', undefined, { timeout: 5_000 });
  expect(screen.queryByText('Nothing found')).toBeNull();
  expect(screen.getByText(/^Recipients can’t be read right now/)).toBeVisible();

  sandbox.odd.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const found = await screen.findByRole('list', { name: 'Transfers' }, { timeout: 5_000 });
  expect(within(found).getByRole('link', { name: 'Mamá Bogotá' })).toBeVisible();
  expect(screen.queryByText('We couldn’t look everywhere')).toBeNull();
});

it('waits for recipients that take long, rather than find nothing', async () => {
  const { sandbox, find } = await openSupport();
  sandbox.odd.add('slow-recipients');
  await find('Patiño');
  expect(await screen.findByRole('list', { name: 'Transfers' }, { timeout: 8_000 })).toBeVisible();
  expect(screen.queryByText('Nothing found')).toBeNull();
});

it('still says that nothing is found where all was looked through', async () => {
  const { find } = await openSupport();
  await find('nobody at all');
  await screen.findByRole('heading', { name: 'Nothing found' });
  expect(screen.queryByText('We couldn’t look everywhere')).toBeNull();
});
