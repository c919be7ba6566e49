import { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A call of a route that the server makes itself for a request: never one that came over a connection. */
export class InnerRequest extends IncomingMessage {
  /** Leaves the connection, which is that of the request it is made for. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    done(error);
  }
}

/** Takes the answer as Fastify gives it, without writing headers to a connection, which would be most of the call. */
class InnerAnswer extends ServerResponse {
  text: string | undefined;
  readonly #parts: Uint8Array[] = [];

  override writeHead(status: number): this {
    this.statusCode = status;
    return this;
  }

  override write(part: string | Uint8Array): boolean {
    this.#parts.push(Buffer.from(part));
    return true;
  }

  override end(last?: unknown): this {
    if (this.finished) return this;
    this.finished = true;
    // Most answers are one text.
    if (typeof last === 'string' && this.#parts.length === 0) this.text = last;
    else {
      if (typeof last === 'string' || last instanceof Uint8Array) this.write(last);
      this.text = Buffer.concat(this.#parts).toString();
    }
    this.emit('finish');
    process.nextTick(() => this.emit('close'));
    return this;
  }

  /** Without a connection nothing else tells of an answer that is given up. */
  override destroy(): this {
    if (!this.destroyed) process.nextTick(() => this.emit('close'));
    this.destroyed = true;
    return this;
  }
}

type InnerHeaders = IncomingMessage['headers'];

/**
 * Calls a GET route through all its hooks, from the address of a request.
 * @throws Error when the route ends its answer without one
 */
export function callWithin(
  app: FastifyInstance,
  { socket }: Pick<FastifyRequest, 'socket'>,
  { url, headers }: { url: string; headers: InnerHeaders },
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const request = new InnerRequest(socket);
  Object.assign(request, { method: 'GET', url, headers: { ...headers } });
  const answer = new InnerAnswer(request);
  answer.once('error', reject);
  answer.once('close', () => {
    const { statusCode: status, text } = answer;
    if (text === undefined) reject(new Error(`${url}: no answer within the server`));
    else resolve({ status, text });
  });
  app.routing(request, answer);
  return promise;
}
