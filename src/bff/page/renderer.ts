import { AsyncResource } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type {
  FromRenderer,
  PageVisit,
  RenderedPage,
  RenderPage,
  ToRenderer,
} from '../../contract/api/rendered-page.ts';
import { createThread } from '../lib/thread.ts';

/** Beside the built app; not served. */
export const rendererFile = 'server/renderer.js';

/** The page without a renderer: the browser renders it. */
export const emptyPage: RenderedPage = { head: '', body: '', data: '', shown: null };

/**
 * Returns a function that renders pages. After an error the page is empty, the browser renders it, and the log says
 * what is broken.
 */
export function loadRenderer(
  app: FastifyInstance,
  folder: string,
  renderPage: RenderPage = builtRenderer(app, folder),
): RenderPage {
  function logFailure(err: unknown) {
    app.log.error({ err }, 'page: not rendered on the server');
  }
  return async (visit) => {
    try {
      const page = await renderPage(visit);
      if (page.error !== undefined) logFailure(page.error);
      return page;
    } catch (error) {
      logFailure(error);
      return emptyPage;
    }
  };
}

/** The renderer that the build made of the app. Without one each page is empty. */
function builtRenderer(app: FastifyInstance, folder: string): RenderPage {
  const file = join(folder, rendererFile);
  if (!existsSync(file)) return async () => emptyPage;
  const thread = createRenderThread(file);
  // After the start, so that it delays neither that nor the first page.
  app.addHook('onListen', async () => thread.start());
  app.addHook('onClose', thread.end);
  return thread.renderPage;
}

type Rendering = Pick<PageVisit, 'get'> &
  Pick<PromiseWithResolvers<RenderedPage>, 'resolve' | 'reject'>;

/** A thread without an answer for so long does not come back, and would keep every later page waiting. */
const defaultStuckAfterMs = 30_000;

/**
 * Renders in a thread of its own, because to render a page takes as long as to answer some ten other requests. What it
 * reads is read in the main thread, through the API's own routes.
 */
export function createRenderThread(file: string, stuckAfterMs = defaultStuckAfterMs) {
  const thread = createThread<FromRenderer, Rendering>({
    name: 'that renders pages',
    // What the operator loads into the process, such as tracing, is for the main thread, and so are secrets.
    start: () => new Worker(file, { execArgv: [], env: {} }),
    hear: answerRenderer,
  });
  return {
    ...{ start: thread.start, end: thread.end },
    renderPage({ get, ...visit }: PageVisit): Promise<RenderedPage> {
      const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
      // What the thread asks for comes outside the context of the page's request.
      const rendering = { get: AsyncResource.bind(get), resolve, reject };
      const worker = thread.send(rendering, (id) => ({ id, visit }) satisfies ToRenderer);
      const stuck = setTimeout(() => void worker.terminate(), stuckAfterMs).unref();
      return promise.finally(() => clearTimeout(stuck));
    },
  };
}

/** Reads what a page asks for, or ends its rendering. */
function answerRenderer(message: FromRenderer, renderings: Map<number, Rendering>, worker: Worker) {
  const { id } = message;
  const rendering = renderings.get(id);
  if ('url' in message) {
    const tell = (answer: ToRenderer) => worker.postMessage(answer);
    rendering?.get(message.url).then(
      (answer) => tell({ id, read: message.read, answer }),
      (error: unknown) => rendering.reject(error),
    );
    return;
  }
  renderings.delete(id);
  if ('page' in message) rendering?.resolve(message.page);
  else rendering?.reject(message.error);
}
