import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** What fewer routes than this share is split as the bundler does; larger files compress better. */
const few = 4;

// Whoever loads the first of these needs no more than it; each of the rest comes with those before it.
const firstRoutes = ['/pages/sign-in/', '/layouts/app-layout.tsx', '/pages/quote/'];

const routesByModule = new Map<string, ReadonlySet<string>>();

/** One chunk that the app begins with, and one for what several routes share, by the first that needs it. */
export const routeChunks: Rolldown.CodeSplittingOptions = {
  // Of a module that many share, not all dependencies are needed by all of them.
  includeDependenciesRecursively: false,
  groups: [
    { name: 'start', tags: ['$initial'], priority: 1 },
    {
      name: (module, graph) => {
        // All of a library seems needed by whoever imports one thing of it.
        if (module.includes('/node_modules/')) return null;
        const routes = [...routesOf(module, graph)];
        if (routes.length < few) return null;
        const first = firstRoutes.findIndex((folder) => routes.some((one) => one.includes(folder)));
        return first < 0 ? 'shared' : `shared-${first}`;
      },
    },
  ],
};

/** The lazy modules that lead to a module by static imports. */
function routesOf(module: string, graph: Graph): ReadonlySet<string> {
  const known = routesByModule.get(module);
  if (known) return known;
  const routes = new Set<string>();
  // A set goes on with what is added on the way.
  const importers = new Set([module]);
  for (const one of importers) {
    const info = graph.getModuleInfo(one);
    if (info && info.dynamicImporters.length > 0) routes.add(one);
    for (const importer of info?.importers ?? []) importers.add(importer);
  }
  routesByModule.set(module, routes);
  return routes;
}
