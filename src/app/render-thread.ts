import type { MessagePort } from 'node:worker_threads';
import type {
  FromRenderer,
  PageVisit,
  ReadAnswer,
  RenderPage,
  ToRenderer,
} from '../contract/api/rendered-page.ts';

/** What a page has asked for. Where no answer comes it goes with the page. */
type Reads = Map<number, (answer: ReadAnswer | undefined) => void>;

/** Renders the pages that the BFF asks for in this thread. It reads for them in its own (`src/bff/page/renderer.ts`). */
export function renderFor(port: MessagePort, renderPage: RenderPage): void {
  const readsOf = new Map<number, Reads>();
  const keep = createKeeper();
  const tell = (message: FromRenderer) => port.postMessage(message);

  async function render(id: number, visit: Omit<PageVisit, 'get'>) {
    const reads: Reads = new Map();
    readsOf.set(id, reads);
    async function get(url: string) {
      const { promise, resolve } = Promise.withResolvers<ReadAnswer | undefined>();
      const read = reads.size;
      reads.set(read, resolve);
      tell({ id, read, url });
      const answer = await promise;
      return answer?.isForEverybody ? keep(url, answer) : answer;
    }
    try {
      const page = await renderPage({ ...visit, get });
      tell({ id, page: page.error === undefined ? page : { ...page, error: told(page.error) } });
    } catch (error) {
      tell({ id, error: told(error) });
    } finally {
      readsOf.delete(id);
    }
  }

  port.on('message', (message: ToRenderer) => {
    if ('visit' in message) void render(message.id, message.visit);
    else readsOf.get(message.id)?.get(message.read)?.(message.answer);
  });
}

const maxKept = 500;

/** While an answer for everybody says the same it is one object, with which the renderer keeps what it made of it. */
function createKeeper() {
  const answers = new Map<string, ReadAnswer>();
  return (url: string, answer: ReadAnswer): ReadAnswer => {
    const known = answers.get(url);
    if (known?.text === answer.text) return known;
    if (answers.size >= maxKept) answers.clear();
    answers.set(url, answer);
    return answer;
  };
}

/** An error as it can leave the thread: one of the app may hold anything, and what is none may hold a page's data. */
function told(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('not an error');
  const { message, stack, cause } = error;
  const more = cause === undefined ? {} : { cause: told(cause) };
  return Object.assign(new Error(message, more), { stack });
}
