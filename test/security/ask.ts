import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Call = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** The caller's address, one of 127.0.0.0/8: limits by address count each apart. */
  from?: string;
};
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** Makes one call with exactly these headers; fetch adds some and forbids others. */
export function ask(url: string, { method = 'GET', path, headers = {}, body, from }: Call) {
  return new Promise<Answer>((done, fail) => {
    const length: Record<string, string> =
      body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      url,
      {
        method,
        path,
        headers: { ...length, ...headers },
        agent,
        ...(from && { localAddress: from }),
      },
      async (incoming) => {
        try {
          const chunks: Uint8Array[] = [];
          const { statusCode: status = 0, headers } = incoming;
          // An event stream never ends.
          if (headers['content-type']?.startsWith('text/event-stream')) incoming.destroy();
          else for await (const chunk of incoming) chunks.push(chunk);
          done({ status, headers, text: Buffer.concat(chunks).toString('utf8') });
        } catch (error) {
          fail(error);
        }
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}
