import { createBrowserRouter } from 'react-router-dom';
import { takeInitialData } from './api/initial-data.ts';
import { isSomebodysDevice } from './api/own-device.ts';
import { createQueryClient } from './api/query-client.ts';
import { setBeforeFailure } from './api/request.ts';
import { noSessionKey } from './api/session.ts';
import { soon } from './api/soon.ts';
import { withPush } from './api/with-push.ts';
import { App } from './app.tsx';
import { hasDrafts } from './form/session-draft.ts';
import { hydratePage, isShownAsServed } from './hydration/hydrate-page.ts';
import { partsFetched } from './hydration/optional-part.ts';
import { routerReady } from './hydration/rendered-page.ts';
import { activate } from './i18n/activate.ts';
import { loadFailureMessages } from './i18n/failure-message.ts';
import { setFirstLanguage } from './i18n/intl.ts';
import { localeOfPage, ownLocale, takeOwnTimeZone } from './i18n/own-locale.ts';
import { guardTranslation } from './i18n/page-translation.ts';
import { keepShell } from './offline/keep-shell.ts';
import { prefetchOnIntent } from './router/prefetch-on-intent.ts';
import { createRoutes } from './routes.tsx';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const idleAfterMs = 2_000;
/** How long times stay in the server's zone, at most, for parts that are slow to come. */
const maxPartsMs = 20_000;

guardTranslation();
setBeforeFailure(loadFailureMessages);

// Yield first: parsing the script blocked the main thread, and input events may be waiting.
setTimeout(() => void begin(root));

async function begin(root: HTMLElement) {
  const client = createQueryClient();
  const texts = takeInitialData(client);
  setFirstLanguage(document.documentElement.dataset.language);
  const isAsServed = isShownAsServed(hasDrafts());
  const isOwn = isSomebodysDevice();
  // Without data the page may be the one that the worker keeps for no network.
  if (isOwn && root.dataset.shown === undefined) {
    await withLastList(({ takeIfOffline }) => takeIfOffline(client));
  }
  // The router starts loading the first page's code in parallel with the catalogue.
  const router = createBrowserRouter(createRoutes(client));
  prefetchOnIntent(router);
  const isPainted = root.hasChildNodes();
  await Promise.all([
    // A skeleton that the worker kept may be in another language than the person chose.
    activate(root.dataset.shown === undefined ? ownLocale() : localeOfPage()),
    isPainted && routerReady(router),
    'popover' in root || import('./ui/popover-fallback.ts'),
  ]);
  // True only of the first page: the person may sign in in another tab.
  client.removeQueries({ queryKey: noSessionKey });
  const app = <App client={client} router={router} />;
  await hydratePage(root, app, { router, isAsServed, texts });
  // Later, because the first use of Intl is slow and parts that have just come are still to hydrate.
  void soon(partsFetched(), maxPartsMs).then(() => setTimeout(takeOwnTimeZone, idleAfterMs));
  setTimeout(() => withPush(({ renewPush }) => renewPush()), idleAfterMs);
  if (isOwn) void withLastList(({ keepOnLeave }) => keepOnLeave(client));
  if (import.meta.env.PROD) keepShell();
}

/** Loaded where a person said that the device is theirs. Without its code the app works as elsewhere. */
async function withLastList(use: (code: typeof import('./offline/last-list.ts')) => unknown) {
  await import('./offline/last-list.ts').then(use).catch(() => null);
}
