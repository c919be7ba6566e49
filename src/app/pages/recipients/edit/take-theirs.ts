import * as z from 'zod/mini';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Country } from '../../../../contract/country.ts';
import { fromAccount } from '../account-form/account-conversion.ts';
import { type AccountValues, accountValues } from '../account-form/account-values.ts';
import { changedFields } from '../account-form/changed-elsewhere.ts';

/** The form with what changed in the account meanwhile; all else stays as it is typed. */
export function takeTheirs(
  mine: AccountValues,
  before: DestinationAccount,
  now: DestinationAccount,
  countries: readonly Country[],
): AccountValues {
  const theirs = fromAccount(now, countries, []);
  const changed: readonly string[] = changedFields(before, now);
  if (theirs.category !== mine.category) return theirs;
  // The country goes with the bank that says it.
  const isTheirs = (name: string) =>
    changed.includes(name === 'country_id' && theirs.category === 'bank' ? 'bank_id' : name);
  const taken = Object.entries(theirs).filter(([name]) => isTheirs(name));
  return z.parse(accountValues, { ...mine, ...Object.fromEntries(taken) });
}
