import { createContext, use } from 'react';
import type { Country } from '../../../../contract/country.ts';
import type { AccountValues } from './account-values.ts';

/** The form as the service has it, or as it is empty. */
export const KnownAccount = createContext<AccountValues | null>(null);

/** Whether a text stands as the service took it, for the same place where it says of which one it is. */
export function useIsKnown(name: string, value: string, place: Country | undefined): boolean {
  return isKnownText(use(KnownAccount), name, value, place);
}

export function isKnownText(
  known: AccountValues | null,
  name: string,
  value: string,
  place: Country | undefined,
): boolean {
  const values: Partial<Record<string, string>> = known ?? {};
  return values[name] === value && (!place || place.id === known?.country_id);
}
