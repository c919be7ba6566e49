import { type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  type AnyCase,
  type CaseNoteRequest,
  type ConfirmRequest,
  casePaths,
  type DeclineRequest,
  type DoneCaseRequest,
  type OpenCaseRequest,
  type ProposeRequest,
  supportCase,
  transferCase,
  transferCasePaths,
} from '../../contract/api/case.ts';
import { sendKeys, supportKeys } from './query-keys.ts';
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

/** The case that support opened for a transfer, or that there is none; polled like every other. */
export function transferCaseQuery(id: string) {
  return queryOptions({
    queryKey: [...supportKeys.transferCase, id],
    queryFn: ({ signal }) => request(transferCase, transferCasePaths.case(id), { signal }),
    staleTime: 2_000,
    refetchInterval: 5_000,
  });
}

/** What a person does about a case, whatever it is about. */
export type CaseWork = {
  /** The key of the send, or the id of the transfer. */
  key: string;
  queryKey: QueryKey;
  /** `from` is the id of the person who has it, as the page shows; null for nobody. */
  take: (from: string | null) => Promise<AnyCase>;
  giveBack: () => Promise<AnyCase>;
  /** Adds a team note, or corrects one's own. */
  addNote: (body: CaseNoteRequest) => Promise<AnyCase>;
  /** For some hours; null: until something changes. */
  letWait: (hours: number | null) => Promise<AnyCase>;
  resume: () => Promise<AnyCase>;
};

/** The work on the case of a send. */
export const sendWork = (key: string) =>
  workOf(key, caseQuery(key).queryKey, supportCase, casePaths);

/** The work on the case of a transfer. */
export const transferWork = (id: string) =>
  workOf(id, transferCaseQuery(id).queryKey, transferCase, transferCasePaths);

function workOf(
  key: string,
  queryKey: QueryKey,
  answer: typeof supportCase | typeof transferCase,
  paths: Record<'assignment' | 'wait' | 'notes', (key: string) => string>,
): CaseWork {
  const [assignment, wait, notes] = [paths.assignment(key), paths.wait(key), paths.notes(key)];
  return {
    ...{ key, queryKey },
    take: (from) => request(answer, assignment, { method: 'PUT', body: { from } }),
    giveBack: () => request(answer, assignment, { method: 'DELETE' }),
    addNote: (body) => request(answer, notes, { method: 'POST', body }),
    letWait: (hours) => request(answer, wait, { method: 'PUT', body: { hours } }),
    resume: () => request(answer, wait, { method: 'DELETE' }),
  };
}

/** Opens a case for a transfer, with the reason as its first note. */
export function openCase(id: string, body: OpenCaseRequest) {
  return request(transferCase, transferCasePaths.case(id), { method: 'POST', body });
}

/** Ends the case of a transfer, with the reason as a note. */
export function endCase(id: string, body: DoneCaseRequest) {
  return request(transferCase, transferCasePaths.done(id), { method: 'PUT', body });
}

/** Opens a case again that was done. */
export function reopenCase(id: string) {
  return request(transferCase, transferCasePaths.done(id), { method: 'DELETE' });
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
