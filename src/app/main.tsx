import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { takeInitialData } from './api/initial-data.ts';
import { createQueryClient } from './api/query-client.ts';
import { noSessionKey } from './api/session.ts';
import { withPush } from './api/with-push.ts';
import { App } from './app.tsx';
import { hasDrafts } from './form/session-draft.ts';
import { activate } from './i18n/activate.ts';
import { setFirstLanguage, setFormattedTexts, setTimeZone } from './i18n/intl.ts';
import { localeOfPage, ownLocale, takeOwnTimeZone } from './i18n/own-locale.ts';
import { keepShell } from './offline/keep-shell.ts';
import { isFirstVisit } from './router/document.ts';
import { prefetchOnIntent } from './router/prefetch-on-intent.ts';
import { type AppRouter, routerReady } from './router/router-ready.ts';
import { createRoutes } from './routes.tsx';
import { guardTranslation, undoTranslation } from './ui/page-translation.ts';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const idleAfterMs = 2_000;

guardTranslation();

// Yield first: parsing the script blocked the main thread, and input events may be waiting.
setTimeout(() => void begin(root));

async function begin(root: HTMLElement) {
  const client = createQueryClient();
  const texts = takeInitialData(client);
  const { language, timeZone } = document.documentElement.dataset;
  setFirstLanguage(language);
  const isShownAlike = isFirstVisit() && isShownWithout(window.history.state) && !hasDrafts();
  // The router starts loading the first page's code in parallel with the catalogue.
  const router = createBrowserRouter(createRoutes(client));
  prefetchOnIntent(router);
  const isPainted = root.hasChildNodes();
  await Promise.all([
    // A skeleton that the worker kept may be in another language than the person chose.
    activate(root.dataset.shown === undefined ? ownLocale() : localeOfPage()),
    isPainted && routerReady(router),
  ]);
  // True only of the first page: the person may sign in in another tab.
  client.removeQueries({ queryKey: noSessionKey });
  const app = <App client={client} router={router} />;
  const isAlike = isShownAlike && isAsRendered(root, router);
  if (isAlike && undoTranslation(root)) {
    setTimeZone(timeZone);
    setFormattedTexts(texts);
    // In a transition, so that it yields to input.
    startTransition(() => void hydrateRoot(root, app));
  } else {
    await replacePage(root, app, isAlike);
  }
  // Later, because the first use of Intl is slow and parts of the page may still hydrate.
  setTimeout(takeOwnTimeZone, idleAfterMs);
  setTimeout(() => withPush(({ renewPush }) => renewPush()), idleAfterMs);
  if (import.meta.env.PROD) keepShell();
}

/** Renders what the server did not know, or had no time for, or what was translated before this script came. */
async function replacePage(root: HTMLElement, app: ReactNode, isAlike: boolean) {
  root.removeAttribute('inert');
  const render = () => createRoot(root).render(app);
  // Nothing can be entered into a skeleton.
  if (root.dataset.shown === undefined) return startTransition(render);
  // Lazy: a first visit is hydrated.
  const over = await import('./ui/render-over.ts').catch(() => null);
  // Where it can’t be loaded, the page counts for more than what was typed.
  if (over) over.renderOver(root, () => flushSync(render), { isAlike });
  else render();
}

/** False for a skeleton, and where this tab shows another page than the server rendered. */
function isAsRendered({ dataset: { shown } }: HTMLElement, { state }: AppRouter): boolean {
  const { pathname, search } = state.location;
  return shown === pathname + search && state.errors === null;
}

/** What the router and the forms keep in a history entry's state without showing it. */
const unshown = ['_isRedirect', 'visit', 'box'];

/** False when the page shows something of its history entry's state, which the server does not know. */
function isShownWithout(entry: unknown): boolean {
  const isOwn = typeof entry === 'object' && entry !== null && 'usr' in entry;
  return !isOwn || Object.keys(entry.usr ?? {}).every((key) => unshown.includes(key));
}
