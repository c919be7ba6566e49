import { apiPaths } from '../../contract/api/paths.ts';
import { maxOddRows } from '../../contract/api/support.ts';
import { OidcError } from '../auth/oidc-error.ts';
import { createOidcProvider } from '../auth/oidc-provider.ts';
import type { OidcAccess } from '../config/config.ts';
import { originWarnings } from '../config/origin-warnings.ts';
import { openLedger } from '../ledger/ledger.ts';
import { createStoreClock, maxClockDifferenceMs } from '../ledger/store-clock.ts';
import { belongsToOther, otherServiceAdvice } from '../ledger-service.ts';
import { ServiceError } from '../service/errors.ts';
import { createService, type Service } from '../service/service.ts';
import { createMemoryTokenStore } from '../service/token-store.ts';
import { checkMail } from './check-mail.ts';
import type { CommandContext } from './command.ts';

/** By kind of failure: what is wrong, and what to do. */
const advice = {
  refused: [
    'the service refused a plain read',
    'Check that REMITTANCE_BASE_URL is its address without /api/v3',
  ],
  credentials: [
    'the service rejects REMITTANCE_CLIENT_ID and REMITTANCE_CLIENT_SECRET',
    'Check both with its operator',
  ],
  'not-written': [
    'nothing answers at REMITTANCE_BASE_URL',
    'Check the address, the network and DNS',
  ],
  timeout: ['the service did not answer in time', 'Try again, then ask its operator'],
  broken: ['the service closed the connection or answered with an error', 'Ask its operator'],
  redirected: [
    'the service redirects',
    'Set REMITTANCE_BASE_URL to the address that it redirects to',
  ],
  unreadable: [
    'the answer does not match the contract',
    'Check that REMITTANCE_BASE_URL is the right address',
  ],
  busy: ['the service asks for fewer calls', 'Try again later'],
} as const;

/** The longest name of a check, so that the results are aligned. */
const nameLength = 'OpenID provider'.length;

/**
 * Checks the configuration, the database, the clock, the OpenID provider, the mail server, the credentials and every read
 * of the service. Prints a line for each: the check, ok or what is wrong, and what to do.
 * Returns the exit code: 1 when a check failed.
 */
export async function doctor(context: CommandContext): Promise<number> {
  const { config, now } = context;
  const say = (name: string, result: 'ok' | 'WARN' | 'FAIL', detail: string) =>
    context.say(`${name.padEnd(nameLength)}  ${result.padEnd(4)}  ${detail}`);
  let failures = 0;
  async function check(name: string, work: () => Promise<string>): Promise<boolean> {
    try {
      say(name, 'ok', await work());
      return true;
    } catch (error) {
      failures += 1;
      say(name, 'FAIL', explain(error));
      return false;
    }
  }

  await check('configuration', async () =>
    config.service ? `real service at ${config.service.baseUrl}` : 'sandbox, no real service',
  );
  for (const warning of originWarnings(config)) say('origin', 'WARN', warning);
  const hasStore = await check('database', async () => {
    const db = await openLedger(config.databaseUrl).catch((error: unknown) => {
      throw new Error(`${explain(error)}. Check DATABASE_URL and the rights to it`);
    });
    const isOther = await belongsToOther(db, config.service);
    await db.destroy();
    if (isOther) throw new Error(otherServiceAdvice);
    return config.databaseUrl.replace(/\/\/.*@/, '//…@');
  });
  if (hasStore) await check('clock', () => compareClocks(context));
  const { oidc } = config;
  if (oidc) await check('OpenID provider', () => checkProvider(oidc, now));
  const { mail } = config;
  if (mail) await check('mail', () => checkMail(mail));
  if (config.service) {
    const service = createService({ ...config.service, tokenStore: createMemoryTokenStore() });
    for (const [name, work] of reads(service)) await check(name, work);
    await check('token', async () => {
      const ended = await service.tokens.deactivate();
      return ended ? 'deactivated after the checks' : 'none to deactivate';
    });
    await service.close();
  }
  const checks = failures === 1 ? '1 check' : `${failures} checks`;
  context.say(failures === 0 ? 'All checks passed' : `${checks} failed`);
  return failures === 0 ? 0 : 1;
}

async function compareClocks({ config, now, log }: CommandContext): Promise<string> {
  const db = await openLedger(config.databaseUrl);
  const clock = createStoreClock({ db, now, log });
  await clock.now().finally(() => db.destroy());
  const seconds = `${(Math.abs(clock.ahead_ms()) / 1_000).toFixed(1)} s`;
  if (!clock.differs()) return `${seconds} from the database's`;
  const side = clock.ahead_ms() > 0 ? 'ahead of' : 'behind';
  throw new Error(
    `this machine is ${seconds} ${side} the database. No transfer is sent beyond ${maxClockDifferenceMs / 1_000} s: set both clocks by NTP`,
  );
}

function reads({ client, tokens }: Service): [string, () => Promise<string>][] {
  const count = (of: string, read: () => Promise<unknown[]>) => async () => {
    const { length } = await read();
    const { odd = [] } = client.lists.report().find(({ list }) => of.endsWith(list)) ?? {};
    if (odd.length === 0) return `${length} ${of}`;
    const named = odd.slice(0, maxOddRows).map((row) => `${nameOf(row)} (${row.field})`);
    throw new Error(
      `${length} ${of} read, ${odd.length} left out because a field can't be read: ${named.join(', ')}. Ask the service's operator`,
    );
  };
  return [
    ['credentials', async () => ((await tokens.get()) ? 'accepted' : 'no token')],
    ['countries', count('assets and countries', () => client.listCountries())],
    ['currencies', count('currencies', () => client.listCurrencies())],
    ['banks', count('banks', () => client.listBanks())],
    ['accounts', count('destination accounts', () => client.listAccounts())],
    ['transfers', count('transfers', () => client.listTransfers())],
  ];
}

const nameOf = ({ id, place }: { id: string | null; place: number }) =>
  id === null ? `row ${place + 1}` : `id ${id}`;

function explain(error: unknown): string {
  if (error instanceof ServiceError) {
    // Without a token no call is written: the failure of the token call is the one to report.
    const first = error.kind === 'not-written' && error.cause instanceof ServiceError;
    const { kind, message } = first && error.cause instanceof ServiceError ? error.cause : error;
    const [wrong, toDo] = advice[kind];
    // These messages are Giro's own and name the row or address. A refusal's message is the service's.
    const isOwn = kind === 'unreadable' || kind === 'redirected';
    return isOwn ? `${wrong} (${message}). ${toDo}` : `${wrong}. ${toDo}`;
  }
  return error instanceof Error ? error.message : String(error);
}

// By error code of Node and of openid-client.
const providerAdvice: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at OIDC_ISSUER. Check the address and the network',
  ENOTFOUND: 'the host of OIDC_ISSUER is unknown. Check the address and DNS',
  OAUTH_TIMEOUT: 'the provider did not answer in time. Check the network, and try again',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'the provider has another name. Set OIDC_ISSUER to exactly the "issuer" in its /.well-known/openid-configuration, including a slash at the end',
};
const unreadable =
  'no OpenID provider answers at OIDC_ISSUER. Check that OIDC_ISSUER/.well-known/openid-configuration is its configuration';

/**
 * Discovers the provider and compares its issuer with OIDC_ISSUER. Returns the redirect URI to register:
 * only a person's sign-in can show that the provider accepts it.
 * @throws Error whose message says what is wrong and what to do
 */
async function checkProvider(access: OidcAccess, now: () => number): Promise<string> {
  try {
    await createOidcProvider(access, now).ask();
    const callback = new URL(apiPaths.oidcCallback, access.publicOrigin).href;
    return `${access.issuer} answers. Register ${callback} there as a redirect URI of ${access.clientId}`;
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const { code = 'unknown' } = error.why;
    const isName = code.startsWith('OAUTH_');
    throw new Error(
      providerAdvice[code] ??
        (isName ? unreadable : `the provider can't be reached (${code}). Check the network`),
    );
  }
}
