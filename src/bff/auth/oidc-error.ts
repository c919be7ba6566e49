import type { OidcProblem } from '../../contract/api/session.ts';

/** A failed sign-in with OpenID Connect. `why` is for the log and contains no personal data. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly problem: OidcProblem;
  readonly why: Record<string, string>;

  constructor(problem: OidcProblem, why: Record<string, string> = {}) {
    super(`sign-in: OpenID Connect failed with ${problem}`);
    this.problem = problem;
    this.why = why;
  }
}

// Of the proof (auth/oidc.ts), and of providers that refuse `max_age` or `acr_values`. Asking again changes none.
const unprovable = new Set([
  'no-auth-time',
  'signed-in-before',
  'other-acr',
  'invalid_request',
  'unmet_authentication_requirements',
]);

/** True if the provider answered, and can't or doesn't say that the person has just signed in. */
export const isUnprovable = (error: unknown) =>
  error instanceof OidcError && unprovable.has(error.why.code ?? '');
