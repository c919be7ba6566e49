import type { QueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { type AccountValues, isCompany } from './account-values.ts';

type Named = Pick<DestinationAccount, 'alias'>;
type Owner = Pick<AccountValues, 'first_name' | 'last_name' | 'dni_type'>;

/** The nickname that follows from a name: a company's whole name, or a person's first name and surname. */
export function nicknameOf(owner: Owner): string {
  const given = wordsOf(owner.first_name);
  if (isCompany(owner)) return given.join(' ');
  const surnames = wordsOf(owner.last_name);
  // A surname begins with its particles: de la Cruz, van Dijk.
  const end = surnames.findIndex((word) => word !== word.toLowerCase());
  const surname = surnames.slice(0, end < 0 ? 1 : end + 1);
  return [...given.slice(0, 1), ...surname].join(' ');
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** The nickname, with the next free number where a recipient already has it. Ignores case. */
export function freeNickname(name: string, accounts: readonly Named[]): string {
  if (!sameAlias(accounts, name)) return name;
  let number = 2;
  while (sameAlias(accounts, `${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** Whether a nickname is still the one proposed for this name. */
export function isProposed(alias: string, name: string): boolean {
  if (alias === '' || alias === name) return true;
  return alias.startsWith(`${name} `) && /^\d+$/.test(alias.slice(name.length + 1));
}

/** The recipient with this alias, among those that the person sees. Ignores case. */
export function sameAlias<Account extends Named>(
  accounts: readonly Account[] | undefined,
  alias: string,
): Account | undefined {
  const plain = (text: string) => text.trim().toLowerCase();
  return accounts?.find((account) => plain(account.alias) === plain(alias));
}

/**
 * Makes the nickname follow the name after a change of it, until the person writes another one.
 * @param before the owner before the change
 */
export async function followName(
  form: UseFormReturn<AccountValues>,
  client: QueryClient,
  before: Owner,
): Promise<void> {
  // Without the list, the service says whether the nickname is taken.
  const accounts = await client.ensureQueryData(accountsQuery).catch(() => []);
  const values = form.getValues();
  if (!isProposed(values.alias, nicknameOf(before))) return;
  const alias = freeNickname(nicknameOf(values), accounts);
  if (alias === values.alias) return;
  form.setValue('alias', alias, { shouldDirty: true });
  form.clearErrors('alias');
}
