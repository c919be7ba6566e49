import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/api/paths.ts';
import { eventsQuery } from '../../contract/api/transfer.ts';
import { cookieName, mayStay, viewerOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { parseQuery } from './parse.ts';

/** A stream whose client reads too slowly is closed; the browser resumes with Last-Event-ID. */
const maxBufferedBytes = 256 * 1024;

/** GET /api/transfers/events: changes of transfers as server-sent events. */
export function transferEventRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, live } = deps;

  app.get(apiPaths.transferEvents, { exposeHeadRoute: false }, (request, reply) => {
    if (!request.headers.accept?.includes('text/event-stream')) {
      const detail = 'send the header Accept: text/event-stream';
      throw new ProblemError('invalid-request', { detail });
    }
    const { after } = parseQuery(eventsQuery, request.query);
    const last = request.headers['last-event-id'];
    const session = request.cookies[cookieName(config)] ?? '';
    const stream = new Readable({ read() {} });
    const leave = live.join(
      {
        ...viewerOf(request, config),
        session: sessionHash(session),
        write(text) {
          if (stream.destroyed || stream.readableEnded) return;
          stream.push(text);
          if (stream.readableLength > maxBufferedBytes) stream.destroy();
        },
        end() {
          leave();
          stream.push(null);
        },
        mayStay: mayStay(request, deps),
      },
      typeof last === 'string' ? last : after,
    );
    stream.once('close', leave);
    // Proxies must neither buffer nor compress the events.
    void reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no');
    return reply.send(stream);
  });
}
