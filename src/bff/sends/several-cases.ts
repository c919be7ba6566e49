import {
  type CaseResult,
  caseResults,
  type SeveralCasesRequest,
} from '../../contract/api/case-queue.ts';
import { findUser } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { subjectOfKey } from './case-subject.ts';
import { addNoteTo, handedOverTo, takeCaseOf, takenOverFrom } from './cases.ts';

type Deps = { db: LedgerDb; storeClock: StoreClock };

/** What came of one of several: for the answer, and for its own entry in the audit. */
type SeveralResult = { key: string; result: CaseResult; outcome: string };

/**
 * Does the same with several cases, one after the other: what stops one leaves the others alone.
 * @param onError of a case that failed by an error of ours
 * @throws ProblemError invalid-fields if nobody of support has the id to which they are handed over
 */
export async function changeSeveral(
  deps: Deps,
  asked: SeveralCasesRequest,
  by: string,
  onError: (error: unknown) => void,
): Promise<SeveralResult[]> {
  if (asked.action === 'hand-over') await requireColleague(deps.db, asked.to);
  const results: SeveralResult[] = [];
  for (const one of asked.cases) {
    const key = one.key.toLowerCase();
    try {
      const outcome = await changeOne(deps, asked, one, by);
      results.push({ key, result: 'done', outcome });
    } catch (error) {
      const result = resultOf(error);
      if (result === 'failed') onError(error);
      results.push({ key, result, outcome: result === 'failed' ? 'internal' : result });
    }
  }
  return results;
}

/** @returns what the audit says came of it */
async function changeOne(
  deps: Deps,
  asked: SeveralCasesRequest,
  { key, from, note_id }: SeveralCasesRequest['cases'][number],
  by: string,
): Promise<string> {
  const subject = await subjectOfKey(deps.db, key.toLowerCase());
  if (asked.action === 'note') {
    await addNoteTo(deps, subject.key, by, { id: note_id, text: asked.text });
    return 'done';
  }
  const to = asked.action === 'take' ? by : asked.to.toLowerCase();
  const had = await takeCaseOf(deps, subject, to, from);
  if (asked.action === 'hand-over') return handedOverTo(to);
  return had === null ? 'done' : takenOverFrom(had);
}

function resultOf(error: unknown): CaseResult {
  if (!(error instanceof ProblemError)) return 'failed';
  return caseResults.find((name) => name === error.problem) ?? 'failed';
}

async function requireColleague(db: LedgerDb, id: string) {
  const user = await findUser(db, id.toLowerCase());
  if (user?.role === 'support' && user.disabled_at === null) return;
  throw new ProblemError('invalid-fields', { errors: { to: ['nobody of support has this id'] } });
}
