import type { FieldErrors } from './answer.ts';
import type { Fields } from './fields.ts';
import { type Bank, banks } from './reference/banks.ts';
import { bitcoin, type Country, countries, ethereum } from './reference/countries.ts';

/** The fields that create and edit send (contract 2.3). */
export type AccountFields = {
  alias: string | null;
  category: string | null;
  dni: string | null;
  dni_type: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  bank_type: string | null;
  bank_number: string | null;
  bank_id: bigint | null;
  address: string | null;
  city: string | null;
  state: string | null;
  phone: string | null;
  birthdate: string | null;
  additional_data: string | null;
  aba_number: string | null;
  iban_number: string | null;
  cpf_number: string | null;
};

type TextField = Exclude<keyof AccountFields, 'bank_id'>;

const banksById = new Map(banks.map((bank) => [bank.id, bank]));
const countriesByName = new Map(countries.map((country) => [country.name, country]));

const requiredOfBanks = [
  'dni',
  'dni_type',
  'first_name',
  'last_name',
  'email',
  'bank_number',
  'address',
  'city',
] as const;

/** contract 2.3 asks for ABA in Spain and IBAN in the USA, although it looks swapped. */
const requiredByCountry = new Map<string, keyof AccountFields>([
  ['ES', 'aba_number'],
  ['US', 'iban_number'],
  ['BR', 'cpf_number'],
]);

/**
 * Reads the fields of an account and adds validation errors to `fields.errors`.
 * @param base the values for fields that the body leaves out; without it they are null.
 */
export function readAccount(fields: Fields, base: AccountFields | null = null): AccountFields {
  const keeps = (name: keyof AccountFields) => base !== null && !fields.has(name);
  const text = <Name extends TextField>(name: Name) =>
    keeps(name) ? (base?.[name] ?? null) : fields.text(name);
  const account: AccountFields = {
    alias: text('alias'),
    category: text('category'),
    dni: text('dni'),
    dni_type: text('dni_type'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    bank_type: text('bank_type'),
    bank_number: text('bank_number'),
    bank_id: keeps('bank_id') ? (base?.bank_id ?? null) : fields.integer('bank_id'),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    phone: text('phone'),
    birthdate: text('birthdate'),
    additional_data: text('additional_data'),
    aba_number: text('aba_number'),
    iban_number: text('iban_number'),
    cpf_number: text('cpf_number'),
  };
  // A kept birth date is already in the format of answers (contract 2.3).
  const isKept = keeps('birthdate');
  const birthdate = isKept ? account.birthdate : account.birthdate && isoDate(account.birthdate);
  // A field of a wrong type already has an error, so it does not get 'blank' as well.
  for (const [name, messages] of Object.entries(faults(account))) fields.errors[name] ??= messages;
  if (account.birthdate && !birthdate) fields.errors.birthdate = ['is invalid'];
  return { ...account, birthdate };
}

/** The country in an account's answer: that of its bank, or a wallet's digital asset. */
export function countryOf(account: AccountFields): Country {
  const bank = account.category === 'bank' ? bankOf(account) : undefined;
  const country = bank && countriesByName.get(bank.country_name);
  if (country) return country;
  return account.additional_data?.trim().toLowerCase().startsWith('0x') ? ethereum : bitcoin;
}

function bankOf({ bank_id }: AccountFields): Bank | undefined {
  return bank_id === null ? undefined : banksById.get(bank_id);
}

function faults(account: AccountFields): FieldErrors {
  const errors: FieldErrors = {};
  const require = (name: keyof AccountFields) => {
    if (account[name] === null) errors[name] = ["can't be blank"];
  };
  const include = (name: keyof AccountFields, list: readonly unknown[]) => {
    if (!list.includes(account[name])) errors[name] ??= ['is not included in the list'];
  };
  const isBank = account.category === 'bank';

  require('alias');
  require('category');
  include('category', ['bank', 'wallet']);
  if (isBank) {
    for (const name of requiredOfBanks) require(name);
    const conditional = requiredByCountry.get(countryOf(account).code);
    if (conditional) require(conditional);
  }
  include('dni_type', ['cc', 'ce', 'passport', 'company_dni', null]);
  include('bank_type', isBank ? ['current', 'savings'] : ['current', 'savings', null]);
  if ((isBank || account.bank_id !== null) && !bankOf(account)) {
    errors.destination_account_bank = ['must exist'];
  }
  return errors;
}

/** Converts day/month/year to year-month-day; null for an invalid date. */
function isoDate(text: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
