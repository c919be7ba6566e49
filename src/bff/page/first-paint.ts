import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { blanks, type FirstPaint, firstPaint } from '../../contract/api/first-paint.ts';
import { type AppLocale, languageTags } from '../../contract/api/languages.ts';
import { nextPage, type Session, type Settings } from '../../contract/api/session.ts';

export type Visit = {
  locale: AppLocale;
  /** Who is signed in; null for nobody, undefined where that is not known. */
  session: Session | null | undefined;
  settings: Settings | undefined;
  url: URL;
};

/**
 * Puts into the page what the build has rendered for such a visit: the sign-in page itself, or else a
 * likeness, which is inert. A page that was built without stays empty.
 * @throws Error when `file` is there and can't be read
 */
export function createPainter(file: string) {
  const paints = existsSync(file)
    ? z.parse(z.array(firstPaint), JSON.parse(readFileSync(file, 'utf8')))
    : [];

  return (html: string, visit: Visit): string => {
    const spoken = html.replace('<html lang="en">', `<html lang="${languageTags[visit.locale]}">`);
    const paint = paints.find((candidate) => fits(candidate, visit));
    if (!paint) return spoken;
    const inert = paint.view === 'sign-in' ? '' : ' inert';
    const body = `<div id="root"${inert}>${filled(paint.body, visit)}</div>`;
    const head = paint.head && filled(paint.head, visit);
    return spoken
      .replace('<div id="root"></div>', () => body)
      .replace(/<title>.*?<\/title>/, (title) => head || title);
  };
}

function fits({ locale, view, at, asks, when }: FirstPaint, visit: Visit): boolean {
  const { settings, url } = visit;
  const { sandbox, oidc, theme } = settings ?? {};
  const deployment = { sandbox, oidc, logo: theme && theme.logo !== null };
  return (
    locale === visit.locale &&
    view === viewOf(visit) &&
    new RegExp(at).test(url.pathname) &&
    new RegExp(asks).test(url.search) &&
    (['sandbox', 'oidc', 'logo'] as const).every(
      (name) => when[name] === undefined || when[name] === deployment[name],
    )
  );
}

function viewOf({ session, settings, url }: Visit): FirstPaint['view'] {
  if (session === undefined || !settings) return 'starting';
  if (session) return session.user.role;
  // Why an organisation led back here is said by the app alone.
  return isSignIn(url) && url.searchParams.has('problem') ? 'starting' : 'sign-in';
}

const isSignIn = ({ pathname }: URL) => pathname === '/sign-in';

function filled(html: string, { session, settings, url }: Visit): string {
  const values: Record<string, string> = {
    [blanks.name]: settings?.theme.name ?? '',
    [blanks.logo]: settings?.theme.logo ?? '',
    [blanks.email]: session?.user.email ?? '',
  };
  const next = nextOf(url);
  return html
    .replaceAll(`?${new URLSearchParams({ next: blanks.next })}`, () =>
      next === undefined ? '' : `?${new URLSearchParams({ next })}`,
    )
    .replace(/\[\[\w+\]\]/g, (blank) => escapedHtml(values[blank] ?? ''));
}

/** Where the app will go on to from the sign-in page: as the address says, or else to the address itself. */
function nextOf(url: URL): string | undefined {
  const here = url.pathname + url.search;
  const next = isSignIn(url) ? url.searchParams.get('next') : here === '/' ? null : here;
  const parsed = z.safeParse(nextPage, next);
  return parsed.success ? parsed.data : undefined;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Text as it stands in HTML, an attribute's value too. */
export const escapedHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
