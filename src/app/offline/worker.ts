// The service worker, built as its own script at /sw.js. It caches the page's shell and its files, and the files of
// each page that was opened, so that the app opens without a network and says that it is offline. It caches no
// personal data: no API answer, and no page that was requested with a cookie.

type Kept = {
  /** Hash over the page and its files. */
  version: string;
  /** The scripts in the page's HTML. */
  scripts: readonly string[];
  /** Everything that the shell needs to render, these scripts included. */
  files: readonly string[];
};
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Lasting & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
type Pushed = Lasting & { data: { json(): unknown } | null };
type Clicked = Lasting & { notification: { data: unknown; close(): void } };
type Tab = { url: string; focus(): Promise<unknown> };
type Scope = {
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(of: { type: 'window'; includeUncontrolled: true }): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
  addEventListener(type: 'push', listen: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listen: (event: Clicked) => void): void;
};
declare const self: Scope;
/** Replaced by the build. */
declare const __KEPT__: Kept;

const { version, scripts, files } = __KEPT__;
const shell = '/shell';
const prefix = 'giro-';
const cacheName = prefix + version;
// Not pages: the API, files, and what the operator reads (health, metrics).
const noPage = /^\/(api|assets|icons|theme|healthz|readyz|metrics)(\/|$)|\.\w+$/;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(kept(event.request));
  else if (mode === 'navigate' && !noPage.test(pathname)) event.respondWith(page(event.request));
});

self.addEventListener('push', (event) => {
  const message: unknown = event.data?.json();
  event.waitUntil(show(typeof message === 'object' && message !== null ? { ...message } : {}));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** A message with the tag of a shown one replaces it without a sound, so that a repeat is not noticed. */
function show({ title, body, tag, lang, url }: Partial<Record<string, unknown>>): Promise<void> {
  const icon = '/icons/icon-192.png';
  const options = { body, tag, lang, icon, data: { url } };
  return self.registration.showNotification(typeof title === 'string' ? title : '', options);
}

/** Goes to the tab that shows the page, or opens it: a half-filled form in another tab stays. */
async function open(data: unknown) {
  const path = typeof data === 'object' && data !== null && 'url' in data ? String(data.url) : '/';
  const { origin, href } = new URL(path, location.origin);
  if (origin !== location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href);
  await (tab ? tab.focus() : self.clients.openWindow(href));
}

async function install() {
  const stranger = { credentials: 'omit' } as const;
  const page = await fetch(shell, { ...stranger, cache: 'no-store' });
  // During a deployment the shell may be another version's: fail, and the browser retries the install.
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

/** Cache first, because a hashed file never changes. What a page needed goes with the version's cache. */
async function kept(request: Request): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) void keep(request, answer.clone());
  return answer;
}

/** Storage can be full: the page has its file all the same. */
async function keep(request: Request, answer: Response) {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(request, answer);
  } catch {
    // Fetched again the next time.
  }
}

// No navigation preload: it would request the page twice, also the redirect that completes a sign-in.
/** The server's page, not cached; the cached shell when the network fails. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const answer = await caches.match(shell, { ignoreVary: true });
    if (!answer) throw error;
    return answer;
  }
}
