import * as z from 'zod/mini';
import type { Settings } from '../../contract/api/session.ts';
import { defaultCountryFieldRules } from '../../contract/field-rules.ts';
import type { Retention } from '../ledger/keep/retention.ts';
import type { ApprovalRules } from '../ledger/orders/approvals.ts';
import type { Limits } from '../ledger/people/person-limits.ts';
import { defaultConnections } from '../ledger/store/connections.ts';
import { isThisMachine } from '../lib/this-machine.ts';
import { zodErrorMessage } from '../lib/zod-error-message.ts';
import type { ProxyAccess } from '../service/http.ts';
import type { Accent } from './accent.ts';
import { approvalsOf, approvalVariables } from './approvals.ts';
import { costNoteVariables } from './cost-note.ts';
import { type CountryFieldRules, fieldRuleVariables } from './country-field-rules.ts';
import { type CurrencyFigures, currencyFigures, limitFigures } from './currency-figures.ts';
import { type Hold, holdOf, holdVariables } from './hold.ts';
import { type MailAccess, mailVariables } from './mail.ts';
import { retentionOf, retentionVariables } from './retention.ts';
import { type SecretAccess, secretAccess, secretVariables } from './secrets.ts';
import { supportContact, supportVariables } from './support-contact.ts';
import { text } from './text.ts';
import { type Theme, themeVariables } from './theme.ts';
import { oddValues, unknownVariables } from './unknown-variables.ts';

const proxies = z.pipe(
  z._default(
    z
      .string()
      .check(
        z.regex(
          /^(true|false|\d{1,2})$/,
          'must be true, false or the number of proxies, such as 1',
        ),
      ),
    'false',
  ),
  z.transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))),
);
const httpUrl = (error: string) =>
  z.pipe(
    z.url({ protocol: /^https?$/, error }),
    z.transform((url) => url.replace(/\/+$/, '')),
  );
const baseUrl = httpUrl('must be an address, such as https://service.example').check(
  // Contract 9: every path begins with /api/v3, so the base must not end with it.
  z.refine((url) => !/\/api\/v3$/i.test(url), 'must be the address without /api/v3 at its end'),
);
const minutes = (byDefault: number) => {
  const error = `must be a number of minutes above 0, such as ${byDefault}`;
  return z.pipe(
    z._default(z.coerce.number({ error }).check(z.gt(0, error)), byDefault),
    z.transform((value) => value * 60_000),
  );
};

const whole = (byDefault: number, from: number, to: number, error: string) =>
  z._default(
    z.coerce.number({ error }).check(z.int(error), z.gte(from, error), z.lte(to, error)),
    byDefault,
  );
const perMinute = (byDefault: number) => {
  const error = `must be a whole number, 1 or more, such as ${byDefault}`;
  return whole(byDefault, 1, Number.MAX_SAFE_INTEGER, error);
};
const graceError = 'must be a whole number of seconds from 2 to 600, such as 10';
const connectionsError = `must be a whole number from 1 to 500, such as ${defaultConnections}`;
const reviewError = 'must be a whole number of hours from 1 to 720, such as 24';
const portError = 'must be a whole number from 0 to 65535, such as 3000';
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const publicOriginAdvice = 'the address where people open Giro, such as https://send.example.com';

/** Also in a parameter, where libpq takes them; our driver takes none. A password may hold commas. */
const severalHosts = /^postgres(?:ql)?:\/\/(?:(?:[^/]*@|(?![^/]*@))[^/?@]*,|.*[?&]host=[^&]*,)/;

const environment = z.object({
  REMITTANCE_BASE_URL: z.optional(baseUrl),
  REMITTANCE_CLIENT_ID: z.optional(text),
  REMITTANCE_CLIENT_SECRET: z.optional(text),
  ALLOW_HTTP: z._default(z.enum(['true', 'false'], { error: 'must be true or false' }), 'false'),
  HTTPS_PROXY: z.optional(z.string()),
  NO_PROXY: z.optional(z.string()),
  PUBLIC_ORIGIN: z.optional(httpUrl(`must be ${publicOriginAdvice}`)),
  HOST: z._default(text, '127.0.0.1'),
  PORT: whole(3000, 0, 65535, portError),
  TRUST_PROXY: proxies,
  STOP_GRACE_SECONDS: whole(10, 2, 600, graceError),
  DATABASE_URL: z.optional(
    z.string().check(
      z.regex(
        /^(sqlite:.|postgres(ql)?:\/\/)/,
        'must begin with sqlite: or postgres://, such as sqlite:data/giro.db',
      ),
      z.refine(
        (url) => !severalHosts.test(url),
        'must name one host; for a failover between several, name an address that leads to the primary',
      ),
    ),
  ),
  DATABASE_CONNECTIONS: whole(defaultConnections, 1, 500, connectionsError),
  SENDERS_SEE: z._default(z.enum(['own', 'all'], { error: 'must be own or all' }), 'own'),
  ...secretVariables,
  OIDC_ISSUER: z.optional(
    z
      .string()
      .check(z.refine(isSafe, 'must be an https:// address, such as https://login.example.com')),
  ),
  OIDC_CLIENT_ID: z.optional(text),
  OIDC_CLIENT_SECRET: z.optional(text),
  OIDC_CLIENT_AUTH: z.optional(
    z.enum(['client_secret_basic', 'client_secret_post'], {
      error: 'must be client_secret_basic or client_secret_post',
    }),
  ),
  OIDC_ROLE_CLAIM: z._default(text, 'giro_role'),
  OIDC_STEP_UP_ACR: z.optional(text),
  STEP_UP_ABOVE: z.optional(currencyFigures),
  ...approvalVariables,
  LIMITS: z.optional(limitFigures),
  RESOLVE_ALONE_UP_TO: z.optional(currencyFigures),
  ...fieldRuleVariables,
  BACKGROUND_READ_MINUTES: minutes(5),
  SESSION_IDLE_MINUTES: minutes(30),
  SESSION_MAX_MINUTES: minutes(12 * 60),
  REVIEW_WITHIN_HOURS: whole(24, 1, 720, reviewError),
  QUOTES_PER_MINUTE: perMinute(120),
  SENDS_PER_MINUTE: perMinute(30),
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^\S{16,}$/, 'must have 16 characters or more, without spaces')),
  ),
  ...holdVariables,
  ...retentionVariables,
  ...supportVariables,
  ...costNoteVariables,
  ...mailVariables,
  ...themeVariables,
  LOG_LEVEL: z._default(
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }),
    'info',
  ),
});

/** Every variable that Giro reads, as docs/configuration.md lists them. */
export const variableNames = Object.keys(environment.shape);

export type ServiceAccess = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Undefined: calls go directly to the service. */
  proxy?: ProxyAccess | undefined;
};

/** The OpenID provider, and this Giro’s client there. */
export type OidcAccess = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** How the secret is sent; null: as the provider's metadata says. */
  clientAuth: 'client_secret_basic' | 'client_secret_post' | null;
  roleClaim: string;
  /** A new proof must have one of these `acr`; empty: any. */
  stepUpAcr: string[];
  publicOrigin: string;
};

export type Config = SecretAccess & {
  /** The real service; null for the sandbox. */
  service: ServiceAccess | null;
  publicOrigin: string | null;
  /** Null: people sign in with a password only. */
  oidc: OidcAccess | null;
  host: string;
  port: number;
  /** Number of trusted proxies in front. Only their X-Forwarded-* entries are believed. */
  trustProxy: number;
  /** Milliseconds from a signal to the exit of the process. */
  stopGrace: number;
  databaseUrl: string;
  /** To PostgreSQL, of this instance; without the one that listens. */
  databaseConnections: number;
  sendersSee: 'own' | 'all';
  /** A transfer of more needs a new proof; none of a currency without a figure, so if it is empty none at all. */
  stepUpAbove: CurrencyFigures;
  /** A sum of more to one recipient needs a second person; none of a currency without a figure. */
  approvals: ApprovalRules;
  /** Of each person; a currency that is missing has none. */
  limits: Limits;
  /** The most that one person resolves as not sent; nothing in a currency without a figure. Null: everything. */
  resolveAloneUpTo: CurrencyFigures | null;
  countryFieldRules: CountryFieldRules;
  /** Milliseconds between two reads of the list while nobody looks and a transfer has not ended. */
  backgroundRead: number;
  /** Milliseconds without a request until a session ends. */
  sessionIdle: number;
  /** Milliseconds until a session ends in any case. */
  sessionMax: number;
  /** Milliseconds after which a transfer that needs review is late. */
  reviewWithin: number;
  /** For each person, in each instance. */
  quotesPerMinute: number;
  sendsPerMinute: number;
  /** Null: only this machine may read the metrics. */
  metricsToken: string | null;
  hold: Hold;
  retention: Retention;
  /** Null: no mail is sent. */
  mail: MailAccess | null;
  /** How people contact the operator's support. */
  support: Settings['support'];
  /** What the operator says of the cost, by language; null: nothing is shown. */
  costNote: NonNullable<Settings['cost_note']> | null;
  theme: Theme;
  logLevel: string;
  /** A line for each variable that only seems meant for Giro, or whose value seems to hold a comment. */
  variableWarnings: string[];
};

/** The environment is wrong; one line for each variable at fault, with what to write. */
export class ConfigError extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(`Giro can't start:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/**
 * Reads the configuration from environment variables. An empty variable counts as not set.
 * @throws ConfigError with each variable at fault, what is wrong and what to write
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries({ HTTPS_PROXY: env.https_proxy, NO_PROXY: env.no_proxy, ...env }).filter(
      ([, value]) => value !== '' && value !== undefined,
    ),
  );
  const parsed = z.safeParse(environment, given, { error: zodErrorMessage });
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const values = parsed.data;
  const service = serviceAccess(values);
  const secrets = secretAccess(values, service !== null);
  if (typeof secrets === 'string') throw new ConfigError([secrets]);
  const approvals = approvalsOf(values);
  if (typeof approvals === 'string') throw new ConfigError([approvals]);
  const publicOrigin = originOf(values.PUBLIC_ORIGIN);
  const isIdleLonger = values.SESSION_IDLE_MINUTES > values.SESSION_MAX_MINUTES;
  // The default of a variable that is not set may be longer: the end comes first.
  if (given.SESSION_IDLE_MINUTES !== undefined && isIdleLonger) {
    throw new ConfigError([
      'SESSION_IDLE_MINUTES: must not be more than SESSION_MAX_MINUTES, when a session ends in any case',
    ]);
  }
  return {
    service,
    ...secrets,
    publicOrigin,
    oidc: oidcAccess(values, publicOrigin),
    host: values.HOST,
    port: values.PORT,
    trustProxy: values.TRUST_PROXY,
    stopGrace: values.STOP_GRACE_SECONDS * 1_000,
    // The sandbox loses its data when it stops, so its ledger is in memory unless DATABASE_URL is set.
    databaseUrl: values.DATABASE_URL ?? (service ? 'sqlite:data/giro.db' : 'sqlite::memory:'),
    databaseConnections: values.DATABASE_CONNECTIONS,
    sendersSee: values.SENDERS_SEE,
    stepUpAbove: values.STEP_UP_ABOVE ?? new Map(),
    approvals,
    limits: values.LIMITS ?? new Map(),
    resolveAloneUpTo: values.RESOLVE_ALONE_UP_TO ?? null,
    countryFieldRules: values.COUNTRY_FIELD_RULES ?? defaultCountryFieldRules,
    backgroundRead: values.BACKGROUND_READ_MINUTES,
    sessionIdle: values.SESSION_IDLE_MINUTES,
    sessionMax: values.SESSION_MAX_MINUTES,
    reviewWithin: values.REVIEW_WITHIN_HOURS * 3_600_000,
    quotesPerMinute: values.QUOTES_PER_MINUTE,
    sendsPerMinute: values.SENDS_PER_MINUTE,
    metricsToken: values.METRICS_TOKEN ?? null,
    hold: holdOf(values),
    retention: retentionOf(values),
    mail: mailAccess(values, publicOrigin),
    support: supportContact(values),
    costNote: values.COST_NOTE ?? null,
    theme: { name: values.THEME_NAME, logo: values.THEME_LOGO ?? null, accent: accentOf(values) },
    logLevel: values.LOG_LEVEL,
    variableWarnings: [
      ...unknownVariables(Object.keys(given), variableNames),
      ...oddValues(given, variableNames),
    ],
  };
}

function originOf(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { origin, pathname } = new URL(url);
  if (pathname === '/') return origin;
  throw new ConfigError([
    `PUBLIC_ORIGIN: must be ${origin} without ${pathname}; Giro needs a host name of its own`,
  ]);
}

function serviceAccess(values: z.infer<typeof environment>): ServiceAccess | null {
  const { REMITTANCE_BASE_URL, REMITTANCE_CLIENT_ID, REMITTANCE_CLIENT_SECRET } = values;
  const three = { REMITTANCE_BASE_URL, REMITTANCE_CLIENT_ID, REMITTANCE_CLIENT_SECRET };
  const given = threeOrNone('REMITTANCE_*', three);
  if (!given) return null;
  const [baseUrl, clientId, clientSecret] = given;
  if (!isSafe(baseUrl) && values.ALLOW_HTTP !== 'true') {
    throw new ConfigError([
      'REMITTANCE_BASE_URL: must begin with https://, or others on the network can read the credentials; on a network that you trust, set ALLOW_HTTP=true',
    ]);
  }
  const proxy = proxyOf(values, baseUrl);
  return { baseUrl, clientId, clientSecret, ...(proxy && { proxy }) };
}

/** The proxy for calls to the service. Other programs accept HOST:PORT too, so Giro does. */
function proxyOf(
  { HTTPS_PROXY: given, NO_PROXY: except = '' }: z.infer<typeof environment>,
  baseUrl: string,
): ProxyAccess | null {
  if (given === undefined || !baseUrl.startsWith('https:')) return null;
  const url = /^\w+:\/\//.test(given) ? given : `http://${given}`;
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return { url, except };
  // The value is not repeated: it may hold a password.
  throw new ConfigError(['HTTPS_PROXY: must be an address, such as http://proxy.example:3128']);
}

function oidcAccess(
  values: z.infer<typeof environment>,
  publicOrigin: string | null,
): OidcAccess | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM: roleClaim } = values;
  const given = threeOrNone('OIDC_*', { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  if (!given) return null;
  if (publicOrigin === null) {
    throw new ConfigError([`PUBLIC_ORIGIN: missing; OIDC_* needs it. Write ${publicOriginAdvice}`]);
  }
  const [issuer, clientId, clientSecret] = given;
  const stepUpAcr = values.OIDC_STEP_UP_ACR?.split(/\s+/) ?? [];
  const clientAuth = values.OIDC_CLIENT_AUTH ?? null;
  return { issuer, clientId, clientSecret, clientAuth, roleClaim, stepUpAcr, publicOrigin };
}

function mailAccess(
  { SMTP_URL: smtp, MAIL_FROM: from }: z.infer<typeof environment>,
  publicOrigin: string | null,
): MailAccess | null {
  if (!smtp && !from) return null;
  if (!from)
    throw new ConfigError(['MAIL_FROM: missing; set both SMTP_URL and MAIL_FROM, or neither']);
  if (!smtp)
    throw new ConfigError(['SMTP_URL: missing; set both SMTP_URL and MAIL_FROM, or neither']);
  if (publicOrigin === null) {
    throw new ConfigError([
      `PUBLIC_ORIGIN: missing; the links in mails need it. Write ${publicOriginAdvice}`,
    ]);
  }
  return { ...smtp, from };
}

/** The values of three variables that belong together, or null when none is set. */
function threeOrNone(
  family: string,
  three: Record<string, string | undefined>,
): [string, string, string] | null {
  const [first, second, third] = Object.values(three);
  if (first !== undefined && second !== undefined && third !== undefined) {
    return [first, second, third];
  }
  const missing = Object.keys(three).filter((name) => three[name] === undefined);
  if (missing.length === 3) return null;
  throw new ConfigError(
    missing.map((name) => `${name}: missing; set all three of ${family}, or none`),
  );
}

function accentOf({
  THEME_ACCENT: light,
  THEME_ACCENT_DARK: dark,
}: z.infer<typeof environment>): Accent | null {
  if (light !== undefined && dark !== undefined) return { light, dark };
  if (light === undefined && dark === undefined) return null;
  const missing = light === undefined ? 'THEME_ACCENT' : 'THEME_ACCENT_DARK';
  throw new ConfigError([
    `${missing}: missing; set both THEME_ACCENT and THEME_ACCENT_DARK, or neither`,
  ]);
}

/** Https proves who answers, and hides what is said. On this machine http is enough. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
}
