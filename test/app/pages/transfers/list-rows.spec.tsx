import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sendMoney } from '../../../support/recipients.ts';
import { intercept, openList, openLongList, places, rows, scrollTo } from './open-list.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const focused = () => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null;
const far = 120 * 300;
const fileName = /^transfers-[\dT-]+Z\.csv$/;

it('has only the rows near those in view in the document, and says how many there are', async () => {
  await openLongList(300);
  expect(places()[0]).toBe(1);
  expect(places().length).toBeLessThan(40);
  expect(screen.getAllByRole('listitem').at(-1)).toHaveAttribute('aria-setsize', '300');
});

it('reads the next windows before their rows come in view', async () => {
  await openLongList(300);
  scrollTo(120 * 30);
  await waitFor(() => expect(places()).toContain(33));
  await waitFor(() => {
    scrollTo(far);
    expect(places().at(-1)).toBe(300);
  });
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

it('says when the next window could not be read, and reads it when asked', async () => {
  await openLongList(300);
  const restore = intercept(/cursor=/, offline);
  scrollTo(120 * 45);
  expect(await screen.findByText('The next transfers could not be read')).toBeVisible();
  const more = screen.getByRole('button', { name: 'Show more' });
  restore();
  more.click();
  await waitFor(() => expect(more).not.toBeInTheDocument());
  scrollTo(120 * 60);
  await waitFor(() => expect(places()).toContain(61));
});

it('says when not one could be read, and tries again when asked', async () => {
  let restore = () => {};
  const { user } = await openList('/transfers', {
    heading: 'Transfers',
    before: async () => {
      restore = intercept(/^\/api\/transfers\?/, offline);
    },
    waitForRows: false,
  });
  expect(await screen.findByText('The transfers could not be read')).toBeVisible();
  expect(screen.getByText(/You are offline/)).toBeVisible();
  restore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No transfers yet');
});

it('keeps the row that has the focus in the document, wherever the list is scrolled to', async () => {
  const { user } = await openLongList(300);
  await user.keyboard('j');
  expect(focused()).toBe('1');
  scrollTo(120 * 40);
  await waitFor(() => expect(places()).toContain(44));
  expect(focused()).toBe('1');
  expect(places().slice(0, 2)).toEqual([1, 2]);
  await user.keyboard('j');
  expect(focused()).toBe('2');
});

it('goes from row to row by j and k, to the search by /, and tells of the keys by ?', async () => {
  const { user, router } = await openList();
  await user.keyboard('jjk{Control>}j{/Control}j');
  expect(focused()).toBe('2');
  await user.keyboard('jjj');
  expect(focused()).toBe('3');
  await user.keyboard('/');
  const box = screen.getByRole('searchbox', { name: 'Search' });
  expect(box).toHaveFocus();
  await user.keyboard('jk?/');
  expect(box).toHaveValue('jk?/');
  await user.clear(box);
  await waitFor(() => expect(rows()).toHaveLength(3));
  box.blur();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keys for this page' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('k{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/transfers\/\d+$/));
});

it('leaves the focus in the search, also after a key at the last row that led nowhere', async () => {
  const { user } = await openList();
  await user.keyboard('jjjj/');
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.keyboard('mam');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(box).toHaveFocus();
});

it('turns single keys off, and keeps that', async () => {
  const { user } = await openList();
  await user.click(screen.getByRole('button', { name: 'Keys', hidden: true }));
  await user.click(await screen.findByRole('checkbox', { name: 'Use single keys' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('j/?');
  expect(focused()).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Search' })).not.toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('shows what is new at once at the top, and elsewhere when the person wants to see it', async () => {
  const { browser, ids, user } = await openList();
  await sendMoney(browser, ids[0] ?? '', { source_amount_cents: '700' });
  await waitFor(() => expect(rows()[0]).toBe('CLP\u00a0700'));
  scrollTo(400);
  await sendMoney(browser, ids[0] ?? '', { source_amount_cents: '800' });
  const pill = await screen.findByRole('button', { name: '1 new' });
  expect(rows()[0]).toBe('CLP\u00a0700');
  await user.click(pill);
  await waitFor(() => expect(rows()[0]).toBe('CLP\u00a0800'));
  expect(pill).not.toBeInTheDocument();
  await waitFor(() => expect(focused()).toBe('1'));
}, 30_000);

it('shows a row no older than its own page, whoever read it last', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { user } = await openList('/transfers', {
    sandbox: { clock },
    tracking: { intervals: { min: 25, max: 50 } },
  });
  await user.click(screen.getByRole('link', { name: 'Lucía piso' }));
  const state = () => screen.getByRole('status', { name: 'State' });
  await screen.findByRole('heading', { level: 1, name: /^Transfer \d+$/ });
  clock.time += 60_000;
  await waitFor(() => expect(state()).toHaveTextContent('Executed'));
  const list = intercept(/^\/api\/transfers\?/, offline);
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Transfers' }));
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  expect(screen.getByText('Lucía piso').closest('li')).toHaveTextContent('Executed');
  list();
});

it('shows the list where the browser keeps nothing of a tab', async () => {
  const { router } = await openList();
  vi.stubGlobal('sessionStorage', {
    clear: () => {},
    getItem: () => {
      throw new DOMException('no storage', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('no storage', 'QuotaExceededError');
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  expect(rows()).toHaveLength(3);
});

it('keeps the rows of the last search until the new ones are there, and paints no late answer', async () => {
  const { user } = await openList();
  let answer = () => {};
  const restore = intercept(/q=mama/, (_, init) => {
    return new Promise((resolve, reject) => {
      answer = () => resolve(Response.json({ late: true }));
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'mama');
  await waitFor(() => expect(box.closest('[data-busy]')).not.toBeNull());
  expect(rows()).toHaveLength(3);
  await user.clear(box);
  await user.type(box, 'lucia');
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a050,000']));
  expect(box.closest('[data-busy]')).toBeNull();
  answer();
  restore();
  expect(rows()).toEqual(['CLP\u00a050,000']);
});

it('saves exactly what is shown, at no address that says what was searched for', async () => {
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = (file: Blob) => {
        files.push(file);
        return 'blob:file';
      };
    },
  );
  const { user } = await openList('/transfers?currency=CLP&sort=amount');
  const button = await screen.findByRole('button', { name: 'Export 3 transfers as CSV' });
  expect(button).toHaveTextContent('Export 3');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.href, this.download);
  });
  await user.click(button);
  await waitFor(() => expect(saved).toEqual(['blob:file', expect.stringMatching(fileName)]));
  const lines = (await files[0]?.text())?.trimEnd().split('\r\n') ?? [];
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['100000', '50000', '13']);
});

it('saves no refusal as a file, but tells it', async () => {
  const { user } = await openList();
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  intercept(/transfers\.csv$/, offline);
  await user.click(screen.getByRole('button', { name: /^Export/ }));
  expect(await screen.findByText('The file could not be made')).toBeVisible();
  expect(download).not.toHaveBeenCalled();
});
