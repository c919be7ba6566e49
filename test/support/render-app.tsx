import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../../src/app/api/query-client.ts';
import { setBeforeFailure } from '../../src/app/api/request.ts';
import { activate } from '../../src/app/i18n/activate.ts';
import { loadFailureMessages } from '../../src/app/i18n/failure-message.ts';
import { ownLocale } from '../../src/app/i18n/own-locale.ts';
import { RouterContext } from '../../src/app/router/use-destination.ts';
import { createRoutes } from '../../src/app/routes.tsx';
import { languageCookie } from '../../src/contract/api/languages.ts';
import type { Role } from '../../src/contract/api/session.ts';
import { createBrowser } from './browser.ts';
import { createEventSource } from './event-source.ts';
import { startBff } from './start-bff.ts';

// As in main.tsx.
setBeforeFailure(loadFailureMessages);

type Options = Parameters<typeof startBff>[0] & {
  /** The role that is signed in before the page opens; null for nobody. */
  as?: Role | null;
  /** The browser's languages, preferred first. */
  languages?: readonly string[];
  /** Runs signed in before the page opens, to add what a test needs. */
  before?: (browser: ReturnType<typeof createBrowser>) => Promise<void>;
  /** True for a browser with EventSource; pages poll otherwise. */
  live?: boolean;
  /** True to open the page offline. */
  isOffline?: boolean;
};

// The specs of the routes run on PostgreSQL.
const onSqlite = { only: 'SQLite', because: 'a page can’t tell one store from the other' } as const;

/**
 * Renders the app at an address, with its real routes, the real BFF and a sandbox, all in this process.
 * Tests call the BFF with the returned browser.
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
  const bff = await startBff({ store: onSqlite, ...bffOptions });
  const browser = createBrowser(bff.app);
  vi.stubGlobal('fetch', browser.fetch);
  const { EventSource, streams } = await createEventSource(bff.app, browser.cookies);
  if (live) vi.stubGlobal('EventSource', EventSource);
  const spoken = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  if (as) await browser.signIn(as);
  await before?.(browser);
  if (isOffline) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

  // The person of the previous test has another id; forget them, or the app would see a change of person.
  sessionStorage.removeItem('giro-whose');
  await activate(ownLocale());
  const page = openPage(path);
  let close = page.close;
  onTestFinished(async () => {
    close();
    await bff.close();
    vi.unstubAllGlobals();
    spoken.mockRestore();
    // The chosen language must not affect the next test.
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${languageCookie}=; Max-Age=0; Path=/`;
  });

  /** Unmounts the app and opens it again, as a reload does: only session storage remains. */
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
