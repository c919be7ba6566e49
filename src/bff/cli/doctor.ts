import { openLedger } from '../ledger/ledger.ts';
import { isForOther, otherService } from '../ledger-service.ts';
import { ServiceError } from '../service/errors.ts';
import { memoryTokenStore } from '../service/memory-token-store.ts';
import { createService, type Service } from '../service/service.ts';
import type { CommandContext } from './command.ts';
import { checkProvider } from './doctor-oidc.ts';

const advice = {
  refused: 'the service refused a plain read: is REMITTANCE_BASE_URL the address without /api/v3?',
  credentials:
    'the service does not accept REMITTANCE_CLIENT_ID and REMITTANCE_CLIENT_SECRET: check both with its operator',
  'not-written': 'nothing answers at REMITTANCE_BASE_URL: check the address, the network and DNS',
  timeout: 'the service did not answer in time: try again, then ask its operator',
  broken: 'the service broke off or answered with an error of its own: ask its operator',
  unreadable: 'the answer is not what the contract says: is REMITTANCE_BASE_URL the right address?',
  busy: 'the service asks for fewer calls: try again later',
} as const;

/** Checks configuration, store, people's sign-in, credentials and each read of the service; a line for each. */
export async function doctor({ config, say, now }: CommandContext): Promise<number> {
  let failures = 0;
  async function check(name: string, work: () => Promise<string>) {
    try {
      say(`ok    ${name}: ${await work()}`);
    } catch (error) {
      failures += 1;
      say(`FAIL  ${name}: ${explain(error)}`);
    }
  }

  await check('configuration', async () =>
    config.service ? `a real service at ${config.service.baseUrl}` : 'no service: the sandbox',
  );
  await check('store', async () => {
    const db = await openLedger(config.databaseUrl);
    const isOther = await isForOther(db, config.service);
    await db.destroy();
    if (isOther) throw new Error(otherService);
    return config.databaseUrl.replace(/\/\/.*@/, '//…@');
  });
  const { oidc } = config;
  if (oidc) await check('OpenID provider', () => checkProvider(oidc, now));
  if (config.service) {
    const service = createService({ ...config.service, tokenStore: memoryTokenStore() });
    for (const [name, work] of reads(service)) await check(name, work);
    await check('token given back', async () => String(await service.tokens.deactivate()));
    await service.close();
  }
  say(failures === 0 ? 'all is well' : `${failures} to mend`);
  return failures === 0 ? 0 : 1;
}

function reads({ client, tokens }: Service): [string, () => Promise<string>][] {
  const count = (of: string, read: () => Promise<unknown[]>) => async () =>
    `${(await read()).length} ${of}`;
  return [
    ['credentials', async () => ((await tokens.get()) ? 'accepted' : 'no token')],
    ['countries', count('countries and assets', () => client.listCountries())],
    ['currencies', count('currencies', () => client.listCurrencies())],
    ['banks', count('banks', () => client.listBanks())],
    ['accounts', count('destination accounts', () => client.listAccounts())],
    ['transfers', count('transfers', () => client.listTransfers())],
  ];
}

function explain(error: unknown): string {
  if (error instanceof ServiceError) return advice[error.kind];
  return error instanceof Error ? error.message : String(error);
}
