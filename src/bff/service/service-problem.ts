import type { FailureKind } from '../../contract/failure-kind.ts';
import { ProblemError } from '../lib/problem.ts';
import { ServiceError } from './errors.ts';

const problemOf = {
  refused: 'service-refused',
  credentials: 'service-credentials',
  'not-written': 'service-unreachable',
  timeout: 'service-timeout',
  broken: 'service-unreachable',
  redirected: 'service-answer',
  unreadable: 'service-answer',
  busy: 'service-unreachable',
} as const satisfies Record<FailureKind, string>;

/** The same error; of a refusal a problem that carries the service's own words, for who asked for one thing. */
export function withRefusal(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.kind !== 'refused') return error;
  return new ProblemError('service-refused', { detail: error.message });
}

/** What a person is told of a call to the service that failed. Nothing of the service's own text. */
export function serviceProblem(error: ServiceError): ProblemError {
  const { retry_after_ms, cause, kind } = error;
  // Not written for want of a token: something answered, and what it said is what there is to mend.
  const answered = kind === 'not-written' && cause instanceof ServiceError ? cause.kind : kind;
  const isOdd = answered === 'unreadable' || answered === 'redirected';
  return new ProblemError(problemOf[isOdd ? answered : kind], {
    retryAfterSeconds: retry_after_ms === undefined ? undefined : Math.ceil(retry_after_ms / 1_000),
  });
}
