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

// contract 2.5: they change very rarely and may be stored.
const freshFor = 10 * 60_000;
const betweenAttempts = 30_000;
const maxBankLists = 400;

type Lists = Pick<ServiceClient, 'listCountries' | 'listCurrencies' | 'listBanks'>;

/** Countries, currencies and banks, read once in ten minutes; the last known until the service has answered. */
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
      // A caller may name any text, so what is kept has a bound.
      if (banks.size >= maxBankLists) banks.clear();
      const read = lasting(() => banksOf(client, country_name), now);
      banks.set(country_name, read);
      return read();
    },
  };
}

/** Contract 4.6 doesn't say where the parameter goes, so a service may overlook it and answer all banks. */
async function banksOf(client: Lists, country_name: string): Promise<Bank[]> {
  if (country_name === '') return client.listBanks();
  const banks = await client.listBanks(country_name);
  const there = banks.filter((bank) => bank.country_name === country_name);
  // Where no row carries the name, the service knows the country by another one.
  return there.length > 0 ? there : banks;
}

function lasting<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  const shared: SharedRead<T> = createSharedRead(read, now);
  let last: { value: T; readAt: number } | null = null;
  let leaveAloneUntil = 0;

  async function renew(): Promise<T> {
    last = await shared.get(freshFor);
    return last.value;
  }

  return async () => {
    if (!last) return renew();
    if (now() - last.readAt > freshFor && now() >= leaveAloneUntil) {
      leaveAloneUntil = now() + betweenAttempts;
      // What is known is answered meanwhile: a service that hangs holds up no page. The client has
      // logged a failure.
      renew().catch(() => undefined);
    }
    return last.value;
  };
}
