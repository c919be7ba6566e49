import { queryOptions } from '@tanstack/react-query';
import {
  type CaseNoteRequest,
  type ConfirmRequest,
  casePaths,
  type DeclineRequest,
  type ProposeRequest,
  supportCase,
} from '../../contract/api/case.ts';
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

/** Proposes that a send was not sent, for a second person to confirm. */
export function proposeNotSent(key: string, body: ProposeRequest) {
  return request(supportCase, casePaths.proposal(key), { method: 'POST', body });
}

/** Confirms a colleague's proposal, which resolves the send as not sent. */
export function confirmProposal(key: string, body: ConfirmRequest) {
  return request(supportCase, casePaths.confirmation(key), { method: 'POST', body });
}

/** Declines a colleague's proposal. */
export function declineProposal(key: string, body: DeclineRequest) {
  return request(supportCase, casePaths.decline(key), { method: 'POST', body });
}

/** Takes back one's own proposal. */
export function withdrawProposal(key: string, proposal: string) {
  return request(supportCase, casePaths.withdrawal(key), { method: 'POST', body: { proposal } });
}
