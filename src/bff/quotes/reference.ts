import type { Bank } from '../../contract/bank.ts';
import type { Country } from '../../contract/country.ts';
import type { Currency } from '../../contract/currency.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import type { ServiceClient } from '../service/client.ts';

export type Reference = {
  countries(): Promise<Country[]>;
  currencies(): Promise<Currency[]>;
  banks(country_name?: string): Promise<Bank[]>;
};

// contract 2.5: currencies change very rarely and may be stored.
const maxAgeMs = 10 * 60_000;
const retryEveryMs = 30_000;
const maxBankLists = 400;

type Lists = Pick<ServiceClient, 'listCountries' | 'listCurrencies' | 'listBanks'>;

/** Countries, currencies and banks, cached for 10 minutes; then the last known ones while they are read again. */
export function createReference(client: Lists, now: () => number): Reference {
  const countries = lasting(() => client.listCountries(), now);
  const currencies = lasting(() => client.listCurrencies(), now);
  const banks = new Map<string, () => Promise<Bank[]>>();
  return {
    countries,
    currencies,
    banks(country_name = '') {
      const kept = banks.get(country_name);
      if (kept) return kept();
      // A caller may pass any text, so the cache is bounded.
      if (banks.size >= maxBankLists) banks.clear();
      const read = lasting(() => banksOf(client, country_name), now);
      banks.set(country_name, read);
      return read();
    },
  };
}

/** Filters by country here too: contract 4.6 doesn't say where the parameter goes, so a service may ignore it. */
async function banksOf(client: Lists, country_name: string): Promise<Bank[]> {
  if (country_name === '') return client.listBanks();
  const banks = await client.listBanks(country_name);
  const there = banks.filter((bank) => bank.country_name === country_name);
  // Without a match the service may know the country by another name.
  return there.length > 0 ? there : banks;
}

function lasting<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  const shared: SharedRead<T> = createSharedRead(read, now);
  let last: { value: T; readAt: number } | null = null;
  let nextAttemptAt = 0;

  async function renew(): Promise<T> {
    last = await shared.get(maxAgeMs);
    return last.value;
  }

  return async () => {
    if (!last) return renew();
    if (now() - last.readAt > maxAgeMs && now() >= nextAttemptAt) {
      nextAttemptAt = now() + retryEveryMs;
      // Read in the background, so that a service that hangs blocks no page. The client logs a failure.
      renew().catch(() => undefined);
    }
    return last.value;
  };
}
