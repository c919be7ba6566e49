import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { hasLeft } from './auth/signed-out.ts';
import { activate } from './i18n/activate.ts';
import { localeOfPage, ownLocale } from './i18n/own-locale.ts';
import { keepShell } from './offline/keep-shell.ts';
import { paths } from './router/paths.ts';
import { prefetchOnIntent } from './router/prefetch-on-intent.ts';
import { routerReady } from './router/router-ready.ts';
import { createRoutes } from './routes.tsx';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The page may come painted: as the sign-in page itself, which is in use already, or as a likeness of
// what is to come, which nobody can use.
const painted = root.hasChildNodes();
const inUse = painted && !root.hasAttribute('inert');

// Another page's address stands in the painted form as where to go next, unless its person has left.
const isForNext = window.location.pathname !== paths.signIn();

// To read the script took the processor for long: what the person does meanwhile comes between.
setTimeout(() => void begin(root));

async function begin(root: HTMLElement) {
  const client = createQueryClient();
  // The first page's code and data are on their way while the catalogue loads.
  const router = createBrowserRouter(createRoutes(client));
  prefetchOnIntent(router);
  await Promise.all([
    activate(inUse ? localeOfPage() : ownLocale()),
    painted && routerReady(router),
  ]);
  const app = <App client={client} router={router} />;
  const { location, errors } = router.state;
  const isAsPainted = location.pathname === paths.signIn() && !(isForNext && hasLeft());
  // In small steps: what stands there already answers to the person meanwhile.
  startTransition(() => {
    if (inUse && isAsPainted && !errors) {
      hydrateRoot(root, app);
      return;
    }
    root.removeAttribute('inert');
    createRoot(root).render(app);
  });
  if (import.meta.env.PROD) keepShell();
}
