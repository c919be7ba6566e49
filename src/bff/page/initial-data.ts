import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type initialData, initialDataKey } from '../../contract/api/initial-data.ts';
import { homeOf, type Page, type PageId, pageAt, pages } from '../../contract/api/pages.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  type Role,
  type Session,
  type Settings,
  session as sessionAnswer,
  settings as settingsAnswer,
} from '../../contract/api/session.ts';
import { leadsOnTo, partsOf, type Read } from './page-parts.ts';

// What the service has not answered by then is left to the page, which is not to wait for it.
const deadline = 150;
// In bytes. More than that would hold up the page; a browser asks for it and keeps what it can.
const maxAnswerBytes = 128 * 1024;

const incomplete = z.object({ missing: z.array(z.unknown()).check(z.minLength(1)) });

type ShownPage = { folder: string; page: Page };

export type InitialData = {
  /** Who is signed in; null for nobody, undefined where that is not known. */
  session: Session | null | undefined;
  settings: Settings | undefined;
  /** The pages of the app that the address leads to, each with its folder. */
  pages: ShownPage[];
  /** Further modules of the app that show what is there. */
  modules: string[];
  answers: z.infer<typeof initialData>;
};

/** What a page begins with, asked for as the same person by the same routes and rights. */
export async function readInitialData(
  app: FastifyInstance,
  request: FastifyRequest,
  url: URL,
): Promise<InitialData> {
  const answers: InitialData['answers'] = {};
  const modules: string[] = [];
  const asked = new Map<string, ReturnType<typeof ask>>();

  /** Asks once for each address. */
  async function take(path: string): Promise<InitialData['answers'][string] | undefined> {
    const asking = asked.get(path) ?? ask(app, request, path);
    asked.set(path, asking);
    const answer = await asking;
    if (answer) answers[initialDataKey(path)] = answer;
    return answer;
  }

  async function read({ url, leadsTo, shownBy }: Read): Promise<void> {
    const answer = await take(url);
    if (!answer) return;
    modules.push(...(shownBy?.(answer.body) ?? []));
    await Promise.all((leadsTo?.(answer.body) ?? []).map(read));
  }

  const { cookie, 'sec-fetch-site': from } = request.headers;
  const [who, settings] = await Promise.all([take(apiPaths.session), take(apiPaths.settings)]);
  const known = {
    settings: settings && z.parse(settingsAnswer, settings.body),
    answers,
  };
  if (cookie !== undefined && who?.status === 200) {
    const session = z.parse(sessionAnswer, who.body);
    const { pages, reads, modules: atOnce } = visit(url, session.user.role);
    await inTime(Promise.all(reads.map(read)));
    // Copies: what comes later is not to come in halfway.
    const brought = { answers: { ...answers }, modules: [...atOnce, ...modules] };
    return { ...known, session, pages, ...brought };
  }
  // From another site a browser leaves its strict cookie at home: the page then asks itself.
  const isKnown = who !== undefined && from !== 'cross-site';
  if (!isKnown) delete answers[apiPaths.session];
  return {
    ...known,
    session: isKnown ? null : undefined,
    pages: [pageIn('sign-in')],
    modules,
  };
}

/** What the address begins with for such a person; nothing where the page is for the other role. */
function visit(url: URL, role: Role) {
  const { searchParams } = url;
  // The start of the app is no particular page: it leads each role home.
  const pathname = url.pathname === '/' ? homeOf(role) : url.pathname;
  const landing = pageAt({ pathname, searchParams }) ?? notFound;
  const { role: audience = 'anyone' } = landing.page;
  if (audience !== 'anyone' && audience !== role) return { pages: [], reads: [], modules: [] };
  const next = leadsOnTo(landing.folder, searchParams, role);
  const led = next === undefined ? [] : [pageAt({ pathname: next, searchParams }) ?? notFound];
  const { page, folder, asked } = led[0] ?? landing;
  const { needs = [], wants = [] } = page.data?.(asked) ?? {};
  const { reads = [], modules = [] } = partsOf(folder, { ...asked, role });
  return { pages: [landing, ...led], reads: [...needs, ...wants, ...reads], modules };
}

const pageIn = (folder: PageId): ShownPage => ({ folder, page: pages[folder] });

const notFound = {
  ...pageIn('not-found'),
  asked: { id: '', key: '', search: new URLSearchParams() },
};

/** Asks as the browser would have done. An answer that failed is left for the browser to ask again. */
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
  if (!isAnswer || answer.rawPayload.length > maxAnswerBytes) return undefined;
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
