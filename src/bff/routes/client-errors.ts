import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Problem, ProblemName } from '../../contract/api/problem.ts';
import { problems } from '../../contract/api/problem-table.ts';

const ofNode: Record<string, ProblemName> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/**
 * Answers what Node's parser refuses before there is a request: a malformed request line, headers that
 * are too large, a request that does not arrive in time. The connection is closed.
 */
export function answerUnreadable(
  headers: Record<string, string>,
): NonNullable<FastifyServerOptions['clientErrorHandler']> {
  return function (this: FastifyInstance, { code }, socket) {
    if (code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) return socket.destroy();
    const name = ofNode[code] ?? 'invalid-request';
    const [status, title] = problems[name];
    const request_id = randomUUID();
    this.log.info({ request_id, status, code }, 'request: malformed');
    const problem: Problem = { type: `/problems/${name}`, title, status, request_id };
    const body = JSON.stringify(problem);
    const fields = {
      ...headers,
      'x-request-id': request_id,
      'content-type': 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    };
    const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    return undefined;
  };
}

type Exchange = { request: IncomingMessage; response: ServerResponse };
const latest = new WeakMap<Socket, Exchange>();

/** Tracks the latest exchange of each socket, so that `answerUnreadable` never writes a second answer. */
export function watchAnswers(app: FastifyInstance) {
  app.server.on('request', (request, response) => {
    latest.set(request.socket, { request, response });
  });
  // An unknown Expect header is ignored (RFC 9110, 10.1.1). Node would answer 417 without our headers.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}

/** True while an answer is being written, and after one that was sent before its request was complete. */
function isAnswering(socket: Socket): boolean {
  const { request, response } = latest.get(socket) ?? {};
  if (!request || !response?.headersSent) return false;
  return !response.writableFinished || !request.complete;
}
