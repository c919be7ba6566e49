import { i18n } from '@lingui/core';
import { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { prerender } from 'react-dom/static';
import { createMemoryRouter, type RouteObject } from 'react-router-dom';
import { blanks, type FirstPaint } from '../contract/api/first-paint.ts';
import { type AppLocale, appLocales, languageTags } from '../contract/api/languages.ts';
import { type Role, roles, type Settings } from '../contract/api/session.ts';
import { sessionQuery, settingsQuery } from './api/session.ts';
import { App } from './app.tsx';
import { requireSession } from './auth/require-session.ts';
import { markSignedOut } from './auth/signed-out.ts';
import { loadWords } from './i18n/activate.ts';
import { AppLayout } from './layouts/app-layout.tsx';
import { Starting } from './layouts/bare-layout.tsx';
import { navItems } from './layouts/navigation.tsx';
import { QuoteStart } from './pages/quote/quote-start.tsx';
import { paths } from './router/paths.ts';
import { routerReady } from './router/router-ready.ts';
import { createRoutes } from './routes.tsx';
import { Skeleton } from './ui/skeleton.tsx';

type Deployment = { sandbox: boolean; oidc: boolean; logo: boolean };
type Rendering = { client: QueryClient; routes: RouteObject[]; address: string };

const either = [true, false];
const deployments: Deployment[] = either.flatMap((sandbox) =>
  either.flatMap((oidc) => either.map((logo) => ({ sandbox, oidc, logo }))),
);
const anything = '';
// All of a quote: the amount of either side, both currencies, and where it goes.
const figures = [
  '_amount_cents',
  'source_amount_currency',
  'destination_amount_currency',
  'country_id',
]
  .map((name) => `(?=.*${name}=)`)
  .join('');

/**
 * Renders what the BFF answers before any script: for each language, and for each kind of deployment
 * and role where they differ. What only a request tells is left blank; no date and no number is in it.
 */
export async function firstPaints(demo_accounts: Settings['demo_accounts']): Promise<FirstPaint[]> {
  const paints: FirstPaint[] = [];
  for (const locale of appLocales) {
    await speak(locale);
    const client = new QueryClient();
    const starting = await render({
      client,
      routes: [{ path: '/', element: <Starting /> }],
      address: '/',
    });
    paints.push({ locale, view: 'starting', at: anything, asks: anything, when: {}, ...starting });
    for (const when of deployments) {
      const settings = settingsOf(when, demo_accounts);
      const signIn = await render(signInPage(settings));
      paints.push({ locale, view: 'sign-in', at: anything, asks: anything, when, ...signIn });
      // The frame has no button of an organisation's.
      if (when.oidc) continue;
      const { oidc: _, ...ofFrame } = when;
      for (const role of roles) {
        for (const look of frameLooks(role)) {
          const { at, asks = anything } = look;
          const frame = await render(frameOf(role, settings, look));
          paints.push({ locale, view: role, at, asks, when: ofFrame, ...frame });
        }
      }
    }
  }
  return paints;
}

async function speak(locale: AppLocale) {
  await Promise.all([loadWords('start', locale), loadWords('quote', locale)]);
  i18n.activate(locale, languageTags[locale]);
}

function settingsOf(when: Deployment, accounts: Settings['demo_accounts']): Settings {
  return {
    sandbox: when.sandbox,
    oidc: when.oidc,
    demo_accounts: when.sandbox ? accounts : [],
    country_field_rules: {},
    // Shown by the app alone, once it runs.
    support: { email: null, phone: null, url: null },
    theme: { name: blanks.name, logo: when.logo ? blanks.logo : null },
  };
}

/** The page itself, by the app's own routes: the browser goes on with it. */
function signInPage(settings: Settings): Rendering {
  const client = new QueryClient();
  client.setQueryData(settingsQuery.queryKey, settings);
  markSignedOut(client, { further: null });
  return { client, routes: createRoutes(client), address: paths.signIn({ next: blanks.next }) };
}

/** A likeness of the frame, with what can be known of the page within; the browser puts the app in its place. */
function frameOf(role: Role, settings: Settings, look: Look): Rendering {
  const client = new QueryClient();
  client.setQueryData(settingsQuery.queryKey, settings);
  const user = { id: '', email: blanks.email, name: '', role };
  client.setQueryData(sessionQuery.queryKey, { user });
  const children = [{ path: '*', element: look.page ?? <Skeleton /> }];
  const routes = [{ loader: requireSession(client), element: <AppLayout />, children }];
  return { client, routes, address: look.example };
}

type Look = Pick<FirstPaint, 'at'> & {
  asks?: string;
  /** An address that looks so. */
  example: string;
  page?: ReactElement;
};

/** What looks alike before its data is there; the first that fits an address counts. */
function frameLooks(role: Role): Look[] {
  const example = paths.quote();
  const quotes = [
    { at: '^/$', asks: figures, example, page: <QuoteStart complete /> },
    { at: '^/$', example, page: <QuoteStart complete={false} /> },
  ];
  return [
    ...(role === 'sender' ? quotes : []),
    ...navItems[role].map(({ to, holds }) => ({ at: holds.source, example: to })),
    { at: anything, example: '/nowhere' },
  ];
}

async function render({ client, routes, address }: Rendering) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  await routerReady(router);
  if (router.state.errors)
    throw new Error(`${address} can't be rendered`, { cause: router.state.errors });
  const { prelude } = await prerender(<App client={client} router={router} />);
  const html = await new Response(prelude).text();
  router.dispose();
  // React puts before all else what belongs into the head.
  const head = /^(?:<link[^>]*>|<title>.*?<\/title>)*/s.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
