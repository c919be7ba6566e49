import type { ListName, SupportHealth } from '../../../contract/api/support.ts';

/** How the service is, in a word; `since` is when it last answered as it should, null if never. */
export type Verdict =
  | { is: 'unknown' | 'well' | 'slow' | 'unwelcome' }
  | { is: 'silent' | 'troubled'; since: string | null }
  /** Other calls go through, and a list can't be read. */
  | { is: 'unlisted'; list: ListName; since: string }
  /** So many records of its lists can't be read. */
  | { is: 'odd'; records: number };

/** Half of the latest answers took longer. */
const slow_ms = 1_000;
const latest = 20;
const silences = ['timeout', 'not-written'];

/** Judges by what came last, and by the latest answers. */
export function verdictOf({
  attempts,
  breaker,
  last_failure,
  last_success_at: since,
  lists,
}: SupportHealth): Verdict {
  if (breaker !== 'closed') return { is: 'silent', since };
  if (last_failure && (since === null || Date.parse(last_failure.at) > Date.parse(since))) {
    if (last_failure.kind === 'credentials') return { is: 'unwelcome' };
    return { is: silences.includes(last_failure.kind) ? 'silent' : 'troubled', since };
  }
  const [unread] = lists.flatMap(({ list, failing }) => (failing ? [{ list, failing }] : []));
  if (unread) return { is: 'unlisted', list: unread.list, since: unread.failing.since };
  if (since === null) return { is: 'unknown' };
  const records = lists.reduce((sum, { odd }) => sum + odd.total, 0);
  if (records > 0) return { is: 'odd', records };
  const times = attempts.filter(({ failure }) => failure === null).map(({ took_ms }) => took_ms);
  const recent = times.slice(-latest).sort((a, b) => a - b);
  const median = recent[Math.floor(recent.length / 2)] ?? 0;
  return { is: median > slow_ms ? 'slow' : 'well' };
}
