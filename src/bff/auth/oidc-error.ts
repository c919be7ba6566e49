import type { OidcProblem } from '../../contract/api/session.ts';

/** Why somebody could not sign in by OpenID Connect. `why` is for the log and tells nothing of the person. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly problem: OidcProblem;
  readonly why: Record<string, string>;

  constructor(problem: OidcProblem, why: Record<string, string> = {}) {
    super(`sign-in by OpenID Connect: ${problem}`);
    this.problem = problem;
    this.why = why;
  }
}
