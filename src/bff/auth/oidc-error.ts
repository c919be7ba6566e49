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
