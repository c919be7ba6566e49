import type { ReachedLimit } from '../../contract/api/limits.ts';
import type { ProblemName } from '../../contract/api/problem.ts';
import { problems } from '../../contract/api/problem-table.ts';

type Details = {
  detail?: string | undefined;
  /** Messages by field name of the contract. */
  errors?: Record<string, string[]> | undefined;
  send_key?: string | undefined;
  /** The account as GET /api/destination_accounts/:id answers it. */
  account?: unknown;
  /** The order as GET /api/sends/:key answers it. */
  order?: unknown;
  /** The limit that is reached; amounts in subunits. */
  limit?: ReachedLimit | undefined;
  retryAfterSeconds?: number | undefined;
};

/** An error with a name of `problems`. routes/errors.ts answers it as application/problem+json. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemName;
  readonly details: Details;

  constructor(problem: ProblemName, details: Details = {}) {
    super(details.detail ?? problems[problem][1]);
    this.problem = problem;
    this.details = details;
  }
}

/** The same problem for what does not exist and for what belongs to another person. */
export const notFound = () => new ProblemError('not-found');
