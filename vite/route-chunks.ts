import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** What fewer routes than this share is split as the bundler does; larger files compress better. */
const few = 4;

// Whoever loads the first of these needs no more than it; each of the rest comes with those before it.
const firstRoutes = ['/pages/sign-in/', '/layouts/app-layout.tsx', '/pages/quote/'];

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
        const routes = routesOf(module, graph);
        if (routes.length < few) return null;
        const first = firstRoutes.findIndex((folder) => routes.some((one) => one.includes(folder)));
        return first < 0 ? 'shared' : `shared-${first}`;
      },
    },
  ],
};

/** The lazy modules that lead to a module by static imports. */
function routesOf(module: string, graph: Graph): string[] {
  // A set goes on with what is added on the way.
  const leading = new Set([module]);
  for (const one of leading) {
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) leading.add(importer);
  }
  return [...leading].filter((one) => (graph.getModuleInfo(one)?.dynamicImporters.length ?? 0) > 0);
}
