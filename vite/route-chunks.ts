import { resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { allPages } from '../src/contract/api/pages.ts';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const app = resolve('src/app');
const layout = `${app}/layouts/app-layout.tsx`;

/** Pages whose code is nearly the same, or that only support or only an admin opens, go into one chunk. */
const together = new Map([
  ['recipients/edit', 'recipients/new'],
  ['support/cases', 'support'],
  ['support/resolved', 'support'],
  ['support/sender', 'support'],
  ['settings/profile', 'settings'],
  ['settings/security', 'settings'],
  ['settings/limits', 'settings'],
  ['settings/notifications', 'settings'],
  ['settings/appearance', 'settings'],
  ['people/invite', 'people/list'],
  ['people/show', 'people/list'],
  ['people/audit', 'people/list'],
]);

/** What the quote loads once a country is chosen. */
const quoteAside = `${app}/pages/quote/quote-aside.tsx`;

/**
 * The chunks of a page: the start, the layout with what the quote shares with other pages, what the list of
 * recipients and the rest of the quote share with others (`lists`), what the other pages share, and the page with its
 * loader. Few files, because a browser has six connections, and each further round of small files waits for the
 * network again.
 */
export const routeChunks: Rolldown.CodeSplittingOptions = {
  // In loading order: each takes along the libraries that it needs and no earlier one has.
  groups: [/^start$/, /^frame$/, /^lists$/, /^shared$/, /^page-/].map((kind, at) => ({
    debugName: kind.source,
    priority: 9 - at,
    name(module, graph) {
      const chunk = chunkOf(module, graph);
      return chunk !== null && kind.test(chunk) ? chunk : null;
    },
  })),
};

function chunkOf(module: string, graph: Graph): string | null {
  // Without tree shaking at this point, a library would count as needed by everything that imports it.
  if (module.includes('/node_modules/')) return null;
  const leading = leadingTo(module, graph);
  const infoOf = (one: string) => graph.getModuleInfo(one);
  if (leading.some((one) => infoOf(one)?.isEntry)) return 'start';
  const routes = leading.filter((one) => infoOf(one)?.dynamicImporters.length);
  if (routes.includes(layout)) return 'frame';

  const pages = new Set(routes.flatMap((one) => pageOf(one) ?? []));
  const [page] = pages;
  // Needed only by parts that are loaded later: left to the bundler.
  if (page === undefined) return null;
  if (pages.size === 1) return `page-${page.replaceAll('/', '-')}`;
  // Few open what is to approve: what its two pages share is left out of what all others load.
  if ([...pages].every((one) => /^approve\b/.test(one))) return 'page-approve';
  // The sign-in page comes without the layout.
  if (pages.has('sign-in')) return 'start';
  if (pages.has('quote')) return 'frame';
  return pages.has('recipients/list') || leading.includes(quoteAside) ? 'lists' : 'shared';
}

/** The modules that reach a module through static imports, and itself. */
function leadingTo(module: string, graph: Graph): string[] {
  // Iterating a Set includes elements that are added during the loop.
  const leading = new Set([module]);
  for (const one of leading) {
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) leading.add(importer);
  }
  return [...leading];
}

/** The folder of the page that a module is the component or the loader of. */
function pageOf(module: string): string | undefined {
  for (const [folder] of allPages) {
    const path = `${app}/pages/${folder}`;
    if (module === `${path}/page.tsx` || module === `${path}/loader.ts`)
      return together.get(folder) ?? folder;
  }
  return undefined;
}
