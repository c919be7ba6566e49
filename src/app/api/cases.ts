import { queryOptions } from '@tanstack/react-query';
import { type CaseNoteRequest, casePaths, supportCase } from '../../contract/api/case.ts';
import { sendKeys } from './query-keys.ts';
import { request } from './request.ts';

/** Support's work on a send, polled because a colleague may work on it too. */
export function caseQuery(key: string) {
  return queryOptions({
    queryKey: [...sendKeys.all, key, 'case'],
    queryFn: ({ signal }) => request(supportCase, casePaths.case(key), { signal }),
    // What the page came with is shown without another read.
    staleTime: 2_000,
    refetchInterval: 5_000,
  });
}

/** Takes a case. `from` is the id of the person who has it, as the page shows; null for nobody. */
export function takeCase(key: string, from: string | null) {
  return request(supportCase, casePaths.assignment(key), { method: 'PUT', body: { from } });
}

/** Gives back one's own case. */
export function giveBackCase(key: string) {
  return request(supportCase, casePaths.assignment(key), { method: 'DELETE' });
}

/** Adds a team note, or corrects one's own. */
export function addCaseNote(key: string, body: CaseNoteRequest) {
  return request(supportCase, casePaths.notes(key), { method: 'POST', body });
}

/** Lets a case wait for some hours; null: until something changes. */
export function letCaseWait(key: string, hours: number | null) {
  return request(supportCase, casePaths.wait(key), { method: 'PUT', body: { hours } });
}

/** Ends the wait of a case. */
export function resumeCase(key: string) {
  return request(supportCase, casePaths.wait(key), { method: 'DELETE' });
}
