import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type StepUpAnswer,
  type StepUpRequest,
  stepUpChallenge,
  stepUpNeed,
  stepUpOidcStart,
  stepUpPaths,
  stepUpRequest,
} from '../../contract/api/step-up.ts';
import { request } from './request.ts';

type Amount = { source_amount_cents: string; source_amount_currency: string };

/** Whether such a transfer needs a proof of who sends it, and how this person can give one. */
export function stepUpQuery({ source_amount_cents, source_amount_currency }: Amount) {
  const query = { source_amount_cents, source_amount_currency };
  return queryOptions({
    queryKey: ['step-up', query],
    queryFn: ({ signal }) => request(stepUpNeed, stepUpPaths.proof, { query, signal }),
    // The person may have added a second factor since, in another tab too.
    staleTime: 0,
  });
}

/** Asks for a challenge of exactly this transfer. */
export function beginStepUp(transfer: StepUpRequest) {
  const body = z.encode(stepUpRequest, transfer);
  return request(stepUpChallenge, stepUpPaths.proof, { method: 'POST', body });
}

/** Answers a challenge: its id is then the proof. */
export function answerStepUp(body: StepUpAnswer) {
  return request(z.undefined(), stepUpPaths.answer, { method: 'POST', body });
}

/** The address at the OpenID provider where the challenge is answered. @param next where to return to */
export async function stepUpAtProvider(id: string, next: string): Promise<string> {
  const options = { method: 'POST', body: { id, next } } as const;
  return (await request(stepUpOidcStart, stepUpPaths.oidc, options)).url;
}
