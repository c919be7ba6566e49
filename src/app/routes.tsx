import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  type LoaderFunction,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
} from 'react-router-dom';
import { allPages, type Page, wordsOf } from '../contract/api/pages.ts';
import { type Audience, audiences } from '../contract/api/session.ts';
import { ApiError } from './api/api-error.ts';
import { mayStay, requireRole, requireSession } from './auth/require-session.ts';
import { loadOwnWords } from './i18n/own-locale.ts';
import { BareLayout, Starting } from './layouts/bare-layout.tsx';
import { PageError } from './layouts/page-error.tsx';
import type { PageLoader } from './router/load-page.ts';
import { offerPageCode } from './router/page-code.ts';

type PageModule = { Page: ComponentType };
type LoaderModule = { loader: PageLoader };

const pageModules = import.meta.glob<PageModule>('./pages/**/page.tsx');
// Optional: some pages need no data.
const loaderModules = import.meta.glob<LoaderModule>('./pages/**/loader.ts');

/**
 * The app's routes: one for each page in `allPages`, in the layout of its role.
 * @param only the folder of the one page to make a route of; all by default
 */
export function createRoutes(client: QueryClient, only?: string): RouteObject[] {
  const routesFor = (who: Page['role']) =>
    allPages
      .filter(([folder, { role }]) => role === who && (only ?? folder) === folder)
      .map(([folder, page]) => pageRoute(client, folder, page));
  const roleRoutes = (role: Audience): RouteObject => ({
    loader: requireRole(client, role),
    errorElement: <PageError audience={role} />,
    children: routesFor(role),
  });
  return [
    {
      element: (
        <BareLayout>
          <Outlet />
        </BareLayout>
      ),
      hydrateFallbackElement: <Starting />,
      children: routesFor('anyone'),
    },
    {
      ...lazyFrame(client, requireSession(client), () => import('./layouts/app-layout.tsx')),
      errorElement: (
        <BareLayout>
          <PageError />
        </BareLayout>
      ),
      hydrateFallbackElement: <Starting />,
      children: [...audiences.map(roleRoutes), ...routesFor(undefined)],
    },
    ...(import.meta.env.DEV ? [storyRoute(client)] : []),
  ];
}

function pageRoute(client: QueryClient, folder: string, { path, role }: Page): RouteObject {
  const code = pageModules[`./pages/${folder}/page.tsx`];
  if (!code) throw new Error(`src/app/pages/${folder} has no page.tsx`);
  const loader = loaderModules[`./pages/${folder}/loader.ts`];
  const { fetchAll, ...route } = lazyPage(client, code, { role, words: wordsOf(folder), loader });
  offerPageCode(folder, fetchAll);
  return { path, ...route };
}

/** The UI stories; not in the production build. */
function storyRoute(client: QueryClient): RouteObject {
  const { fetchAll: _, ...page } = lazyPage(client, () => import('./stories/page.tsx'), {
    words: 'start',
    loader: undefined,
  });
  return { path: '/ui/:part?', hydrateFallbackElement: <Starting />, ...page };
}

type LazyPage = {
  role?: Page['role'];
  words: string;
  loader: (() => Promise<LoaderModule>) | undefined;
};

/**
 * Makes a page a route with its own chunks and error boundary. Loader and page load in parallel, so data
 * does not wait for the page's code. The router's `lazy` is not used: after a failed fetch of the code it
 * renders nothing and never retries.
 */
function lazyPage(
  client: QueryClient,
  page: () => Promise<PageModule>,
  { loader, words, role }: LazyPage,
) {
  const loaderCode = loader && codeOnce(loader);
  const pageCode = codeOnce(page);
  // The loader has fetched it by now; `React.lazy` would suspend once more.
  function Shown() {
    const Page = pageCode.held()?.Page;
    return Page && <Page />;
  }

  const fetchAll = () =>
    Promise.all([
      loaderCode?.fetch(),
      pageCode.fetch(),
      // Those of the start are there before any page is shown.
      words !== 'start' && fetchCode(() => loadOwnWords(words)),
    ]);

  async function load(args: LoaderFunctionArgs) {
    if (role !== 'anyone' && !(await mayStay(client, role))) return null;
    const [data] = await Promise.all([
      loaderCode?.fetch().then((module) => module.loader(client)(args)),
      fetchAll(),
    ]);
    return data ?? null;
  }

  return { loader: load, fetchAll, element: <Shown />, errorElement: <PageError /> };
}

/** The layout in its own chunk, so that the sign-in page does not load it. */
function lazyFrame(
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
    return data ?? null;
  }

  return { loader: load, element: <Shown /> };
}

/** Caches a chunk: a repeated `import()` resolves in a later task, and the pending state would flash. */
function codeOnce<Loaded>(fetchIt: () => Promise<Loaded>) {
  let loaded: Loaded | undefined;
  return {
    held: () => loaded,
    async fetch(): Promise<Loaded> {
      loaded ??= await fetchCode(fetchIt);
      return loaded;
    },
  };
}

async function fetchCode<Loaded>(fetchIt: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await fetchIt();
  } catch (error) {
    throw import.meta.env.SSR || navigator.onLine ? error : new ApiError('offline');
  }
}
