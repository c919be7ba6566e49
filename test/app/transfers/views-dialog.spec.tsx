import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

type Browser = ReturnType<typeof createBrowser>;
type App = Awaited<ReturnType<typeof renderApp>>;

beforeEach(() => sessionStorage.clear());

const boxName = 'Transfer number, name, ID number, account or amount';

async function sendTwo(browser: Browser) {
  const lucía = await addRecipient(browser, { alias: 'Lucía piso' });
  const rosa = await addRecipient(browser, { alias: 'Tía Rosa', bank_number: '5512345678' });
  await sendMoney(browser, lucía.id, { source_amount_cents: '100000' });
  const { body } = await sendMoney(browser, rosa.id, { source_amount_cents: '200000' });
  return String(body.id);
}

async function openViews({ user }: App, opener = screen) {
  await user.click(await opener.findByRole('button', { name: 'Views' }));
  return within(await screen.findByRole('dialog', { name: 'Saved views' }));
}

async function save({ user }: App, dialog: ReturnType<typeof within>, name: string) {
  await user.click(await dialog.findByRole('button', { name: 'Save this view' }));
  const field = dialog.getByRole('textbox', { name: 'Name of the view' });
  expect(field).toHaveFocus();
  await user.type(field, name);
  await user.click(dialog.getByRole('button', { name: 'Save view' }));
  return dialog.findByRole('link', { name });
}

const pick = async (
  { user }: App,
  dialog: ReturnType<typeof within>,
  name: string,
  what: string,
) => {
  await user.click(await dialog.findByRole('button', { name: `Options of ${name}` }));
  await user.click(dialog.getByRole('menuitem', { name: what }));
};

const addressOf = ({ router }: App) => {
  const { pathname, search } = router.state.location;
  return pathname + search;
};

it('saves what a sender sees, and opens it by an address without the name', async () => {
  const app = await renderApp('/transfers', { before: async (one) => void (await sendTwo(one)) });
  const { user, router } = app;
  await screen.findByRole('link', { name: 'Lucía piso' });
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'rosa');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lucía piso' })).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Filters/ }));
  const dialog = await openViews(app);
  expect(dialog.getByText(/^Your search may name somebody\./)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Copy link' })).toBeNull();
  const link = await save(app, dialog, 'For Rosa');
  // A sender has views of one page, and shares none.
  expect(dialog.queryByText(/Only you|Shared/)).toBeNull();
  const address = link.getAttribute('href') ?? '';
  expect(address).toMatch(/^\/transfers\?view=[\da-f-]{36}$/);

  await user.click(link);
  await waitFor(() => expect(addressOf(app)).toBe(address));
  expect(screen.queryByRole('dialog')).toBeNull();
  await router.navigate('/transfers');
  await screen.findByRole('link', { name: 'Lucía piso' });
  await router.navigate(address);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lucía piso' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Tía Rosa' })).toBeVisible();
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('rosa');
  // A change is no longer the view.
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  await screen.findByRole('link', { name: 'Lucía piso' });
  expect(addressOf(app)).toBe('/transfers');
});

it('copies a link to a number, and to a shared view where the search is a name', async () => {
  let sent = '';
  const app = await renderApp('/support', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      sent = await sendTwo(browser);
      await browser.signIn('support');
    },
  });
  const { user, browser } = app;
  const find = async (text: string) => {
    const box = await screen.findByRole('textbox', { name: boxName });
    await user.clear(box);
    await user.type(box, `${text}{Enter}`);
  };
  await find(sent);
  await screen.findByRole('heading', { level: 2, name: '1 transfer found' });
  let dialog = await openViews(app);
  await user.click(await dialog.findByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/support?q=${sent}`);
  await user.click(dialog.getByRole('button', { name: 'Close' }));

  await find('rosa');
  await screen.findByRole('heading', { level: 2, name: '1 transfer, 1 recipient found' });
  dialog = await openViews(app);
  await user.click(await dialog.findByRole('button', { name: 'Save this view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name of the view' }), 'Rosa, all');
  await user.click(dialog.getByRole('checkbox', { name: 'Share with support' }));
  await user.click(dialog.getByRole('button', { name: 'Save view' }));
  expect(await dialog.findByText(/Shared with support/)).toBeVisible();
  await pick(app, dialog, 'Rosa, all', 'Copy link');
  expect(await dialog.findByText('Link copied')).toBeVisible();
  const copied = await navigator.clipboard.readText();
  const [view] = (await browser.call('GET', '/api/views')).body.items;
  expect(copied).toBe(`${window.location.origin}/support?view=${view.id}`);
  expect(view).toMatchObject({ shared: true, filters: { search: { q: 'rosa' } } });
});

it('opens a shared view for an auditor, who can’t change it', async () => {
  const id = randomUUID();
  const app = await renderApp(`/support?view=${id}`, {
    as: 'auditor',
    before: async (browser) => {
      await browser.signIn('sender');
      await sendTwo(browser);
      await browser.signIn('support');
      const filters = { page: 'support', search: { q: 'rosa' } };
      await browser.call('POST', '/api/views', { id, name: 'Rosa', shared: true, filters });
      await browser.signIn('auditor');
    },
  });
  expect(await screen.findByRole('textbox', { name: boxName })).toHaveValue('rosa');
  await screen.findByRole('heading', { level: 2, name: '1 transfer, 1 recipient found' });
  const dialog = await openViews(app);
  expect(await dialog.findByText('Shared by Sue Support', { exact: false })).toBeVisible();
  await app.user.click(await dialog.findByRole('button', { name: 'Options of Rosa' }));
  expect(dialog.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Copy link']);
});

it.each(['/transfers', '/support'])('%s finds no view of somebody else', async (path) => {
  const id = randomUUID();
  await renderApp(`${path}?view=${id}`, {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      const filters = { page: 'transfers', search: { q: 'rosa' } };
      await browser.call('POST', '/api/views', { id, name: 'Rosa', shared: false, filters });
      await browser.signIn('support');
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
  expect(screen.queryByDisplayValue('rosa')).toBeNull();
});

it('renames, shares and deletes a view', async () => {
  const filters = { page: 'transfers', search: { state: 'rejected' } };
  const view = { id: randomUUID(), name: 'Rejected', shared: false, filters };
  const app = await renderApp('/transfers', {
    as: 'support',
    before: async (browser) => {
      await browser.call('POST', '/api/views', view);
    },
  });
  const { user, browser } = app;
  const stored = async () => (await browser.call('GET', '/api/views')).body.items;
  const dialog = await openViews(app);
  // Nothing is searched or filtered: there is nothing to save.
  await dialog.findByRole('link', { name: 'Rejected' });
  expect(dialog.queryByRole('button', { name: 'Save this view' })).toBeNull();
  expect(dialog.getByText(/Only you/)).toBeVisible();

  await pick(app, dialog, 'Rejected', 'Rename');
  const field = dialog.getByRole('textbox', { name: 'Name of the view' });
  await user.clear(field);
  await user.type(field, 'Refused{Enter}');
  expect(await dialog.findByRole('link', { name: 'Refused' })).toBeVisible();
  await pick(app, dialog, 'Refused', 'Share with support');
  expect(await dialog.findByText(/Shared with support/)).toBeVisible();
  expect(await stored()).toMatchObject([{ id: view.id, name: 'Refused', shared: true }]);

  await pick(app, dialog, 'Refused', 'Delete');
  expect(dialog.getByText(/^Delete .*Refused.* for everybody in support\?$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await stored()).toHaveLength(1);
  await pick(app, dialog, 'Refused', 'Delete');
  await user.click(dialog.getByRole('button', { name: 'Delete view' }));
  expect(await dialog.findByText(/^Search or filter, then save it/)).toBeVisible();
  expect(await stored()).toEqual([]);
});

it('leaves what was typed before a view was opened', async () => {
  const id = randomUUID();
  const filters = { page: 'support', search: { q: 'rosa' } };
  const app = await renderApp('/support', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      await sendTwo(browser);
      await browser.signIn('support');
      await browser.call('POST', '/api/views', { id, name: 'Rosa', shared: false, filters });
    },
  });
  const box = await screen.findByRole('textbox', { name: boxName });
  await app.user.type(box, 'lucía');
  const dialog = await openViews(app);
  await app.user.click(await dialog.findByRole('link', { name: 'Rosa' }));
  await screen.findByRole('heading', { level: 2, name: '1 transfer, 1 recipient found' });
  expect(screen.getByRole('list', { name: 'Transfers' })).toBeVisible();
  expect(box).toHaveValue('rosa');
});
