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

/** Turns a refusal into the problem service-refused with the service's message; other errors stay. */
export function withRefusal(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.kind !== 'refused') return error;
  return new ProblemError('service-refused', { detail: error.message });
}

/** The problem for a failed call to the service, without the service's own text. */
export function serviceProblem(error: ServiceError): ProblemError {
  const { retry_after_ms, cause, kind } = error;
  // If the token call failed by an odd answer, that answer is the problem to report.
  const answered = kind === 'not-written' && cause instanceof ServiceError ? cause.kind : kind;
  const isOdd = answered === 'unreadable' || answered === 'redirected';
  return new ProblemError(problemOf[isOdd ? answered : kind], {
    retryAfterSeconds: retry_after_ms === undefined ? undefined : Math.ceil(retry_after_ms / 1_000),
  });
}
