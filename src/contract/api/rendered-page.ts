import type { ColorScheme } from './color-scheme.ts';
import type { LocaleChoice } from './languages.ts';

/** What the server knows of a request for a page. */
export type PageVisit = {
  /** Path and query. */
  url: string;
  locale: LocaleChoice;
  /** The browser's first language, a BCP 47 tag that need not be valid or supported. */
  language: string | undefined;
  /** The browser's time zone, an IANA name; undefined when it is not known yet. */
  timeZone: string | undefined;
  /** Undefined while the device decides. */
  colorScheme: ColorScheme | undefined;
  /** Milliseconds that the page waits for its data. */
  maxWaitMs: number;
  /** Reads a GET of the API for this person; undefined for an answer that the page must not wait for. */
  get: (url: string) => Promise<ReadAnswer | undefined>;
};

export type ReadAnswer = {
  status: number;
  text: string;
  /** True for one that says the same to everybody who may read it, and is one object for all of them. */
  isForEverybody?: true;
};

export type RenderedPage = {
  /** Elements for the page's head. */
  head: string;
  body: string;
  /** The data of the page, as `writeInitialData` writes it. */
  data: string;
  /**
   * Path and query of the page that is shown, after redirects. Null for a skeleton, which the browser
   * replaces instead of hydrating it.
   */
  shown: string | null;
  /** Why the page is a skeleton, when the app is broken there. Its data is kept: a read can be audited. */
  error?: unknown;
};

export type RenderPage = (visit: PageVisit) => Promise<RenderedPage>;

/** To the thread that renders: a page to render, or the answer to what it has asked for. */
export type ToRenderer =
  | { id: number; visit: Omit<PageVisit, 'get'> }
  | { id: number; read: number; answer: ReadAnswer | undefined };

/** From that thread: what a page reads, or the page, or why there is none. */
export type FromRenderer =
  | { id: number; read: number; url: string }
  | { id: number; page: RenderedPage }
  | { id: number; error: Error };

/** The cookie with the browser's time zone, so that the server formats times as the browser does. */
export const timeZoneCookie = 'giro-time-zone';
