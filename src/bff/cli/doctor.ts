import { apiPaths } from '../../contract/api/paths.ts';
import { maxOddRows } from '../../contract/api/support.ts';
import { OidcError } from '../auth/oidc-error.ts';
import { createOidcProvider } from '../auth/oidc-provider.ts';
import type { OidcAccess } from '../config/config.ts';
import { originWarnings } from '../config/origin-warnings.ts';
import { openLedger } from '../ledger/ledger.ts';
import { createStoreClock, maxClockDifferenceMs } from '../ledger/store-clock.ts';
import { isForOther, otherService } from '../ledger-service.ts';
import { ServiceError } from '../service/errors.ts';
import { createService, type Service } from '../service/service.ts';
import { createMemoryTokenStore } from '../service/token-store.ts';
import type { CommandContext } from './command.ts';

const advice = {
  refused: 'the service refused a plain read: is REMITTANCE_BASE_URL the address without /api/v3?',
  credentials:
    'the service does not accept REMITTANCE_CLIENT_ID and REMITTANCE_CLIENT_SECRET: check both with its operator',
  'not-written': 'nothing answers at REMITTANCE_BASE_URL: check the address, the network and DNS',
  timeout: 'the service did not answer in time: try again, then ask its operator',
  broken: 'the service broke off or answered with an error of its own: ask its operator',
  redirected: 'the service redirects: set REMITTANCE_BASE_URL to the address that it leads to',
  unreadable: 'the answer is not what the contract says: is REMITTANCE_BASE_URL the right address?',
  busy: 'the service asks for fewer calls: try again later',
} as const;

/** Checks configuration, store, people's sign-in, credentials and each read of the service; a line for each. */
export async function doctor(context: CommandContext): Promise<number> {
  const { config, say, now } = context;
  let failures = 0;
  async function check(name: string, work: () => Promise<string>): Promise<boolean> {
    try {
      say(`ok    ${name}: ${await work()}`);
      return true;
    } catch (error) {
      failures += 1;
      say(`FAIL  ${name}: ${explain(error)}`);
      return false;
    }
  }

  await check('configuration', async () =>
    config.service ? `a real service at ${config.service.baseUrl}` : 'no service: the sandbox',
  );
  for (const warning of originWarnings(config)) say(`WARN  origin: ${warning}`);
  const hasStore = await check('store', async () => {
    const db = await openLedger(config.databaseUrl);
    const isOther = await isForOther(db, config.service);
    await db.destroy();
    if (isOther) throw new Error(otherService);
    return config.databaseUrl.replace(/\/\/.*@/, '//…@');
  });
  if (hasStore) await check('clock', () => compareClocks(context));
  const { oidc } = config;
  if (oidc) await check('OpenID provider', () => checkProvider(oidc, now));
  if (config.service) {
    const service = createService({ ...config.service, tokenStore: createMemoryTokenStore() });
    for (const [name, work] of reads(service)) await check(name, work);
    await check('token given back', async () => String(await service.tokens.deactivate()));
    await service.close();
  }
  say(failures === 0 ? 'all is well' : `${failures} to mend`);
  return failures === 0 ? 0 : 1;
}

async function compareClocks({ config, now, log }: CommandContext): Promise<string> {
  const db = await openLedger(config.databaseUrl);
  const clock = createStoreClock({ db, now, log });
  await clock.now().finally(() => db.destroy());
  const seconds = `${(Math.abs(clock.ahead_ms()) / 1_000).toFixed(1)} s`;
  if (!clock.differs()) return `${seconds} from the store's`;
  const side = clock.ahead_ms() > 0 ? 'ahead of' : 'behind';
  throw new Error(
    `this machine is ${seconds} ${side} the store, and nothing is sent beyond ${maxClockDifferenceMs / 1_000} s: set both by NTP`,
  );
}

function reads({ client, tokens }: Service): [string, () => Promise<string>][] {
  const count = (of: string, read: () => Promise<unknown[]>) => async () => {
    const { length } = await read();
    const { odd = [] } = client.lists.report().find(({ list }) => of.endsWith(list)) ?? {};
    if (odd.length === 0) return `${length} ${of}`;
    const named = odd.slice(0, maxOddRows).map((row) => `${nameOf(row)} (${row.field})`);
    throw new Error(
      `${length} ${of}; ${odd.length} can't be read and are left out: ${named.join(', ')}: ask its operator`,
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
    // Without a token nothing is written; how the call for one failed is what there is to mend.
    const first = error.kind === 'not-written' && error.cause instanceof ServiceError;
    const { kind, message } = first && error.cause instanceof ServiceError ? error.cause : error;
    // Our own words, which name the row or the address; a refusal's are the service's.
    const isOdd = kind === 'unreadable' || kind === 'redirected';
    return isOdd ? `${advice[kind]} (${message})` : advice[kind];
  }
  return error instanceof Error ? error.message : String(error);
}

// Named by the codes of the client library, and of Node.
const providerAdvice: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at OIDC_ISSUER: check the address and the network',
  ENOTFOUND: 'the host of OIDC_ISSUER is not known: check the address and DNS',
  OAUTH_TIMEOUT: 'the provider did not answer in time: check the network between, and try again',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'the provider calls itself by another name: give OIDC_ISSUER exactly as the "issuer" in its /.well-known/openid-configuration says it, a slash at the end included',
};
const unreadable =
  'no OpenID provider answers there: OIDC_ISSUER/.well-known/openid-configuration must be its configuration';

/**
 * Discovers the provider, which holds what it calls itself against OIDC_ISSUER. Answers what to tell
 * the provider, for only a person's sign-in shows that it knows this Giro.
 * @throws Error that says what to do
 */
async function checkProvider(access: OidcAccess, now: () => number): Promise<string> {
  try {
    await createOidcProvider(access, now).ask();
    const callback = new URL(apiPaths.oidcCallback, access.publicOrigin).href;
    return `${access.issuer} answers; it must know ${callback} as a redirect URI of ${access.clientId}`;
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const { code = 'unknown' } = error.why;
    const isName = code.startsWith('OAUTH_');
    throw new Error(
      providerAdvice[code] ?? (isName ? unreadable : `the provider can't be reached: ${code}`),
    );
  }
}
