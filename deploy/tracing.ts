import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import {
  type AttributeValue,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Work } from '../src/bff/lib/traced.ts';

// Loaded by `node --import`: see tracing.md. Giro itself knows nothing of OpenTelemetry.

/** All that a span may say. None of it is personal. */
type Attribute =
  | 'http.request.method'
  | 'http.route'
  | 'http.response.status_code'
  | 'giro.request_id'
  | 'giro.outcome'
  | 'error.type';
type Attributes = Partial<Record<Attribute, AttributeValue>>;

type Handling = { request: FastifyRequest; reply: FastifyReply; route: { url: string } };

const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? '1');
const provider = new TracerProvider({
  resource: defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'giro' }))
    .merge(detectResources({ detectors: [envDetector] })),
  // By the trace's id: all instances keep or drop the same sends.
  sampler: new TraceIdRatioBasedSampler(Number.isFinite(share) ? share : 1),
  spanProcessors: [
    new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 500 }),
  ],
});
const tracer = provider.getTracer('giro');
/** The span that work belongs to, until it ends: timers that a request started outlive it. */
type Here = { context: Context; span: Span; isOver: boolean };
const current = new AsyncLocalStorage<Here>();
const works = new WeakMap<Work, Here>();

const requests = tracingChannel<Here, Handling>('fastify.request.handler');
requests.start.bindStore(current, ({ request, reply, route }) => {
  const context = parentFor(keyIn(request));
  const span = begin(`${request.method} ${route.url}`, SpanKind.SERVER, context, {
    ...{ 'http.request.method': request.method, 'http.route': route.url },
    'giro.request_id': request.id,
  });
  const here = hereOf(context, span);
  reply.raw.once('close', () => {
    const { statusCode } = reply.raw;
    if (statusCode >= 500) fail(span, String(statusCode));
    end(here, { 'http.response.status_code': statusCode });
  });
  return here;
});

const work = tracingChannel<Here, Work>('giro.work');
work.start.bindStore(current, (one) => {
  const context = parentOf(one);
  const kind = one.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const here = hereOf(context, begin(one.name, kind, context, {}));
  works.set(one, here);
  return here;
});
work.subscribe({
  start() {},
  end() {},
  asyncStart() {},
  error(one) {
    const here = works.get(one);
    if (here) fail(here.span, one.outcome ?? 'internal');
  },
  asyncEnd(one) {
    const here = works.get(one);
    if (here) end(here, one.outcome === undefined ? {} : { 'giro.outcome': one.outcome });
  },
});

process.once('SIGTERM', () => void provider.forceFlush());

function begin(name: string, kind: SpanKind, context: Context, attributes: Attributes): Span {
  return tracer.startSpan(name, { kind, attributes }, context);
}

const hereOf = (context: Context, span: Span): Here => ({
  ...{ context: trace.setSpan(context, span), span, isOver: false },
});

function fail(span: Span, type: string) {
  span.setAttributes({ 'error.type': type } satisfies Attributes);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function end(here: Here, attributes: Attributes) {
  here.isOver = true;
  here.span.setAttributes(attributes);
  here.span.end();
}

/** Work for a send belongs to the send's trace, also if another send's request happened to start it. */
function parentOf({ key }: Work): Context {
  const here = current.getStore();
  const own = parentFor(key);
  if (!here || here.isOver) return own;
  const isOther =
    key !== undefined && here.span.spanContext().traceId !== trace.getSpanContext(own)?.traceId;
  return isOther ? own : here.context;
}

/**
 * Where a span without a parent in this process belongs. The idempotency key of a send, a UUID, has the length of a
 * trace's id and is that of its trace: so every press, the POST, and the later search for it, at any instance and
 * after a restart, are one trace without anything to store.
 */
function parentFor(key: string | undefined): Context {
  if (key === undefined) return ROOT_CONTEXT;
  const traceId = key.replaceAll('-', '').toLowerCase();
  const parent = {
    traceId,
    spanId: traceId.slice(16),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The idempotency key that a request names: in its header, or in the address of a send. */
function keyIn({ headers, params }: FastifyRequest): string | undefined {
  const named =
    typeof params === 'object' && params !== null && 'key' in params ? params.key : null;
  return [headers['idempotency-key'], named].find(
    (value): value is string => typeof value === 'string' && uuid.test(value),
  );
}
