import * as z from 'zod/mini';
import { countryFieldRules, defaultCountryFieldRules } from '../contract/field-rules.ts';
import { inWords } from './in-words.ts';

const text = z.string().check(z.trim(), z.minLength(1));
const proxies = z.pipe(
  z._default(
    z.string().check(z.regex(/^(true|false|\d{1,2})$/, 'give true, or how many proxies there are')),
    'false',
  ),
  z.transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value))),
);
const httpUrl = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((url) => url.replace(/\/+$/, '')),
);
const minutes = (byDefault: number) =>
  z.pipe(
    z._default(z.coerce.number().check(z.gt(0)), byDefault),
    z.transform((value) => value * 60_000),
  );

const environment = z.object({
  REMITTANCE_BASE_URL: z.optional(httpUrl),
  REMITTANCE_CLIENT_ID: z.optional(text),
  REMITTANCE_CLIENT_SECRET: z.optional(text),
  GIRO_SECRET: z.optional(z.string().check(z.minLength(32, 'give at least 32 characters'))),
  PUBLIC_ORIGIN: z.optional(httpUrl),
  HOST: z._default(text, '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 3000),
  TRUST_PROXY: proxies,
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^(sqlite:|postgres(ql)?:\/\/)/, 'give sqlite:PATH or postgres://…')),
  ),
  SENDERS_SEE: z._default(z.enum(['own', 'all']), 'own'),
  COUNTRY_FIELD_RULES: z.optional(z.string()),
  SESSION_IDLE_MINUTES: minutes(30),
  SESSION_MAX_MINUTES: minutes(12 * 60),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
});

export type ServiceAccess = { baseUrl: string; clientId: string; clientSecret: string };

export type Config = {
  /** The real service, or null: the sandbox stands in. */
  service: ServiceAccess | null;
  secret: string | null;
  publicOrigin: string | null;
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
  const parsed = z.safeParse(environment, given, { error: inWords });
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
  return {
    service,
    secret: values.GIRO_SECRET ?? null,
    publicOrigin: values.PUBLIC_ORIGIN ? new URL(values.PUBLIC_ORIGIN).origin : null,
    host: values.HOST,
    port: values.PORT,
    trustProxy: values.TRUST_PROXY,
    // The sandbox forgets everything when it stops, so its ledger does too, unless one is named.
    databaseUrl: values.DATABASE_URL ?? (service ? 'sqlite:data/giro.db' : 'sqlite::memory:'),
    sendersSee: values.SENDERS_SEE,
    countryFieldRules: fieldRules(values.COUNTRY_FIELD_RULES),
    sessionIdle: values.SESSION_IDLE_MINUTES,
    sessionMax: values.SESSION_MAX_MINUTES,
    logLevel: values.LOG_LEVEL,
  };
}

function serviceAccess(values: z.infer<typeof environment>): ServiceAccess | null {
  const three = {
    REMITTANCE_BASE_URL: values.REMITTANCE_BASE_URL,
    REMITTANCE_CLIENT_ID: values.REMITTANCE_CLIENT_ID,
    REMITTANCE_CLIENT_SECRET: values.REMITTANCE_CLIENT_SECRET,
  };
  const missing = Object.entries(three).filter(([, value]) => value === undefined);
  if (missing.length === 3) return null;
  const { REMITTANCE_BASE_URL: baseUrl } = three;
  const { REMITTANCE_CLIENT_ID: clientId, REMITTANCE_CLIENT_SECRET: clientSecret } = three;
  if (baseUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError(
      missing.map(([name]) => `${name}: missing; set all three of REMITTANCE_*, or none`),
    );
  }
  return { baseUrl, clientId, clientSecret };
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
