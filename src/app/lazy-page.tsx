import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import { ApiError } from './api/api-error.ts';
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
 * Not the router's own `lazy`: it shows nothing at all where code can't be fetched, and never tries again.
 */
export function lazyPage(client: QueryClient, { loader, page }: PageModules) {
  const Page = lazy(async () => ({ default: (await page()).Page }));

  async function load(args: LoaderFunctionArgs) {
    const [data] = await Promise.all([
      code(loader).then((module) => module.loader(client)(args)),
      code(page),
    ]);
    return data;
  }

  return { loader: load, element: <Page />, errorElement: <PageError /> };
}

async function code<Module>(fetchIt: () => Promise<Module>): Promise<Module> {
  try {
    return await fetchIt();
  } catch (error) {
    throw navigator.onLine ? error : new ApiError('offline');
  }
}
