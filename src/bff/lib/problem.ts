import type { ProblemName } from '../../contract/api/problem.ts';
import { problems } from '../../contract/api/problem-table.ts';

type Details = {
  detail?: string | undefined;
  /** Field name of the contract -> messages. */
  errors?: Record<string, string[]> | undefined;
  send_key?: string | undefined;
  /** As the answer of GET /api/destination_accounts/:id has it. */
  account?: unknown;
  retryAfterSeconds?: number | undefined;
};

/** A refusal of the BFF, by its name in the table of problems. Thrown anywhere, answered in one place. */
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

/** One answer for what is absent and for what is somebody else's. */
export const notFound = () => new ProblemError('not-found');
