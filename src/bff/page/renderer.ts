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
  const renderings = new Map<number, Rendering>();
  let worker: Worker | null = null;
  let last = 0;

  function start(): Worker {
    // What the operator loads into the process, such as tracing, is for the main thread, and so are secrets.
    const mine = new Worker(file, { execArgv: [], env: {} });
    mine.unref();
    const tell = (message: ToRenderer) => mine.postMessage(message);
    mine.on('message', (message: FromRenderer) => {
      const { id } = message;
      const rendering = renderings.get(id);
      if ('url' in message) {
        rendering?.get(message.url).then(
          (answer) => tell({ id, read: message.read, answer }),
          (error: unknown) => rendering.reject(error),
        );
      } else {
        renderings.delete(id);
        if ('page' in message) rendering?.resolve(message.page);
        else rendering?.reject(message.error);
      }
    });
    const lost = (error: unknown) => {
      if (worker !== mine) return;
      // The next page starts another one.
      worker = null;
      for (const { reject } of renderings.values()) reject(error);
      renderings.clear();
    };
    mine.on('error', lost);
    mine.on('exit', () => lost(new Error('the thread that renders pages ended')));
    return mine;
  }

  return {
    start() {
      worker ??= start();
    },
    renderPage({ get, ...visit }: PageVisit): Promise<RenderedPage> {
      worker ??= start();
      const mine = worker;
      last += 1;
      const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
      // What the thread asks for comes outside the context of the page's request.
      renderings.set(last, { get: AsyncResource.bind(get), resolve, reject });
      mine.postMessage({ id: last, visit } satisfies ToRenderer);
      const stuck = setTimeout(() => void mine.terminate(), stuckAfterMs).unref();
      return promise.finally(() => clearTimeout(stuck));
    },
    async end() {
      await worker?.terminate();
    },
  };
}
