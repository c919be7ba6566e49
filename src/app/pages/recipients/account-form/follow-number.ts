import type { QueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { Bank } from '../../../../contract/bank.ts';
import type { Country } from '../../../../contract/country.ts';
import { sentText } from '../../../accounts/account-fields.ts';
import { checksQuery } from '../../../accounts/check-digits/checks-query.ts';
import { banksQuery } from '../../../api/reference.ts';
import { type AccountValues, isOfIban, switchVariant } from './account-values.ts';

/** A bank code that says whose it is. */
export type TellingField = 'iban_number' | 'aba_number';

/** What followed from a number. */
export type FollowedNumber = {
  field: TellingField;
  /** The number, ungrouped. */
  text: string;
  country: Country;
  /** Undefined if the service's list has no such bank. */
  bank: Bank | undefined;
  account: string;
};

type NumberToFollow = {
  client: QueryClient;
  form: UseFormReturn<AccountValues>;
  countries: readonly Country[];
  field: TellingField;
  shown: string;
  /** What the field showed before this change. */
  before: string;
  /** What followed from the number before. */
  followed: FollowedNumber | null;
};

/**
 * Fills in what follows from an IBAN or a routing number: the country if none was chosen, the bank if the
 * service's list has its code, and the account number. What the person chose or typed there stays; what
 * followed from the number before goes with it.
 * @returns what followed; null for an unfinished or mistyped number
 */
export async function followNumber({
  client,
  form,
  countries,
  field,
  shown,
  before,
  followed,
}: NumberToFollow): Promise<FollowedNumber | null> {
  const text = sentText(field, shown);
  // If the checks can't be loaded, the person fills in everything.
  const checks = await client.ensureQueryData(checksQuery).catch(() => null);
  const parts = checks?.readCode(field, shown);
  if (textOf(form, field) !== text || text === sentText(field, before)) return null;
  const last = followed
    ? { bank_id: followed.bank?.id, bank_number: followed.account }
    : savedWith(form, field, before);
  drop(form, 'bank_id', last.bank_id);
  drop(form, 'bank_number', last.bank_number);
  if (!parts) return null;

  const chosen = countries.find(({ id }) => id === form.getValues('country_id'));
  const named = parts.country
    ? countries.find(({ code }) => code.toUpperCase() === parts.country)
    : undefined;
  const isOpen = !chosen || chosen.id === followed?.country.id;
  const country = isOpen && parts.country ? named : chosen;
  // A number of another country than the chosen one gets a hint, and changes nothing.
  if (!country || (named && named !== country)) return null;
  if (country !== chosen) {
    // A switch drops codes of the country before, but this one has just chosen the country.
    form.reset({
      ...switchVariant(form.getValues(), { country }),
      [field]: form.getValues(field),
    });
  }

  const banks = await client.ensureQueryData(banksQuery(country.name)).catch(() => []);
  if (textOf(form, field) !== text || form.getValues('country_id') !== country.id) return null;
  const bank = bankWith(banks, parts.bank);
  fillIn(form, 'bank_id', bank?.id);
  fillIn(form, 'bank_number', parts.account);
  return { field, text, country, bank, account: parts.account };
}

type Following = 'bank_id' | 'bank_number';

/** What followed from the IBAN of a saved recipient or a draft: its bank, if the account number is the IBAN's. */
function savedWith(
  form: UseFormReturn<AccountValues>,
  field: TellingField,
  before: string,
): { [field in Following]?: string } {
  const [bank_id, bank_number] = form.getValues(['bank_id', 'bank_number']);
  const isSaved = field === 'iban_number' && isOfIban(bank_number, before);
  return isSaved ? { bank_id, bank_number } : {};
}

/** Empties a field that still has this text. */
function drop(form: UseFormReturn<AccountValues>, field: Following, text: string | undefined) {
  if (text && form.getValues(field) === text) form.setValue(field, '', { shouldDirty: true });
}

/** Sets a field that is empty. */
function fillIn(form: UseFormReturn<AccountValues>, field: Following, text: string | undefined) {
  if (!text || form.getValues(field) !== '') return;
  form.setValue(field, text, { shouldDirty: true });
  form.clearErrors(field);
}

/** The number in the form, ungrouped. */
function textOf(form: UseFormReturn<AccountValues>, field: TellingField): string {
  return sentText(field, form.getValues(field) ?? '');
}

/** The bank with this code. Banks and the service may write it with or without leading zeros. */
function bankWith(banks: readonly Bank[], code: string): Bank | undefined {
  const plain = (text: string) => text.trim().toUpperCase().replace(/^0+/, '');
  const found = banks.filter((bank) => plain(bank.code) === plain(code));
  // Two banks with one code: the person chooses.
  return code !== '' && found.length === 1 ? found[0] : undefined;
}
