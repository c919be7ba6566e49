import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';
import { PageError } from './layouts/page-error.tsx';

/** A page's loader fetches with the client; its page reads the same query options. */
export type PageLoader = (client: QueryClient) => LoaderFunction;

type PageModules = {
  loader: () => Promise<{ loader: PageLoader }>;
  page: () => Promise<{ Page: ComponentType }>;
};

/**
 * The one way a page becomes a route: in chunks of its own, with an error boundary of its own.
 * Loader and page are fetched side by side, so data does not wait for the page's code.
 */
export function lazyPage(client: QueryClient, { loader, page }: PageModules) {
  return {
    lazy: {
      loader: async () => (await loader()).loader(client),
      // biome-ignore lint/correctness/noComponentHookFactories: the router's name for what it loads
      Component: async () => (await page()).Page,
    },
    errorElement: <PageError />,
  };
}
