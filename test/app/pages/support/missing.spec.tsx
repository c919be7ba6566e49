import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox.ts';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

const boxName = 'Transfer number, name, ID number, account or amount';

async function openSupport(sandbox: SandboxOptions = {}) {
  const app = await renderApp('/support', {
    sandbox,
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

it('never says that nothing was found when recipients could not be read', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { sandbox, find, user } = await openSupport({ clock });
  sandbox.odd.add('no-recipients');
  // Recipients that were read in the last minute are searched without another read.
  clock.time += 61_000;
  await find('Patiño');
  await screen.findByText('We couldn’t search everything', undefined, { timeout: 20_000 });
  expect(screen.queryByText('Nothing found')).toBeNull();
  expect(screen.getByText(/^We can’t read recipients right now/)).toBeVisible();

  sandbox.odd.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const found = await screen.findByRole('list', { name: 'Transfers' }, { timeout: 20_000 });
  expect(within(found).getByRole('link', { name: 'Mamá Bogotá' })).toBeVisible();
  expect(screen.queryByText('We couldn’t search everything')).toBeNull();
});

it('waits for slow recipients instead of finding nothing', async () => {
  const { sandbox, find } = await openSupport();
  sandbox.odd.add('slow-recipients');
  await find('Patiño');
  expect(await screen.findByRole('list', { name: 'Transfers' }, { timeout: 20_000 })).toBeVisible();
  expect(screen.queryByText('Nothing found')).toBeNull();
});

it('says that nothing was found when everything could be searched', async () => {
  const { find } = await openSupport();
  await find('nobody at all');
  await screen.findByRole('heading', { name: 'Nothing found' });
  expect(screen.queryByText('We couldn’t search everything')).toBeNull();
});
