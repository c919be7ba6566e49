import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { PageRenderer, PageVisit, RenderedPage } from '../../contract/api/rendered-page.ts';

/** Beside the built app; not served. */
export const rendererFile = 'server/renderer.js';

const renderer = z.object({
  renderPage: z.custom<PageRenderer['renderPage']>((value) => typeof value === 'function'),
});

/** The page without a renderer: the browser renders it. */
export const emptyPage: RenderedPage = { head: '', body: '', data: '', shown: null };

/**
 * Loads the renderer that the build made of the app. Without one, or after an error, the page is empty and
 * the browser renders it.
 */
export function loadRenderer(app: FastifyInstance, folder: string) {
  const file = join(folder, rendererFile);
  let loading: Promise<PageRenderer> | undefined;
  const load = () => {
    loading ??= import(/* @vite-ignore */ pathToFileURL(file).href).then((module) =>
      z.parse(renderer, module),
    );
    return loading;
  };
  if (!existsSync(file)) return async () => emptyPage;
  // After the start, so that it delays neither that nor the first page.
  app.addHook('onListen', () => void load().catch(() => undefined));

  return async (visit: PageVisit): Promise<RenderedPage> => {
    try {
      const page = await (await load()).renderPage(visit);
      if (page.error !== undefined) logFailure(page.error);
      return page;
    } catch (error) {
      logFailure(error);
      return emptyPage;
    }
  };

  function logFailure(err: unknown) {
    app.log.error({ err }, 'page: not rendered on the server');
  }
}
