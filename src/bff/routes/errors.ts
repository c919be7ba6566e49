import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { reachedLimit } from '../../contract/api/limits.ts';
import type { Problem, ProblemName } from '../../contract/api/problem.ts';
import { problems } from '../../contract/api/problem-table.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import {
  isDataError,
  isLedgerBusy,
  maxConnectionWaitSeconds,
  storeCode,
} from '../ledger/store/ledger-error.ts';
import { causeCode } from '../lib/cause-code.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { ServiceError } from '../service/errors.ts';
import { serviceProblem } from '../service/service-problem.ts';

const ofFastify: Record<string, ProblemName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-request',
  FST_ERR_BAD_URL: 'not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  FST_ERR_RATE_LIMIT: 'too-many-requests',
};

/** Answers every error as application/problem+json (RFC 9457) with the request id of its log lines. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = knownProblem(error);
    if (known.problem === 'internal')
      request.log.error({ err: error }, 'request: unexpected error');
    if (isLedgerBusy(error)) {
      request.log.warn('request: every connection to the database is in use');
    }
    if (isDataError(error)) {
      request.log.warn({ code: storeCode(error) }, 'request: the database rejects its data');
    }
    if (error instanceof ServiceError) {
      // Logged for this request too: a call that several requests share is logged with the first one's
      // id.
      const { kind, status: service_status } = error;
      const fields = { kind, service_status, code: causeCode(error) };
      request.log.warn(fields, 'request: failed because the service failed');
    }
    return answer(known, request, reply);
  });
}

/** Sends a problem as application/problem+json. */
export function answer(error: ProblemError, request: FastifyRequest, reply: FastifyReply) {
  const [status, title] = problems[error.problem];
  const { detail, errors, send_key, account, order, limit, retryAfterSeconds } = error.details;
  const body: Problem = {
    type: `/problems/${error.problem}`,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    request_id: request.id,
    ...(errors === undefined ? {} : { errors }),
    ...(send_key === undefined ? {} : { send_key }),
    ...(account === undefined ? {} : { account }),
    ...(order === undefined ? {} : { order }),
    ...(limit === undefined ? {} : { limit: z.encode(reachedLimit, limit) }),
  };
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
}

/** Maps any error to its problem; an unknown error is `internal`. */
export function knownProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isLedgerBusy(error)) {
    return new ProblemError('ledger-busy', { retryAfterSeconds: maxConnectionWaitSeconds });
  }
  if (isLedgerFailure(error)) return new ProblemError('ledger-failed');
  if (isDataError(error)) return new ProblemError('invalid-request');
  if (error instanceof ServiceError) return serviceProblem(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const name = ofFastify[error.code];
    if (name) return new ProblemError(name);
  }
  // Fastify's JSON parser throws a SyntaxError with a statusCode and no code.
  if (error instanceof SyntaxError && 'statusCode' in error) {
    return new ProblemError('malformed-json');
  }
  if (error instanceof Error && 'statusCode' in error) {
    // @fastify/static refuses paths such as '//' and '..'.
    if (error.statusCode === 403 || error.statusCode === 404) return notFound();
    // Other client errors of the framework: a body cut short, a bad Range, a failed precondition.
    if (Number(error.statusCode) >= 400 && Number(error.statusCode) < 500) {
      return new ProblemError('invalid-request');
    }
  }
  return new ProblemError('internal');
}
