import type { QueryClient } from '@tanstack/react-query';
import { Outlet, type RouteObject } from 'react-router-dom';
import { requireRole, requireSession } from './auth/require-session.ts';
import { BareLayout } from './layouts/bare-layout.tsx';
import { PageError } from './layouts/page-error.tsx';
import { Starting } from './layouts/starting.tsx';
import { lazyFrame, lazyPage } from './lazy-page.tsx';

/** Every route of the app. `paths.ts` builds the addresses; a test matches the two. */
export function createRoutes(client: QueryClient): RouteObject[] {
  return [
    {
      element: (
        <BareLayout>
          <Outlet />
        </BareLayout>
      ),
      hydrateFallbackElement: <Starting />,
      children: [
        {
          path: '/sign-in',
          ...lazyPage(client, {
            loader: () => import('./pages/sign-in/loader.ts'),
            page: () => import('./pages/sign-in/page.tsx'),
            who: 'anyone',
          }),
        },
      ],
    },
    {
      ...lazyFrame(client, requireSession(client), () => import('./layouts/app-layout.tsx')),
      errorElement: (
        <BareLayout>
          <PageError />
        </BareLayout>
      ),
      hydrateFallbackElement: <Starting />,
      children: [
        {
          loader: requireRole(client, 'sender'),
          errorElement: <PageError audience="sender" />,
          children: [
            {
              path: '/',
              ...lazyPage(client, {
                loader: () => import('./pages/quote/loader.ts'),
                page: () => import('./pages/quote/page.tsx'),
                words: 'quote',
                who: 'sender',
              }),
            },
            {
              path: '/send',
              ...lazyPage(client, {
                loader: () => import('./pages/send/loader.ts'),
                page: () => import('./pages/send/page.tsx'),
                words: 'send',
                who: 'sender',
              }),
            },
            {
              path: '/recipients/new',
              ...lazyPage(client, {
                loader: () => import('./pages/recipients/new/loader.ts'),
                page: () => import('./pages/recipients/new/page.tsx'),
                words: 'recipients',
                who: 'sender',
              }),
            },
            {
              path: '/recipients/:id/edit',
              ...lazyPage(client, {
                loader: () => import('./pages/recipients/edit/loader.ts'),
                page: () => import('./pages/recipients/edit/page.tsx'),
                words: 'recipients',
                who: 'sender',
              }),
            },
          ],
        },
        {
          loader: requireRole(client, 'support'),
          errorElement: <PageError audience="support" />,
          children: [
            {
              path: '/support',
              ...lazyPage(client, {
                loader: () => import('./pages/support/loader.ts'),
                page: () => import('./pages/support/page.tsx'),
                words: 'support',
                who: 'support',
              }),
            },
            {
              path: '/support/health',
              ...lazyPage(client, {
                loader: () => import('./pages/health/loader.ts'),
                page: () => import('./pages/health/page.tsx'),
                words: 'health',
                who: 'support',
              }),
            },
          ],
        },
        {
          path: '/sends/:key',
          ...lazyPage(client, {
            loader: () => import('./pages/send/outcome/loader.ts'),
            page: () => import('./pages/send/outcome/page.tsx'),
            words: 'send',
          }),
        },
        {
          path: '/recipients',
          ...lazyPage(client, {
            loader: () => import('./pages/recipients/list/loader.ts'),
            page: () => import('./pages/recipients/list/page.tsx'),
            words: 'recipients',
          }),
        },
        {
          path: '/recipients/:id',
          ...lazyPage(client, {
            loader: () => import('./pages/recipients/show/loader.ts'),
            page: () => import('./pages/recipients/show/page.tsx'),
            words: 'recipients',
          }),
        },
        {
          path: '/transfers',
          ...lazyPage(client, {
            loader: () => import('./pages/transfers/list/loader.ts'),
            page: () => import('./pages/transfers/list/page.tsx'),
            words: 'transfers',
          }),
        },
        {
          path: '/transfers/:id',
          ...lazyPage(client, {
            loader: () => import('./pages/transfers/show/loader.ts'),
            page: () => import('./pages/transfers/show/page.tsx'),
            words: 'transfers',
          }),
        },
        {
          path: '*',
          ...lazyPage(client, {
            loader: () => import('./pages/not-found/loader.ts'),
            page: () => import('./pages/not-found/page.tsx'),
          }),
        },
      ],
    },
    ...(import.meta.env.DEV ? [storyRoute(client)] : []),
  ];
}

/** The parts of the app on their own. The build holds none of it. */
function storyRoute(client: QueryClient): RouteObject {
  return {
    path: '/ui/:part?',
    hydrateFallbackElement: <Starting />,
    ...lazyPage(client, {
      loader: () => import('./pages/not-found/loader.ts'),
      page: () => import('./stories/page.tsx'),
    }),
  };
}
