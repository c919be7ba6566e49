import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What to do with a call, before it is forwarded and before its response is returned. */
export type Rule = {
  matches: (method: string, path: string) => boolean;
  /** The call waits for this promise; one that never resolves blocks it for good. */
  beforeCall?: () => Promise<void>;
  beforeAnswer?: () => Promise<void>;
  /** What becomes of the call's body: some caches forward none of a GET, some gateways answer 403 to one. */
  body?: 'dropped' | 'rejected';
};

export const isSimulate = (_method: string, path: string) => path.endsWith('/transfers/simulate');

export const isCreateTransfer = (method: string, path: string) =>
  method === 'POST' && path === '/api/v3/transfers';
export const isListTransfers = (method: string, path: string) =>
  method === 'GET' && path === '/api/v3/transfers';

/** Holds the answer to the next POST of a transfer. `posted` resolves when the service has made it. */
export function holdAnswer(proxy: { hold(rule: Rule | null): void }) {
  const posted = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  proxy.hold({
    matches: isCreateTransfer,
    beforeAnswer: () => {
      posted.resolve();
      return goesOn.promise;
    },
  });
  return { posted: posted.promise, answer: goesOn.resolve };
}

/** A proxy before a service that can hold a call at a chosen moment. */
export async function startHoldingProxy(target: string) {
  let rule: Rule | null = null;

  async function pass(incoming: IncomingMessage, answer: ServerResponse) {
    const { method = 'GET', url = '/', headers } = incoming;
    // Kept, because to match may set the next rule.
    const current = rule;
    const active = current?.matches(method, url) ? current : null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    await active?.beforeCall?.();
    if (active?.body === 'rejected' && chunks.length > 0) {
      return void answer.writeHead(403, { 'content-type': 'text/html' }).end('<h1>403</h1>');
    }
    if (active?.body === 'dropped') {
      chunks.length = 0;
      delete headers['content-length'];
      delete headers['content-type'];
    }
    // A new connection each time: a reused one may be closed by the service just then, which breaks the call.
    const options = { method, headers, agent: false };
    const outgoing = request(target + url, options, async (back) => {
      const body: Uint8Array[] = [];
      for await (const chunk of back) body.push(chunk);
      await active?.beforeAnswer?.();
      answer.writeHead(back.statusCode ?? 502, back.headers);
      answer.end(Buffer.concat(body));
    });
    outgoing.on('error', () => answer.destroy());
    outgoing.end(Buffer.concat(chunks));
  }

  const server = createServer((incoming, answer) => {
    pass(incoming, answer).catch(() => answer.destroy());
  });
  const url = await new Promise<string>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '');
    });
  });
  return {
    url,
    hold(next: Rule | null) {
      rule = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
