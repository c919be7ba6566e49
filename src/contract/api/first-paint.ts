import * as z from 'zod/mini';
import { appLocales } from './languages.ts';
import { roles } from './session.ts';

/** HTML of the app that the build has rendered, to be seen before its script is there. */
export const firstPaint = z.object({
  locale: z.enum(appLocales),
  /** The whole sign-in page; the frame of who is signed in; or what stands while nobody knows who it is. */
  view: z.enum(['sign-in', ...roles, 'starting']),
  /** The addresses that it is for, as the source of a RegExp over the path. */
  at: z.string(),
  /** The same over the query. */
  asks: z.string(),
  /** The deployments that it is for: what is not named is no matter. */
  when: z.object({
    sandbox: z.optional(z.boolean()),
    oidc: z.optional(z.boolean()),
    logo: z.optional(z.boolean()),
  }),
  /** What belongs into the page's head; empty where the page's own title stays. */
  head: z.string(),
  body: z.string(),
});

export type FirstPaint = z.infer<typeof firstPaint>;

/** What stands in its HTML for what only the deployment or the request tells. */
export const blanks = {
  name: '[[name]]',
  logo: '[[logo]]',
  email: '[[email]]',
  /** As `next` in the query of an address. */
  next: '/[[next]]',
} as const;
