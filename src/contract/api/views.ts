import * as z from 'zod/mini';
import { idPattern } from '../paths.ts';
import { listSearch } from './list-search.ts';
import { sendKey } from './send-key.ts';
import { typedText } from './typed-text.ts';
import { instant, maxSearchLength } from './wire.ts';

/** The path of all calls about saved views. Apart from `apiPaths`, so that no first page loads it. */
export const viewsPath = '/api/views';

/** How many views one person may have, own and shared. */
export const maxViews = 50;
export const maxViewNameLength = 60;

const lookUpSearch = z.object({
  q: typedText('search', maxSearchLength).check(z.minLength(1)),
  /** The recipient that was picked among the results. */
  recipient: z.optional(z.string().check(z.regex(idPattern))),
});

/** What a view is: what to look for, and on which page. It holds no record, so opening it shows what the list may. */
const viewFilters = z.union([
  z.object({ page: z.literal('transfers'), search: listSearch }),
  z.object({ page: z.literal('support'), search: lookUpSearch }),
]);
export type ViewFilters = z.infer<typeof viewFilters>;

const viewName = typedText('name', maxViewNameLength).check(z.minLength(1));

const view = z.object({
  id: sendKey,
  name: z.string(),
  /** Everybody in support, and auditors, may open it. */
  shared: z.boolean(),
  /** Who shares it; null for one's own. */
  shared_by: z.nullable(z.string()),
  filters: viewFilters,
  created_at: instant,
});
export type View = z.infer<typeof view>;

/** The answer of GET /api/views and of its changes: one's own, and for support and auditors all that are shared. */
export const views = z.object({ items: z.array(view) });
export type Views = z.infer<typeof views>;

/** The body of POST /api/views. */
export const saveViewRequest = z.object({
  /** A UUID made by the browser: repeated, it saves the view once. */
  id: sendKey,
  name: viewName,
  shared: z.boolean(),
  filters: viewFilters,
});
export type SaveViewRequest = z.infer<typeof saveViewRequest>;

/** The body of PUT /api/views. Its filters stay: others are another view. */
export const changeViewRequest = z.object({ id: sendKey, name: viewName, shared: z.boolean() });
export type ChangeViewRequest = z.infer<typeof changeViewRequest>;

/** The body of DELETE /api/views. */
export const deleteViewRequest = z.object({ id: sendKey });

/** Reads filters that were saved; undefined if this program does not know them. */
export function readViewFilters(json: string): ViewFilters | undefined {
  return z.safeParse(viewFilters, JSON.parse(json)).data;
}
