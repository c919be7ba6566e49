import type { AccountFields } from './account-rules.ts';
import type { Account } from './accounts.ts';
import type { Random } from './random.ts';
import type { Rates } from './rates.ts';
import { banks } from './reference/banks.ts';
import { payoutCurrency } from './reference/countries.ts';
import { firstNames, lastNames, places } from './reference/people.ts';
import type { NewTransfer, TransferState } from './transfer-store.ts';

const transfersPerAccount = 20;
const maxAccounts = 5_000;
const period = 90 * 24 * 60 * 60 * 1000;
const sourceCurrencies = ['USD', 'EUR', 'CLP', 'COP', 'MXN', 'GBP'];

type SeedOptions = {
  count: number;
  random: Random;
  rates: Rates;
  /** Seeded transfers are created before this time, so that the clock no longer changes their state. */
  before: number;
  addAccount(fields: AccountFields): Account;
  addTransfer(wanted: NewTransfer, fate: TransferState, created_at: number): void;
};

/** Fills the sandbox with transfers in every state over 90 days, and their accounts. */
export function seed({ count, random, rates, before, addAccount, addTransfer }: SeedOptions) {
  const wanted = Math.min(Math.ceil(count / transfersPerAccount), maxAccounts);
  const accounts = Array.from({ length: wanted }, (_, index) =>
    addAccount(index % 12 === 11 ? wallet(random, index) : bankAccount(random, index)),
  );
  for (let index = 0; index < count; index += 1) {
    const account = random.pick(accounts);
    const source_amount_currency = random.pick(sourceCurrencies);
    const destination_amount_currency = payoutCurrency.get(account.country.code) ?? 'USD';
    const worth = BigInt(1_000 + random.below(200_000));
    const source_amount_cents = amountIn(source_amount_currency, worth);
    addTransfer(
      {
        source_amount_cents,
        source_amount_currency,
        destination_amount_cents: amountIn(destination_amount_currency, worth),
        destination_amount_currency,
        destination_account_id: account.id,
      },
      fate(index, count),
      before - Math.floor(((count - index) * period) / count),
    );
  }

  function amountIn(currency: string, dollar_cents: bigint): bigint {
    return rates.exchange(dollar_cents, 'USD', currency).destination_amount_cents;
  }
}

/** The final state: the newest are pending or assigned, one in 17 of the others is rejected. */
function fate(index: number, count: number): TransferState {
  if (count - index <= Math.max(2, count / 40)) return index % 2 === 0 ? 'pending' : 'assigned';
  return index % 17 === 8 ? 'rejected' : 'executed';
}

const digits = (random: Random, length: number) =>
  Array.from({ length }, () => random.below(10)).join('');

function person(random: Random, index: number) {
  const first_name = random.pick(firstNames);
  const last_name = `${random.pick(lastNames)} ${random.pick(lastNames)}`;
  const [address, city, state] = random.pick(places);
  return {
    alias: `${first_name} ${last_name} ${index + 1}`,
    dni: digits(random, 10),
    dni_type: random.pick(['cc', 'cc', 'ce', 'passport']),
    first_name,
    last_name,
    email: `recipient${index + 1}@example.com`,
    address,
    city,
    state,
    phone: `+57300${digits(random, 7)}`,
    birthdate: `${1950 + random.below(55)}-0${1 + random.below(9)}-1${random.below(10)}`,
  };
}

function bankAccount(random: Random, index: number): AccountFields {
  const bank = random.pick(banks);
  const only = (country: string, value: string) => (bank.country_name === country ? value : null);
  return {
    ...person(random, index),
    category: 'bank',
    bank_type: random.pick(['current', 'savings']),
    bank_number: digits(random, 11),
    bank_id: bank.id,
    additional_data: null,
    aba_number: only('Spain', digits(random, 9)),
    iban_number: only('United States', `US${digits(random, 20)}`),
    cpf_number: only('Brazil', digits(random, 11)),
  };
}

function wallet(random: Random, index: number): AccountFields {
  return {
    ...person(random, index),
    category: 'wallet',
    bank_type: null,
    bank_number: null,
    bank_id: null,
    additional_data: index % 24 === 11 ? `0x${digits(random, 40)}` : `bc1q${digits(random, 38)}`,
    aba_number: null,
    iban_number: null,
    cpf_number: null,
  };
}
