import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The streams that a page has opened, as a test sees them. */
type Streams = {
  /** The requested URLs, one for each attempt. */
  tried: string[];
  /** The number of open streams. */
  open(): number;
  /** Breaks all connections, as a network failure does. */
  cut(): void;
  /** Answers every attempt with 503 from now on, or stops doing so. */
  refuse(isRefused: boolean): void;
};

/**
 * An EventSource for jsdom, with a browser's states, events, reconnects by Last-Event-ID and final error
 * on a refusal. Connects to the BFF by a socket, with the in-process browser's cookies.
 */
export async function createEventSource(app: FastifyInstance, cookies: Map<string, string>) {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const answers = new Set<IncomingMessage>();
  const tried: string[] = [];
  let isRefused = false;

  class BffEventSource extends EventTarget {
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readyState = 0;
    readonly url: string;
    #request: ClientRequest | undefined;
    #retry: NodeJS.Timeout | undefined;
    #retryAfter = 3_000;
    #lastId = '';

    constructor(url: string) {
      super();
      this.url = url;
      this.#connect();
    }

    close() {
      this.readyState = this.CLOSED;
      clearTimeout(this.#retry);
      this.#request?.destroy();
    }

    #connect() {
      tried.push(this.url);
      this.#request = get(isRefused ? `${origin}/api/refused` : new URL(this.url, origin), {
        agent: false,
        headers: {
          accept: 'text/event-stream',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(this.#lastId === '' ? {} : { 'last-event-id': this.#lastId }),
        },
      });
      this.#request.once('response', (answer) => this.#read(answer));
      this.#request.once('error', () => this.#reconnect());
    }

    #read(answer: IncomingMessage) {
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream');
      if (answer.statusCode !== 200 || !isStream) {
        this.close();
        this.dispatchEvent(new Event('error'));
        return;
      }
      this.readyState = this.OPEN;
      this.dispatchEvent(new Event('open'));
      answers.add(answer);
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        const blocks = (text + part).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#tell(block);
      });
      // A broken connection emits 'error' and 'close': handle only 'close'.
      answer
        .once('error', () => undefined)
        .once('close', () => {
          answers.delete(answer);
          this.#reconnect();
        });
    }

    #tell(block: string) {
      if (this.readyState === this.CLOSED) return;
      const lines = block.split('\n').filter((line) => !line.startsWith(':'));
      const { id, event, data, retry } = Object.fromEntries(
        lines.map((line) => line.split(/: ?(.*)/s)),
      );
      if (id !== undefined) this.#lastId = id;
      if (retry !== undefined) this.#retryAfter = Number(retry);
      if (data === undefined) return;
      const init = { data, lastEventId: this.#lastId };
      this.dispatchEvent(new MessageEvent(event ?? 'message', init));
    }

    #reconnect() {
      if (this.readyState === this.CLOSED) return;
      this.readyState = this.CONNECTING;
      this.dispatchEvent(new Event('error'));
      // A listener may have closed the stream.
      if (this.readyState === this.CONNECTING) {
        this.#retry = setTimeout(() => this.#connect(), this.#retryAfter);
      }
    }
  }

  const streams: Streams = {
    tried,
    open: () => answers.size,
    cut() {
      for (const answer of answers) answer.destroy();
    },
    refuse(refused) {
      isRefused = refused;
    },
  };
  return { EventSource: BffEventSource, streams };
}

/** Hides the tab or shows it. */
export function hideTab(isHidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  const value = isHidden ? 'hidden' : 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, value });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
