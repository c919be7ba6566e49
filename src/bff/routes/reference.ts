import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { bankQuery, banks, countries, currencies } from '../../contract/api/reference.ts';
import { type Role, type Settings, settings } from '../../contract/api/session.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { demoAccounts } from '../auth/demo-accounts.ts';
import { isHeld } from '../ledger/store/holds.ts';
import type { RouteDeps } from './deps.ts';
import { parseQuery } from './parse.ts';

/** Countries, currencies, banks and settings: the same for every person, cached with an ETag. */
export function referenceRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, reference, news, passkeys } = deps;
  // An approver finds nothing where nothing needs approval.
  const isOfUse = ({ role }: { role: Role }) =>
    role !== 'approver' || config.approvals.above.size > 0;
  const own: Settings = {
    sandbox: config.service === null,
    demo_accounts: config.service === null ? demoAccounts.filter(isOfUse) : [],
    country_field_rules: config.countryFieldRules,
    ...(config.approvals.above.size > 0 && {
      approvals: { by_senders: config.approvals.bySenders },
    }),
    oidc: config.oidc !== null,
    mail: news.mailMode !== 'off',
    passkeys: passkeys.origin !== null,
    support: config.support,
    ...(config.limits.size > 0 && { limits: [...config.limits.keys()] }),
    ...(config.costNote && { cost_note: config.costNote }),
    theme: { name: config.theme.name, logo: config.theme.logo?.address ?? null },
  };
  const settingsText = written(settings);
  const whileHeld: Settings = { ...own, held: true };
  const countriesText = written(countries);
  const currenciesText = written(currencies);
  const banksText = written(banks);

  app.get(apiPaths.settings, async (request, reply) =>
    withETag(request, reply, settingsText((await isHeld(db)) ? whileHeld : own)),
  );
  app.get(apiPaths.countries, async (request, reply) =>
    withETag(request, reply, countriesText(await reference.countries()), kept),
  );
  app.get(apiPaths.currencies, async (request, reply) =>
    withETag(request, reply, currenciesText(await reference.currencies()), kept),
  );
  app.get(apiPaths.banks, async (request, reply) => {
    const { country_name } = parseQuery(bankQuery, request.query);
    return withETag(request, reply, banksText(await reference.banks(country_name)));
  });
}

// The browser keeps it and revalidates it before each use.
const revalidated = 'private, no-cache';
// Contract 2.5: currencies change very rarely. The browser shows its copy and revalidates in the
// background.
const kept = 'private, max-age=60, stale-while-revalidate=604800';

type Written = { body: string; etag: string };

/** Serializes a value and computes its ETag, once for each value that was read. */
function written<S extends z.ZodMiniType<object>>(schema: S): (value: z.output<S>) => Written {
  return memoizeWeak((value: z.output<S>) => {
    const body = JSON.stringify(z.encode(schema, value));
    const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    return { body, etag: `"${tag}"` };
  });
}

/** Sends the body with its ETag, or 304 when If-None-Match has it. */
function withETag(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Written,
  cacheControl = revalidated,
) {
  void reply.header('etag', etag).header('cache-control', cacheControl);
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json').send(body);
}

/**
 * True when If-None-Match has the tag, strong or weak: a compressing proxy weakens it (RFC 9110,
 * 13.1.2).
 */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.includes(etag) ?? false;
}
