import * as z from 'zod/mini';
import type { Settings } from '../../contract/api/session.ts';
import { countryFieldRules } from '../../contract/bank-codes.ts';
import { defaultCountryFieldRules } from '../../contract/field-rules.ts';
import { zodErrorMessage } from '../lib/zod-error-message.ts';
import { readLogo } from '../page/logo.ts';
import { type Accent, accentFault, type Theme } from '../page/theme.ts';
import { supportContact, supportVariables } from './support-contact.ts';

const text = z.string().check(z.trim(), z.minLength(1));
const proxies = z.pipe(
  z._default(
    z.string().check(z.regex(/^(true|false|\d{1,2})$/, 'give true, or how many proxies there are')),
    'false',
  ),
  z.transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))),
);
const httpUrl = (error: string) =>
  z.pipe(
    z.url({ protocol: /^https?$/, error }),
    z.transform((url) => url.replace(/\/+$/, '')),
  );
const baseUrl = httpUrl('give its address, such as https://service.example').check(
  // The paths of the contract begin with it (contract 9): it would be asked for twice.
  z.refine((url) => !/\/api\/v3$/i.test(url), 'give the address without /api/v3'),
);
const minutes = (byDefault: number) =>
  z.pipe(
    z._default(
      z.coerce.number({ error: 'give a number of minutes above 0' }).check(z.gt(0)),
      byDefault,
    ),
    z.transform((value) => value * 60_000),
  );

const perMinute = (byDefault: number) =>
  z._default(
    z.coerce.number({ error: 'give a whole number, 1 or more' }).check(z.int(), z.gte(1)),
    byDefault,
  );

const accent = (scheme: keyof Accent) =>
  z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/, 'give #rrggbb'), (given) => {
    const message = /^#[0-9a-f]{6}$/.test(given.value) && accentFault(scheme, given.value);
    if (message) given.issues.push({ code: 'custom', message, input: given.value });
  });

const logo = z.pipe(
  text,
  z.transform((path, given) => {
    try {
      return readLogo(path);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      given.issues.push({ code: 'custom', message, input: path });
      return z.NEVER;
    }
  }),
);

const environment = z.object({
  REMITTANCE_BASE_URL: z.optional(baseUrl),
  REMITTANCE_CLIENT_ID: z.optional(text),
  REMITTANCE_CLIENT_SECRET: z.optional(text),
  GIRO_SECRET: z.optional(z.string().check(z.minLength(32, 'give at least 32 characters'))),
  PUBLIC_ORIGIN: z.optional(
    httpUrl('give where people reach Giro, such as https://send.example.com'),
  ),
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(
    z.coerce
      .number({ error: 'give a number from 0 to 65535' })
      .check(z.int(), z.gte(0), z.lte(65535)),
    3000,
  ),
  TRUST_PROXY: proxies,
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^(sqlite:.|postgres(ql)?:\/\/)/, 'give sqlite:PATH or postgres://…')),
  ),
  SENDERS_SEE: z._default(z.enum(['own', 'all']), 'own'),
  OIDC_ISSUER: z.optional(z.string().check(z.refine(isSafeIssuer, 'give an https:// address'))),
  OIDC_CLIENT_ID: z.optional(text),
  OIDC_CLIENT_SECRET: z.optional(text),
  OIDC_ROLE_CLAIM: z._default(text, 'giro_role'),
  COUNTRY_FIELD_RULES: z.optional(z.string()),
  SESSION_IDLE_MINUTES: minutes(30),
  SESSION_MAX_MINUTES: minutes(12 * 60),
  QUOTES_PER_MINUTE: perMinute(120),
  SENDS_PER_MINUTE: perMinute(30),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^\S{16,}$/, 'give 16 characters or more'))),
  ...supportVariables,
  THEME_NAME: z._default(text.check(z.maxLength(40)), 'Giro'),
  THEME_LOGO: z.optional(logo),
  THEME_ACCENT: z.optional(accent('light')),
  THEME_ACCENT_DARK: z.optional(accent('dark')),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
});

export type ServiceAccess = { baseUrl: string; clientId: string; clientSecret: string };

/** The OpenID provider, and what it knows this Giro as. */
export type OidcAccess = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  roleClaim: string;
  publicOrigin: string;
};

export type Config = {
  /** The real service, or null: the sandbox stands in. */
  service: ServiceAccess | null;
  secret: string | null;
  publicOrigin: string | null;
  /** Null: people sign in with an account of Giro alone. */
  oidc: OidcAccess | null;
  host: string;
  port: number;
  /** How many proxies stand in front: what only a caller says of its address is not believed. */
  trustProxy: number;
  databaseUrl: string;
  sendersSee: 'own' | 'all';
  countryFieldRules: z.infer<typeof countryFieldRules>;
  /** Milliseconds. */
  sessionIdle: number;
  sessionMax: number;
  /** Of one person, at one instance. */
  quotesPerMinute: number;
  sendsPerMinute: number;
  /** Null: the metrics are answered to this machine alone. */
  metricsToken: string | null;
  /** How people reach the operator's support. */
  support: Settings['support'];
  theme: Theme;
  logLevel: string;
};

/** What is wrong with the environment, a line for each variable. */
export class ConfigError extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(`Giro can't start:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/**
 * Reads the environment. An empty variable counts as not set.
 * @throws ConfigError that names every variable at fault and what to give.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(environment, given, { error: zodErrorMessage });
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const values = parsed.data;
  const service = serviceAccess(values);
  if (service && values.GIRO_SECRET === undefined) {
    throw new ConfigError([
      'GIRO_SECRET: needed with a real service; give 32 random characters or more',
    ]);
  }
  const publicOrigin = values.PUBLIC_ORIGIN ? new URL(values.PUBLIC_ORIGIN).origin : null;
  return {
    service,
    secret: values.GIRO_SECRET ?? null,
    publicOrigin,
    oidc: oidcAccess(values, publicOrigin),
    host: values.HOST,
    port: values.PORT,
    trustProxy: values.TRUST_PROXY,
    // The sandbox forgets everything when it stops, so its ledger does too, unless one is named.
    databaseUrl: values.DATABASE_URL ?? (service ? 'sqlite:data/giro.db' : 'sqlite::memory:'),
    sendersSee: values.SENDERS_SEE,
    countryFieldRules: fieldRules(values.COUNTRY_FIELD_RULES),
    sessionIdle: values.SESSION_IDLE_MINUTES,
    sessionMax: values.SESSION_MAX_MINUTES,
    quotesPerMinute: values.QUOTES_PER_MINUTE,
    sendsPerMinute: values.SENDS_PER_MINUTE,
    metricsToken: values.METRICS_TOKEN ?? null,
    support: supportContact(values),
    theme: { name: values.THEME_NAME, logo: values.THEME_LOGO ?? null, accent: accentOf(values) },
    logLevel: values.LOG_LEVEL,
  };
}

function serviceAccess(values: z.infer<typeof environment>): ServiceAccess | null {
  const { REMITTANCE_BASE_URL, REMITTANCE_CLIENT_ID, REMITTANCE_CLIENT_SECRET } = values;
  const three = { REMITTANCE_BASE_URL, REMITTANCE_CLIENT_ID, REMITTANCE_CLIENT_SECRET };
  const given = threeOrNone('REMITTANCE_*', three);
  if (!given) return null;
  const [baseUrl, clientId, clientSecret] = given;
  return { baseUrl, clientId, clientSecret };
}

function oidcAccess(
  values: z.infer<typeof environment>,
  publicOrigin: string | null,
): OidcAccess | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ROLE_CLAIM: roleClaim } = values;
  const given = threeOrNone('OIDC_*', { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET });
  if (!given) return null;
  if (publicOrigin === null) {
    throw new ConfigError([
      'PUBLIC_ORIGIN: needed with OIDC_*; give where people reach Giro, such as https://send.example.com',
    ]);
  }
  const [issuer, clientId, clientSecret] = given;
  return { issuer, clientId, clientSecret, roleClaim, publicOrigin };
}

/** The values of three variables that make sense only together, or null when none is set. */
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
    `${missing}: missing; set both of THEME_ACCENT and THEME_ACCENT_DARK, or none`,
  ]);
}

/** Its answers are trusted because of https; on this machine alone they need none. */
function isSafeIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && here);
}

function fieldRules(json: string | undefined): Config['countryFieldRules'] {
  if (json === undefined) return defaultCountryFieldRules;
  try {
    const rules = z.parse(countryFieldRules, JSON.parse(json));
    return Object.fromEntries(
      Object.entries(rules).map(([code, fields]) => [code.toUpperCase(), fields]),
    );
  } catch {
    throw new ConfigError([
      'COUNTRY_FIELD_RULES: give JSON such as {"ES":["iban_number"],"US":["aba_number"]}',
    ]);
  }
}
