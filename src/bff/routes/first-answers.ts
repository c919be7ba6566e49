import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type firstData, firstDataKey } from '../../contract/api/first-data.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  type Session,
  type Settings,
  session as sessionAnswer,
  settings as settingsAnswer,
} from '../../contract/api/session.ts';
import { needsOf } from '../page-needs.ts';
import { openSends, type Read } from '../page-reads.ts';

// What the service has not answered by then is left to the page, which is not to wait for it.
const deadline = 150;
// In bytes. More than that would hold up the page; a browser asks for it and keeps what it can.
const longest = 128 * 1024;

const incomplete = z.object({ missing: z.array(z.unknown()).check(z.minLength(1)) });

export type FirstAnswers = {
  /** Who is signed in; null for nobody, undefined where that is not known. */
  session: Session | null | undefined;
  settings: Settings | undefined;
  /** The pages of the app that the address leads to, by their folders. */
  pages: string[];
  answers: z.infer<typeof firstData>;
};

/** What a page begins with, asked for as the same person by the same routes and rights. */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  url: URL,
): Promise<FirstAnswers> {
  const answers: FirstAnswers['answers'] = {};

  async function take(path: string): Promise<FirstAnswers['answers'][string] | undefined> {
    const answer = await ask(app, request, path);
    if (answer) answers[firstDataKey(path)] = answer;
    return answer;
  }

  async function read(one: Read): Promise<void> {
    if (typeof one === 'string') return void (await take(one));
    const answer = await take(one.path);
    if (answer) await Promise.all(one.leadsTo(answer.body).map(read));
  }

  const { cookie, 'sec-fetch-site': from } = request.headers;
  const [who, settings] = await Promise.all([take(apiPaths.session), take(apiPaths.settings)]);
  const known = {
    settings: settings && z.parse(settingsAnswer, settings.body),
    answers,
  };
  if (cookie !== undefined && who?.status === 200) {
    const session = z.parse(sessionAnswer, who.body);
    const { pages, reads } = needsOf(url, session.user.role);
    await inTime(Promise.all(reads.map(read)));
    const isSender = session.user.role === 'sender';
    const parts = isSender && hasSome(answers[firstDataKey(openSends)]?.body) ? ['open-sends'] : [];
    // A copy: what comes later is not to come in halfway.
    return { ...known, session, pages: [...pages, ...parts], answers: { ...answers } };
  }
  // From another site a browser leaves its strict cookie at home: the page then asks itself.
  const isKnown = who !== undefined && from !== 'cross-site';
  if (!isKnown) delete answers[apiPaths.session];
  return { ...known, session: isKnown ? null : undefined, pages: ['sign-in'] };
}

const hasSome = (answer: unknown) => Array.isArray(answer) && answer.length > 0;

/** Asks as the browser would have done. An answer that is a fault is left for the browser to ask again. */
async function ask(app: FastifyInstance, request: FastifyRequest, url: string) {
  const { 'accept-encoding': _, 'if-none-match': __, ...headers } = request.headers;
  const remoteAddress = request.socket.remoteAddress;
  const answer = await app.inject({
    url,
    headers: { ...headers, accept: 'application/json' },
    ...(remoteAddress ? { remoteAddress } : {}),
  });
  const { statusCode: status } = answer;
  const isAnswer = status === 200 || (url === apiPaths.session && status < 500);
  if (!isAnswer || answer.rawPayload.length > longest) return undefined;
  const body = answer.json<unknown>();
  // A search that could not look everywhere is asked by the page, which waits for it.
  if (z.safeParse(incomplete, body).success) return undefined;
  return { status, body };
}

function inTime(work: Promise<unknown>): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, deadline);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
