import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import type { AppRouter } from './hydration/rendered-page.ts';
import { RouterContext } from './router/use-destination.ts';

type AppProps = { client: QueryClient; router: AppRouter };

/** All of the app, the same in the browser and in the prerender, so that hydration matches. */
export function App({ client, router }: AppProps) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <RouterContext value={router}>
            <RouterProvider router={router} />
          </RouterContext>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  );
}
