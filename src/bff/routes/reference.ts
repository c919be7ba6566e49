import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { bankQuery, banks, countries, currencies } from '../../contract/api/reference.ts';
import { type Settings, settings } from '../../contract/api/session.ts';
import type { RouteDeps } from '../deps.ts';
import { demoAccounts } from '../sign-in/demo-accounts.ts';
import { parseQuery } from './parse.ts';

/** Countries, currencies, banks and the settings of this deployment: the same for everybody. */
export function referenceRoutes(app: FastifyInstance, { config, reference }: RouteDeps) {
  const own: Settings = {
    sandbox: config.service === null,
    demo_accounts: config.service === null ? [...demoAccounts] : [],
    country_field_rules: config.countryFieldRules,
    oidc: config.oidc !== null,
    theme: { name: config.theme.name, logo: config.theme.logo?.address ?? null },
  };
  app.get(apiPaths.settings, (request, reply) => withETag(request, reply, z.encode(settings, own)));
  app.get(apiPaths.countries, async (request, reply) =>
    withETag(request, reply, z.encode(countries, await reference.countries()), kept),
  );
  app.get(apiPaths.currencies, async (request, reply) =>
    withETag(request, reply, z.encode(currencies, await reference.currencies()), kept),
  );
  app.get(apiPaths.banks, async (request, reply) => {
    const { country_name } = parseQuery(bankQuery, request.query);
    return withETag(request, reply, z.encode(banks, await reference.banks(country_name)));
  });
}

// no-cache, unlike no-store: kept by the browser, and asked about before each use.
const askedAbout = 'private, no-cache';
// contract 2.5: these change very rarely. Kept across visits, and asked about behind what is shown.
const kept = 'private, max-age=60, stale-while-revalidate=604800';

/** The body with its ETag, or 304 for a browser that has it. */
function withETag(
  request: FastifyRequest,
  reply: FastifyReply,
  value: unknown,
  cacheControl = askedAbout,
) {
  const body = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json').send(body);
}

/** True when the browser has it. A proxy that compresses marks the tag as weak (RFC 9110, 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.includes(etag) ?? false;
}
