// The service worker: a script of its own at /sw.js, which knows nothing of the app. It keeps the page's
// shell and the files that it needs, so that the app opens without a network and says so. Nothing of a
// person passes through it into a cache: no answer of the API, and no page that was asked for with a cookie.

type Kept = {
  /** A name for the page and its files together. */
  version: string;
  /** The scripts that the page starts with. */
  scripts: readonly string[];
  /** All that it needs to say something, these included. */
  files: readonly string[];
};
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
type Scope = {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
};
declare const self: Scope;
/** Put in by the build. */
declare const __KEPT__: Kept;

const { version, scripts, files } = __KEPT__;
const shell = '/shell';
const prefix = 'giro-';
const cacheName = prefix + version;
// The server's own: the API, what it serves to the operator, and files.
const noPage = /^\/(api|assets|icons|theme|healthz|readyz|metrics)(\/|$)|\.\w+$/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (files.includes(pathname)) event.respondWith(kept(event.request));
  else if (mode === 'navigate' && !noPage.test(pathname)) event.respondWith(page(event.request));
});

async function install() {
  const stranger = { credentials: 'omit' } as const;
  const page = await fetch(shell, { ...stranger, cache: 'no-store' });
  // While one version takes the place of another, the page may be the other's: then it is tried again.
  const html = await page.clone().text();
  const fits = page.ok && scripts.every((script) => html.includes(script));
  if (!fits) throw new Error(`the page is not of ${version}`);
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, stranger)));
  await cache.put(shell, page);
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A hashed file never changes. */
async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// No navigation preload: it would ask a second time for what passes by here, a sign-in's answer too.
/** The page as the server has it now, which is not kept; without a network, the shell. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const answer = await caches.match(shell, { ignoreVary: true });
    if (!answer) throw error;
    return answer;
  }
}
