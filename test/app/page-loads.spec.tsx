import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { allPages, wordsOf } from '../../src/contract/api/pages.ts';
import { isFor, roles } from '../../src/contract/api/session.ts';
import { addOrder } from '../support/add-order.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';

// Each page is opened with modules of its own: with shared ones, another page may have loaded the words that this one
// forgets. Pages without a part of their own have the words of the start, which every case loads first.

const withWords = allPages.filter(([folder]) => wordsOf(folder) !== 'start');
const amount =
  'source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP';

test.each(withWords)('%s loads all the words it shows', async (folder, { path, role }) => {
  vi.resetModules();
  const { i18n } = await import('@lingui/core');
  const { renderApp } = await import('../support/render-app.tsx');
  const missing = new Set<string>();
  i18n.on('missing', ({ id }) => missing.add(id));
  const isSecondStep = folder === 'settings/second-factor';

  let address = '';
  const { router } = await renderApp('/no-such-page', {
    languages: ['es'],
    env: { REQUIRE_SECOND_FACTOR: isSecondStep ? 'support' : 'none' },
    async before(browser) {
      const recipient = await addRecipient(browser);
      const { body: transfer } = await sendMoney(browser, recipient.id);
      const { body: session } = await browser.call('GET', '/api/session');
      const key = crypto.randomUUID();
      if (folder.startsWith('scheduled')) await addOrder(browser, key, recipient.id);
      address = path
        .replace(':id', folder.startsWith('transfers') ? transfer.id : recipient.id)
        .replace(':key', key)
        .replace(':user', session.user.id)
        .concat(folder === 'send' ? `?${amount}&country_id=${recipient.country.id}` : '');
      browser.cookies.clear();
      const able = roles.filter((one) => role && role !== 'anyone' && isFor(role, one));
      // Senders approve only where the operator lets them.
      const as = folder.startsWith('approve') ? 'approver' : able[0];
      if (isSecondStep) await browser.signIn('support');
      else if (role !== 'anyone') await browser.signIn(as ?? 'sender');
    },
  });
  const title = () => screen.findByRole('heading', { level: 1 });
  const { textContent: before } = await title();
  await router.navigate(address);
  await waitFor(async () => expect((await title()).textContent).not.toBe(before));

  expect(router.state.errors).toBeNull();
  expect(router.state.matches.at(-1)?.route.path).toBe(path);
  expect([...missing]).toEqual([]);
});
