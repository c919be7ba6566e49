import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem, ProblemName } from '../../contract/api/problem.ts';
import { problems } from '../../contract/api/problem-table.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { causeCode, ServiceError } from '../service/errors.ts';
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

/** Answers every error as application/problem+json, each with the id that its log line has. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = knownProblem(error);
    if (known.problem === 'internal') request.log.error({ err: error }, 'unexpected error');
    if (error instanceof ServiceError) {
      // Here too: a call that several requests share was logged for the first of them.
      const { kind, status: service_status } = error;
      const fields = { kind, service_status, code: causeCode(error) };
      request.log.warn(fields, 'the service failed this request');
    }
    return answer(known, request, reply);
  });
}

/** Answers a problem. */
export function answer(error: ProblemError, request: FastifyRequest, reply: FastifyReply) {
  const [status, title] = problems[error.problem];
  const { detail, errors, send_key, account, retryAfterSeconds } = error.details;
  const body: Problem = {
    type: `/problems/${error.problem}`,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    request_id: request.id,
    ...(errors === undefined ? {} : { errors }),
    ...(send_key === undefined ? {} : { send_key }),
    ...(account === undefined ? {} : { account }),
  };
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
}

/** Any error as the problem that is answered for it; internal when it was not foreseen. */
export function knownProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof ServiceError) return serviceProblem(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    const name = ofFastify[error.code];
    if (name) return new ProblemError(name);
  }
  // Fastify's JSON parser throws a plain SyntaxError with a status of its own.
  if (error instanceof SyntaxError && 'statusCode' in error) {
    return new ProblemError('malformed-json');
  }
  if (error instanceof Error && 'statusCode' in error) {
    // A path that the file server will not look at, such as one with '//' or '..' in it.
    if (error.statusCode === 403 || error.statusCode === 404) return notFound();
    // Whatever else the framework lays at the caller's door: a body cut short, a range, a condition.
    if (Number(error.statusCode) >= 400 && Number(error.statusCode) < 500) {
      return new ProblemError('invalid-request');
    }
  }
  return new ProblemError('internal');
}
