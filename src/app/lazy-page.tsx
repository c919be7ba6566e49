import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy } from 'react';
import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import { ApiError } from './api/api-error.ts';
import type { Words } from './i18n/activate.ts';
import { loadOwnWords } from './i18n/own-locale.ts';
import { PageError } from './layouts/page-error.tsx';

/** A page's loader fetches with the client; its page reads the same query options. */
export type PageLoader = (client: QueryClient) => LoaderFunction;

type PageModules = {
  loader: () => Promise<{ loader: PageLoader }>;
  page: () => Promise<{ Page: ComponentType }>;
  /** The words that the page needs beside those of the start. */
  words?: Words;
};

/**
 * The one way a page becomes a route: in chunks of its own, with an error boundary of its own.
 * Loader and page are fetched side by side, so data does not wait for the page's code.
 * Not the router's own `lazy`: it shows nothing at all where code can't be fetched, and never tries again.
 */
export function lazyPage(client: QueryClient, { loader, page, words }: PageModules) {
  const Page = lazy(async () => ({ default: (await page()).Page }));

  async function load(args: LoaderFunctionArgs) {
    const [data] = await Promise.all([
      code(loader).then((module) => module.loader(client)(args)),
      code(page),
      words && code(() => loadOwnWords(words)),
    ]);
    return data;
  }

  return { loader: load, element: <Page />, errorElement: <PageError /> };
}

/** The frame around pages, in a chunk of its own: whoever has to sign in first does without. */
export function lazyFrame(
  loader: LoaderFunction,
  frame: () => Promise<{ AppLayout: ComponentType }>,
) {
  const Frame = lazy(async () => ({ default: (await frame()).AppLayout }));

  async function load(args: LoaderFunctionArgs) {
    const [data] = await Promise.all([loader(args), code(frame)]);
    return data;
  }

  return { loader: load, element: <Frame /> };
}

async function code<Loaded>(fetchIt: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await fetchIt();
  } catch (error) {
    throw navigator.onLine ? error : new ApiError('offline');
  }
}
