import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import type { Role } from '../contract/api/session.ts';
import { ApiError } from './api/api-error.ts';
import { mayStay } from './auth/require-session.ts';
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
  /** Who gets to it: everybody who is signed in, where it is not said. */
  who?: Role | 'anyone';
};

/**
 * The one way a page becomes a route: in chunks of its own, with an error boundary of its own.
 * Loader and page are fetched side by side, so data does not wait for the page's code.
 * Not the router's own `lazy`: it shows nothing at all where code can't be fetched, and never tries again.
 */
export function lazyPage(client: QueryClient, { loader, page, words, who }: PageModules) {
  const loaderCode = codeOnce(loader);
  const pageCode = codeOnce(page);
  // What its loader has fetched by then: React's own `lazy` would render twice to find it there.
  function Shown() {
    const Page = pageCode.held()?.Page;
    return Page && <Page />;
  }

  async function load(args: LoaderFunctionArgs) {
    if (who !== 'anyone' && !(await mayStay(client, who))) return null;
    const [data] = await Promise.all([
      loaderCode.fetch().then((module) => module.loader(client)(args)),
      pageCode.fetch(),
      words && code(() => loadOwnWords(words)),
    ]);
    return data;
  }

  return { loader: load, element: <Shown />, errorElement: <PageError /> };
}

/** The frame around pages, in a chunk of its own: whoever has to sign in first does without. */
export function lazyFrame(
  client: QueryClient,
  loader: LoaderFunction,
  frame: () => Promise<{ AppLayout: ComponentType }>,
) {
  const frameCode = codeOnce(frame);
  function Shown() {
    const Frame = frameCode.held()?.AppLayout;
    return Frame && <Frame />;
  }

  async function load(args: LoaderFunctionArgs) {
    async function fetchFrame() {
      if (await mayStay(client)) await frameCode.fetch();
    }
    const [data] = await Promise.all([loader(args), fetchFrame()]);
    return data;
  }

  return { loader: load, element: <Shown /> };
}

/** To import again what is there takes the browser a task, in which a page 'on its way' would be drawn. */
function codeOnce<Loaded>(fetchIt: () => Promise<Loaded>) {
  let loaded: Loaded | undefined;
  return {
    held: () => loaded,
    async fetch(): Promise<Loaded> {
      loaded ??= await code(fetchIt);
      return loaded;
    },
  };
}

async function code<Loaded>(fetchIt: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await fetchIt();
  } catch (error) {
    throw navigator.onLine ? error : new ApiError('offline');
  }
}
