import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../src/app/api/query-client.ts';
import { activate } from '../../src/app/i18n/activate.ts';
import { ownLocale } from '../../src/app/i18n/own-locale.ts';
import { RouterContext } from '../../src/app/router/use-destination.ts';
import { createRoutes } from '../../src/app/routes.tsx';
import { languageCookie } from '../../src/contract/api/languages.ts';
import { createBrowser } from './browser.ts';
import { createEventSource } from './event-source.ts';
import { startBff } from './start-bff.ts';

type Options = Parameters<typeof startBff>[0] & {
  /** Who is signed in before the page opens; null for nobody. */
  as?: 'sender' | 'support' | null;
  /** The browser's languages, best first. */
  languages?: readonly string[];
  /** Runs before the page opens, signed in already: to make the recipients that a test needs. */
  before?: (browser: ReturnType<typeof createBrowser>) => Promise<void>;
  /** Whether the browser has EventSource; else pages poll. */
  live?: boolean;
  /** Whether the page opens without a network. */
  isOffline?: boolean;
};

/**
 * Opens the app at an address: its real routes, the real BFF and a sandbox, all in this process.
 * `before` may also be called by the test through the returned browser.
 */
export async function renderApp(path: InitialEntry, options: Options = {}) {
  const {
    as = 'sender',
    languages = ['en'],
    before,
    live = false,
    isOffline = false,
    ...bffOptions
  } = options;
  const bff = await startBff(bffOptions);
  const browser = createBrowser(bff.app);
  vi.stubGlobal('fetch', browser.fetch);
  const { EventSource, streams } = await createEventSource(bff.app, browser.cookies);
  if (live) vi.stubGlobal('EventSource', EventSource);
  const spoken = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  if (as) await browser.signIn(as);
  await before?.(browser);
  if (isOffline) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

  // Whoever was here before has another id in another ledger, and is the same person to a test.
  sessionStorage.removeItem('giro-whose');
  await activate(ownLocale());
  const page = openPage(path);
  let close = page.close;
  onTestFinished(async () => {
    close();
    await bff.close();
    vi.unstubAllGlobals();
    spoken.mockRestore();
    // What was chosen holds for this test alone.
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${languageCookie}=; Max-Age=0; Path=/`;
  });

  /** The page left and opened anew, as by the browser's own reload: only what a tab keeps remains. */
  function reload(at: InitialEntry) {
    close();
    const next = openPage(at);
    close = next.close;
    return next;
  }

  return { ...page, ...bff, reload, user: userEvent.setup(), browser, streams };
}

function openPage(path: InitialEntry) {
  const queryClient = createQueryClient();
  const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: [path] });
  const view = render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterContext value={router}>
          <RouterProvider router={router} />
        </RouterContext>
      </QueryClientProvider>
    </I18nProvider>,
  );
  function close() {
    view.unmount();
    router.dispose();
    queryClient.clear();
  }
  return { ...view, queryClient, router, close };
}
