import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTask } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  timeoutManager,
} from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, createPath, type Location } from 'react-router-dom';
import * as z from 'zod/mini';
import { writeInitialData, writeValue } from '../contract/api/initial-data.ts';
import { appLocales } from '../contract/api/languages.ts';
import { allPages, laterWords, pageAt, wordsOf } from '../contract/api/pages.ts';
import { apiPaths } from '../contract/api/paths.ts';
import type { PageVisit, ReadAnswer, RenderedPage } from '../contract/api/rendered-page.ts';
import { memoizeWeak } from '../contract/memoize-weak.ts';
import { ApiError } from './api/api-error.ts';
import { createQueryClient } from './api/query-client.ts';
import { type Answer, setTransport } from './api/request.ts';
import { noSessionKey, sessionQuery } from './api/session.ts';
import { App } from './app.tsx';
import { currentSession, requireSession } from './auth/require-session.ts';
import { setRenderedScheme } from './brand/color-scheme.ts';
import { type AppRouter, routerReady } from './hydration/rendered-page.ts';
import { withParts } from './hydration/same-for-all.ts';
import { loadWords } from './i18n/activate.ts';
import { setFirstLanguage, setFormattedTexts, setTimeZone } from './i18n/intl.ts';
import { AppLayout } from './layouts/app-layout.tsx';
import { Starting } from './layouts/bare-layout.tsx';
import { renderFor } from './render-thread.ts';
import { createRoutes } from './routes.tsx';
import { Skeleton } from './ui/skeleton.tsx';

/** Each render may show parts with reads of their own. */
const maxRenders = 4;
/** After so many redirects the router has all routes. */
const maxRedirects = 2;

type Rendering = {
  visit: PageVisit;
  giveUp: () => void;
  /** All that the page has asked for. */
  reads: ReturnType<PageVisit['get']>[];
};

const renderings = new AsyncLocalStorage<Rendering>();

// Without an answer the call never ends: the browser repeats it.
setTransport(async (url) => {
  const rendering = renderings.getStore();
  if (rendering) {
    const { visit, giveUp, reads } = rendering;
    const read = visit.get(url);
    reads.push(read);
    const answer = await read;
    const isAnswer = answer && (answer.status === 200 || url === apiPaths.session);
    if (isAnswer) return answerOf(answer);
    void allAnswered(reads).then(giveUp);
  }
  return new Promise<Answer>(() => {});
}, parseOnce);

/** What was asked for beside a read without an answer comes with the page: the browser would ask for that again too. */
async function allAnswered(reads: Rendering['reads']): Promise<void> {
  for (let answered = 0; answered < reads.length; ) {
    answered = reads.length;
    await Promise.allSettled(reads);
    // An answer may lead to the next question.
    await nextTask();
  }
}

const noHeaders = new Headers();

function answerOf(read: ReadAnswer): Answer {
  const { status } = read;
  const json = async () => (read.isForEverybody ? sharedValue(read).value : JSON.parse(read.text));
  return { ok: status === 200, status, headers: noHeaders, json };
}

/*
 * What is the same for everybody is one answer for all pages of a second, and is read, parsed and written once. These
 * caches hold nothing of a person: only what the BFF marks gets into them. They are weak, so it goes with the answer.
 */
const forEverybody = new WeakSet<object>();
const isForEverybody = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && forEverybody.has(value);

const sharedValue = memoizeWeak(({ text }: ReadAnswer): { value: unknown } => {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) forEverybody.add(value);
  return { value };
});

type Parsed<T extends z.core.$ZodType> = {
  schema: T;
  result: ReturnType<typeof z.safeParse<T>>;
};
const parsed = new WeakMap<object, Parsed<z.core.$ZodType>>();
const isOf = <T extends z.core.$ZodType>(
  one: Parsed<z.core.$ZodType> | undefined,
  schema: T,
): one is Parsed<T> => one?.schema === schema;

function parseOnce<T extends z.core.$ZodType>(schema: T, value: unknown): Parsed<T>['result'] {
  if (!isForEverybody(value)) return z.safeParse(schema, value);
  const known = parsed.get(value);
  if (isOf(known, schema)) return known.result;
  const result = z.safeParse(schema, value);
  parsed.set(value, { schema, result });
  if (typeof result.data === 'object' && result.data !== null) forEverybody.add(result.data);
  return result;
}

const writtenOnce = memoizeWeak<object, string>(writeValue);
const written = (data: unknown) => (isForEverybody(data) ? writtenOnce(data) : writeValue(data));

// A cache lives as long as one answer. The timers that collect its parts would hold it for half an hour.
timeoutManager.setTimeoutProvider({
  setTimeout: () => 0,
  clearTimeout: () => {},
  setInterval: () => 0,
  clearInterval: () => {},
});

const words = [
  ...new Set(['start', ...laterWords, ...allPages.map(([folder]) => wordsOf(folder))]),
];
await Promise.all(appLocales.flatMap((locale) => words.map((part) => loadWords(part, locale))));
// A loader loads its words in the language that is active, and the first page's begins before anything is rendered.
i18n.activate('en');

// The BFF starts a thread of this.
if (parentPort) renderFor(parentPort, renderPage);

/** Renders the page of a URL with its data, or its skeleton when the data does not come in time. */
export function renderPage(visit: PageVisit): Promise<RenderedPage> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
  const timer = setTimeout(giveUp, visit.maxWaitMs);
  return renderings
    .run({ visit, giveUp, reads: [] }, () => rendered(visit, late))
    .finally(() => clearTimeout(timer));
}

async function rendered(visit: PageVisit, late: Promise<void>): Promise<RenderedPage> {
  const client = clientOfPage();
  // Known first, so that nothing is read for a page that this person does not get.
  const session = currentSession(client).catch(() => undefined);
  if ((await Promise.race([session, late])) === null) client.setQueryData(noSessionKey, true);
  const router = await routerAt(visit.url, client, late);
  const texts: Texts = { now: String(Date.now()) };
  const { html: whole, error } = await wholeOf(visit, { client, router, late, texts });
  const html = whole ?? (await skeletonOf(visit, { client, late }));
  // React puts <title> and <link> before everything else.
  const head = /^(?:<link[^>]*>|<title>.*?<\/title>)*/s.exec(html)?.[0] ?? '';
  const { pathname, search } = router.state.location;
  router.dispose();
  return {
    head,
    body: html.slice(head.length),
    data: writeInitialData({ queries: queriesOf(client), texts }, written),
    shown: whole === undefined ? null : pathname + search,
    error,
  };
}

const hashOfKey = memoizeWeak((queryKey: QueryKey) => hashKey(queryKey));

function clientOfPage(): QueryClient {
  const client = createQueryClient();
  const { queries, ...others } = client.getDefaultOptions();
  // Each component that reads hashes the key of its query, and most keys are constants.
  client.setDefaultOptions({ ...others, queries: { ...queries, queryKeyHashFn: hashOfKey } });
  return client;
}

/**
 * The router of a page's address, once it is ready or the page is late. It has the route of this page alone: to rank all
 * of them takes a tenth of a small page. A redirect to another page gets the router of that one.
 */
async function routerAt(
  from: string | Location,
  client: QueryClient,
  late: Promise<void>,
  redirects = 0,
): Promise<AppRouter> {
  const folder = redirects < maxRedirects ? folderAt(from) : undefined;
  const router = createMemoryRouter(createRoutes(client, folder), { initialEntries: [from] });
  await Promise.race([routerReady(router).then(() => answered(client)), late]);
  const { location } = router.state;
  if (folder === undefined || folderAt(location) === folder) return router;
  router.dispose();
  return routerAt(location, client, late, redirects + 1);
}

/** The folder of the page at an address; undefined for none, which only all the routes can tell. */
function folderAt(at: string | Location): string | undefined {
  const url = URL.parse(`http://giro${typeof at === 'string' ? at : createPath(at)}`);
  return url ? pageAt(url)?.folder : undefined;
}

/** Ends when each read that a loader has begun is answered, so that one render shows them all. */
async function answered(client: QueryClient): Promise<void> {
  const begun = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  await Promise.all(begun.map((query) => query.fetch().catch(() => null)));
}

type Texts = Record<string, string>;
type Ready = { client: QueryClient; router: AppRouter; late: Promise<void>; texts: Texts };

/** Without HTML for a page that is late, failed or broken; `error` says what is broken. */
async function wholeOf(
  visit: PageVisit,
  ready: Ready,
): Promise<{ html?: string; error?: unknown }> {
  const { initialized, errors } = ready.router.state;
  // What the API refused is for the browser to show.
  const error = Object.values(errors ?? {}).find((one) => !(one instanceof ApiError));
  if (!initialized || errors) return { error };
  try {
    return { html: await htmlOf(visit, ready) };
  } catch (error) {
    return { error };
  }
}

/** Renders, reads what the rendered parts ask for, and renders again, until nothing is missing. */
async function htmlOf(visit: PageVisit, { client, router, late, texts }: Ready): Promise<string> {
  for (let count = 1; ; count += 1) {
    const html = textOf(visit, texts, <App client={client} router={router} />);
    const missing = client.getQueryCache().findAll({ predicate: isMissing });
    // An unfinished Suspense boundary: its module is in this bundle, so it is there in the next task.
    const isUnfinished = html.includes('<!--$!-->');
    if ((missing.length === 0 && !isUnfinished) || count === maxRenders) return html;
    const read = Promise.all(missing.map((query) => query.fetch().catch(() => null)));
    await Promise.race([read, late]);
    await nextTask();
    // Whatever came in time is rendered: the page holds its data, and hydration would differ.
    if (missing.length > 0 && missing.every(isMissing)) return html;
  }
}

/** True for a query that a component has asked for and that has no data yet. */
function isMissing({ state, options, meta }: Query): boolean {
  const isOff = 'enabled' in options && options.enabled === false;
  const isRead = typeof options.queryFn === 'function' && state.status === 'pending';
  return isRead && !isOff && !meta?.isCode;
}

/** The layout with a skeleton, or the skeleton alone when there is no session. */
async function skeletonOf(visit: PageVisit, { client, late }: Pick<Ready, 'client' | 'late'>) {
  const isSignedIn = client.getQueryData(sessionQuery.queryKey) !== undefined;
  const children = [{ path: '*', element: <Skeleton /> }];
  const frame = { loader: requireSession(client), element: <AppLayout />, children };
  const router = createMemoryRouter([isSignedIn ? frame : { path: '*', element: <Starting /> }], {
    initialEntries: [visit.url],
  });
  // A task more than `late`, for what has been read by now.
  await Promise.race([routerReady(router), late.then(() => nextTask())]);
  const html = textOf(visit, {}, <App client={client} router={router} />);
  router.dispose();
  return html;
}

/** Renders with the language and time zone of the visit. These are global, so nothing here may wait. */
function textOf(visit: PageVisit, texts: Texts, app: ReactElement): string {
  const { locale, language, timeZone, colorScheme } = visit;
  i18n.activate(locale.locale, locale.numberLocale);
  setFirstLanguage(language ?? '');
  setTimeZone(timeZone);
  setRenderedScheme(colorScheme);
  setFormattedTexts(texts);
  try {
    return withParts(renderToString(app), (part) =>
      renderToString(<I18nProvider i18n={i18n}>{part}</I18nProvider>),
    );
  } finally {
    setFormattedTexts({});
  }
}

function queriesOf(client: QueryClient) {
  const queries = client.getQueryCache().getAll();
  // Without code, and without what one query took from another.
  const own = queries.filter(({ state, meta }) => state.dataUpdateCount > 0 && !meta?.isCode);
  return own.flatMap(({ queryKey, state: { data } }) =>
    data === undefined ? [] : [{ queryKey: [...queryKey], data }],
  );
}
