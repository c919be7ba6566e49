import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { strictestStore } from '../support/stores.ts';

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
});
const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

/** Takes spans as a collector of OTLP over HTTP does. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const spans = () =>
    bodies.flatMap((body) =>
      exported
        .parse(JSON.parse(body))
        .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { url: `http://127.0.0.1:${port}`, bodies, spans };
}

test('a press, its POST and the later search for its transfer are one trace, without personal data', async () => {
  const collector = await startCollector();
  const { env, account_id, close } = await createSenderFixture(strictestStore());
  const giro = await startProcess({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, '', [
    ...['--import', './deploy/tracing.ts', 'src/bff/main.ts'],
  ]);
  onTestFinished(async () => {
    await giro.kill();
    await close();
  });
  const cookie = await cookieFor(giro, sender);
  const key = crypto.randomUUID();
  // 502 dollars: the transfer is made, and its answer is lost.
  const body = await asShown(callerWith(giro, cookie), transferTo(account_id, 50_200));
  const pressed = await giro.call('POST', '/api/transfers', body, {
    cookie,
    'idempotency-key': key,
  });
  expect(pressed.status).toBe(202);

  const ofSend = () =>
    collector.spans().filter(({ traceId }) => traceId === key.replaceAll('-', ''));
  const named = (name: string) => ofSend().find((one) => one.name === name);
  await eventually(() => expect(named('reconcile send')).toBeDefined(), { timeout: 20_000 });
  const press = named('POST /api/transfers');
  const post = named('service createTransfer');
  expect([press?.spanId, post?.parentSpanId]).toEqual([expect.any(String), press?.spanId]);
  expect(named('service showAccount')?.parentSpanId).toBe(press?.spanId);
  const attributeOf = (name: string, attribute: string) =>
    named(name)?.attributes.find(({ key: one }) => one === attribute)?.value;
  expect(attributeOf('POST /api/transfers', 'http.response.status_code')).toEqual({
    intValue: 202,
  });
  expect(attributeOf('reconcile send', 'giro.outcome')).toEqual({ stringValue: 'found' });

  const others = collector.spans().filter(({ traceId }) => traceId !== key.replaceAll('-', ''));
  expect(others.map(({ name }) => name)).toContain('POST /api/session');
  const attributes = new Set(collector.spans().flatMap((one) => one.attributes.map((a) => a.key)));
  expect([...attributes].toSorted()).toEqual([
    ...['error.type', 'giro.outcome', 'giro.request_id', 'http.request.method'],
    ...['http.response.status_code', 'http.route'],
  ]);
  for (const personal of [sender.email, sender.password, 'Rent', cookie]) {
    expect(collector.bodies.join('\n')).not.toContain(personal);
  }
});

test('tracing.md names the versions that are tried here', () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const tried = Object.entries(devDependencies)
    .filter(([name]) => name.startsWith('@opentelemetry/'))
    .map(([name, version]) => `${name}@${version}`);
  const named = readFileSync('deploy/tracing.md', 'utf8').match(/@opentelemetry\/\S+/g);
  expect(named?.toSorted()).toEqual(tried.toSorted());
});
