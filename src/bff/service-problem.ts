import { ProblemError } from './problem.ts';
import type { FailureKind, ServiceError } from './service/errors.ts';

const problemOf = {
  refused: 'service-refused',
  credentials: 'service-credentials',
  'not-written': 'service-unreachable',
  timeout: 'service-timeout',
  broken: 'service-unreachable',
  unreadable: 'service-answer',
  busy: 'service-unreachable',
} as const satisfies Record<FailureKind, string>;

/** What a person is told of a call to the service that failed. Nothing of the service's own text. */
export function serviceProblem(error: ServiceError): ProblemError {
  const { retry_after_ms } = error;
  return new ProblemError(problemOf[error.kind], {
    retryAfterSeconds: retry_after_ms === undefined ? undefined : Math.ceil(retry_after_ms / 1_000),
  });
}
