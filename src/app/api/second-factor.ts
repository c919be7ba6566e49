import { queryOptions } from '@tanstack/react-query';
import {
  changedFactors,
  enrolledSession,
  factorPaths,
  ownFactors,
  type SecondFactorRequest,
  type TotpConfirmation,
  totpEnrolment,
} from '../../contract/api/second-factor.ts';
import { secondFactorAsked, session } from '../../contract/api/session.ts';
import type { Proof } from './passkeys.ts';
import { request } from './request.ts';

/** What the sign-in of this browser asks next. Fails with 'sign-in-expired' if none waits. */
export const secondFactorAskedQuery = queryOptions({
  queryKey: ['second-factor-asked'],
  queryFn: ({ signal }) => request(secondFactorAsked, factorPaths.signIn, { signal }),
  staleTime: 0,
  retry: false,
});

/** The person's second factors. Fresh on each visit: another device may change them. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['own-factors'],
  queryFn: ({ signal }) => request(ownFactors, factorPaths.own, { signal }),
  staleTime: 0,
});

/** Ends a sign-in by a code. Fails with 'wrong-code', 'code-used' or 'sign-in-expired'. */
export function giveCode(body: SecondFactorRequest) {
  return request(session, factorPaths.signIn, { method: 'POST', body });
}

/** Starts an authenticator app in a sign-in that asks for one. */
export function beginTotpAtSignIn() {
  return request(totpEnrolment, factorPaths.signInTotp, { method: 'POST', body: {} });
}

/** Confirms that app, and ends the sign-in. */
export function confirmTotpAtSignIn(body: TotpConfirmation) {
  return request(enrolledSession, factorPaths.signInTotp, { method: 'PUT', body });
}

/** Starts an authenticator app of a signed-in person. */
export async function beginTotp(proof: Proof) {
  return request(totpEnrolment, factorPaths.totp, { method: 'POST', body: await signed(proof) });
}

/** Confirms that app. */
export function confirmTotp(body: TotpConfirmation) {
  return request(changedFactors, factorPaths.totp, { method: 'PUT', body });
}

/** Turns off the authenticator app. */
export async function turnOffTotp(proof: Proof) {
  return request(changedFactors, factorPaths.totp, { method: 'DELETE', body: await signed(proof) });
}

/** Makes new recovery codes in place of the old ones. */
export async function makeRecoveryCodes(proof: Proof) {
  const body = await signed(proof);
  return request(changedFactors, factorPaths.recoveryCodes, { method: 'POST', body });
}

/** Loads the code of passkeys only for who uses one. */
const signed = async (proof: Proof) =>
  proof === 'passkey' ? (await import('./passkeys.ts')).proofOf(proof) : proof;
