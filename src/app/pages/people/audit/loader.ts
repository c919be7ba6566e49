import * as z from 'zod/mini';
import type { AuditFilters } from '../../../../contract/api/audit.ts';
import { readRecord } from '../../../../contract/api/audit-subject.ts';
import { sendKey } from '../../../../contract/api/send-key.ts';
import { ApiError } from '../../../api/api-error.ts';
import { startOfDay } from '../../../i18n/start-of-day.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

/** YYYY-MM-DD. */
const calendarDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((day) => !Number.isNaN(Date.parse(day))),
);

const auditSearch = z.object({
  user: z.optional(sendKey),
  action: z.optional(z.string().check(z.maxLength(100))),
  /** Leaves out looks and searches. */
  without: z.optional(z.literal('look-ups')),
  /** A record, as `readRecord` writes it. */
  subject: z.optional(z.string().check(z.refine((text) => readRecord(text) !== null))),
  /** The first and the last day, in the admin's time zone. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
});

/** The filters that the URL holds: all but the name, which is personal, and a text that names no record. */
export type AuditSearch = z.infer<typeof auditSearch>;

/** Reads the filters of a query; undefined if one of them is malformed. */
export function parseAuditSearch(query: string): AuditSearch | undefined {
  const given = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  return z.safeParse(auditSearch, Object.fromEntries(given)).data;
}

/** What is typed: part of a person's name or email, and what names a record. */
export type AuditTexts = { who: string; record: string };

/** What the BFF is asked for. */
export function auditFiltersOf(
  { from, to, subject: _, ...search }: AuditSearch,
  { who, record }: AuditTexts,
): AuditFilters {
  return {
    ...search,
    ...(who.trim() && { who: who.trim() }),
    ...(record.trim() && { subject: record.trim() }),
    ...(from && { from: startOfDay(from, 0) }),
    ...(to && { before: startOfDay(to, 1) }),
  };
}

/** The page itself asks for the entries: their days depend on the time zone. */
export const loader: PageLoader =
  (client) =>
  async (args): Promise<AuditSearch> => {
    const search = parseAuditSearch(new URL(args.request.url).search);
    if (!search) throw new ApiError('not-found');
    await loadPage(client, args, 'people/audit', {});
    return search;
  };
