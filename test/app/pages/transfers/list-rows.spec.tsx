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

it('renders only the rows near the viewport, and gives the total as aria-setsize', async () => {
  await openLongList(300);
  expect(places()[0]).toBe(1);
  expect(places().length).toBeLessThan(40);
  expect(screen.getAllByRole('listitem').at(-1)).toHaveAttribute('aria-setsize', '300');
});

it('prefetches the next pages before their rows scroll into view', async () => {
  await openLongList(300);
  scrollTo(120 * 30);
  await waitFor(() => expect(places()).toContain(33));
  await waitFor(() => {
    scrollTo(far);
    expect(places().at(-1)).toBe(300);
  });
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

it('says that the next page failed to load, and loads it when asked', async () => {
  await openLongList(300);
  const restore = intercept(/cursor=/, offline);
  scrollTo(120 * 45);
  expect(await screen.findByText('We couldn’t load more transfers')).toBeVisible();
  const more = screen.getByRole('button', { name: 'Show more' });
  restore();
  more.click();
  await waitFor(() => expect(more).not.toBeInTheDocument());
  scrollTo(120 * 60);
  await waitFor(() => expect(places()).toContain(61));
});

it('says that the list failed to load, and tries again when asked', async () => {
  let restore = () => {};
  const { user } = await openList('/transfers', {
    heading: 'Transfers',
    before: async () => {
      restore = intercept(/^\/api\/transfers\?/, offline);
    },
    waitForRows: false,
  });
  expect(await screen.findByText('We couldn’t load the transfers')).toBeVisible();
  expect(screen.getByText(/You’re offline/)).toBeVisible();
  restore();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No transfers yet');
});

it('shows lists that were just seen while offline, with the age of the transfers', async () => {
  const { router } = await openList();
  await act(() => router.navigate('/recipients'));
  await screen.findByText('Lucía piso');
  intercept(/./, offline);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  act(() => void window.dispatchEvent(new Event('offline')));
  await act(() => router.navigate('/transfers'));
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  expect(rows()).toHaveLength(3);
  expect(screen.getByText(/^No network\. What you see is from [\d:]+ [AP]M\.$/)).toBeVisible();
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  expect(screen.getByText('Lucía piso')).toBeVisible();
});

it('keeps the focused row in the document, wherever the list is scrolled to', async () => {
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

it('moves by j and k, focuses the search by /, and opens the shortcuts by ?', async () => {
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
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('k{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/transfers\/\d+$/));
});

it('leaves the focus in the search after j was pressed at the last row', async () => {
  const { user } = await openList();
  await user.keyboard('jjjj/');
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.keyboard('mam');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(box).toHaveFocus();
});

it('turns the shortcuts off, and stores that', async () => {
  const { user } = await openList();
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts', hidden: true }));
  await user.click(await screen.findByRole('checkbox', { name: 'Use these shortcuts' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('j/?');
  expect(focused()).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Search' })).not.toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('inserts new transfers at once at the top of the page, and on request further down', async () => {
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

it('never shows a row in an older state than its own page', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { user } = await openList('/transfers', {
    sandbox: { clock },
    tracking: { intervals: { min: 25, max: 50 } },
  });
  await user.click(screen.getByRole('link', { name: 'Lucía piso' }));
  const state = () => screen.getByRole('status', { name: 'Status' });
  await screen.findByRole('heading', { level: 1, name: /^Transfer \d+:/ });
  clock.time += 60_000;
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'));
  const list = intercept(/^\/api\/transfers\?/, offline);
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Transfers' }));
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  expect(screen.getByText('Lucía piso').closest('li')).toHaveTextContent('Completed');
  list();
});

it('shows the list when session storage is not available', async () => {
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

it('keeps the rows of the previous search while loading, and ignores a late answer', async () => {
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

it('downloads the matching transfers, in words or field names, without the search in a URL', async () => {
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
  const button = await screen.findByRole('button', { name: 'Download CSV' });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.href, this.download);
  });
  await user.click(button);
  await waitFor(() => expect(saved).toEqual(['blob:file', expect.stringMatching(fileName)]));
  const read = async (file: Blob | undefined) =>
    (await file?.text())?.trimEnd().split('\r\n') ?? [];
  const lines = await read(files[0]);
  expect(lines[0]).toMatch(/^\W?Number,Status,Amount sent,/);
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['100000', '50000', '13']);

  await user.click(screen.getByRole('button', { name: 'Download options' }));
  await user.click(screen.getByRole('menuitem', { name: 'Download with field names' }));
  await waitFor(() => expect(files).toHaveLength(2));
  expect((await read(files[1]))[0]).toMatch(/^\W?id,state,source_amount,/);
});

/** Answers the download part by part, when the test says so. */
function holdDownload(total: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { 'x-total-count': String(total) };
  let signal: AbortSignal | null | undefined;
  intercept(/transfers\.csv$/, async (_, init) => {
    signal = init?.signal;
    signal?.addEventListener('abort', () => void writer.abort(signal?.reason));
    return new Response(readable, { headers });
  });
  const lines = (count: number) => new TextEncoder().encode('x\r\n'.repeat(count));
  return {
    rows: (count: number) => writer.write(lines(count)),
    end: () => writer.close(),
    breakOff: () => writer.abort(new TypeError('network')),
    isAborted: () => signal?.aborted,
  };
}

it('says how far a long download is, and saves the file at its end', async () => {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:file';
    },
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = await openList();
  const download = holdDownload(100_000);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('Preparing 3 rows')).toBeInTheDocument();
  const bar = screen.getByRole('progressbar', { name: 'Download' });
  expect(bar).not.toHaveAttribute('value');
  const now = vi.spyOn(performance, 'now');
  now.mockReturnValue(performance.now() + 1_000);
  // The first line are the headings.
  await download.rows(25_001);
  expect(await screen.findByText('25,000 of 100,000 rows')).toBeInTheDocument();
  expect(bar).toHaveAttribute('value', '25000');
  expect(bar).toHaveAttribute('max', '100000');
  now.mockRestore();
  await download.end();
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it('cancels a download, without a file or an error', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  const { user } = await openList();
  const download = holdDownload(100_000);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
  expect(download.isAborted()).toBe(true);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(saved).not.toHaveBeenCalled();
});

it('saves no part of a download that broke off', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  const { user } = await openList();
  const download = holdDownload(100_000);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await screen.findByRole('progressbar');
  await download.breakOff();
  expect(await screen.findByText('The file wasn’t downloaded')).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});

it('says after 3 s that a search goes on, in place of the count', async () => {
  const { user } = await openList();
  const { promise, resolve } = Promise.withResolvers<void>();
  const real = globalThis.fetch;
  intercept(/q=lucia/, (url, init) => promise.then(() => real(url, init)));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'lucia');
  const said = await screen.findByText('Still searching…', undefined, { timeout: 20_000 });
  expect(said).toHaveRole('status');
  expect(rows()).toHaveLength(3);
  resolve();
  await waitFor(() => expect(said).toHaveTextContent('1 transfer'));
}, 15_000);

it('shows an error of the download, and saves no file', async () => {
  const { user } = await openList();
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  intercept(/transfers\.csv$/, offline);
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText('The file wasn’t downloaded')).toBeVisible();
  expect(download).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('The file wasn’t downloaded')).not.toBeInTheDocument();
});
