import { type AccountField, accountFieldRules, accountFields } from './account-fields.ts';
import { foldField } from './field-kinds.ts';

type Fields = { [field in AccountField]?: string | null | undefined };

/**
 * Returns the fields in which an account differs from the request that saved it. Ignores case, spaces and
 * punctuation in loosely compared fields, which the service may reformat; null, '' and absent are equal.
 */
export function differingFields(account: Fields, request: Fields): AccountField[] {
  return accountFields.filter((field) => plain(field, account) !== plain(field, request));
}

function plain(field: AccountField, account: Fields): string {
  const text = foldField(
    field,
    account[field] ?? '',
    account.category === 'wallet' ? 'wallet' : 'bank',
  );
  return accountFieldRules[field].compare === 'exact'
    ? text
    : text.toLowerCase().replace(/[\s\p{P}]/gu, '');
}

/** Returns the fields in which two versions of an account differ at all; null, '' and absent are equal. */
export function changedFields(before: Fields, now: Fields): AccountField[] {
  return accountFields.filter((field) => (before[field] ?? '') !== (now[field] ?? ''));
}

/** What names an account at its bank, with the field that holds it; equal keys mean the same account. */
type NumberKey = { field: 'bank_number' | 'iban_number' | 'additional_data'; key: string };

/**
 * Returns the numbers by which money finds an account: the IBAN, the account number at its bank, a wallet's
 * address. Empty fields have none, and neither has a code entered in the IBAN's place.
 */
export function numberKeys(account: Fields): NumberKey[] {
  if (account.category === 'wallet') {
    const address = plain('additional_data', account);
    return address ? [{ field: 'additional_data', key: `wallet ${address}` }] : [];
  }
  const number = plain('bank_number', account);
  const keys = (['iban_number', 'bank_number'] as const).flatMap((field) => {
    const text = plain(field, account);
    return isIban.test(text) ? [{ field, key: `iban ${text}` }] : [];
  });
  // Two banks may give the same number to two people.
  if (!number || !account.bank_id || isIban.test(number)) return keys;
  return [...keys, { field: 'bank_number', key: `bank ${account.bank_id} ${number}` }];
}

// In lower case, because numbers are compared loosely.
const isIban = /^[a-z]{2}\d{2}[a-z\d]{11,}$/;

type Identified = Fields & { id: string; masked?: boolean | undefined; archived?: boolean };

/**
 * Finds accounts that have a number in common. Masked numbers are not compared. Archived accounts are no
 * longer used, so they are not named as the other one.
 * @returns the first other account, by id
 */
export function sameAccounts<Account extends Identified>(
  accounts: readonly Account[],
): ReadonlyMap<string, Account> {
  const groups = new Map<string, Account[]>();
  for (const account of accounts) {
    const keys = account.masked ? [] : numberKeys(account);
    for (const { key } of keys) groups.set(key, [...(groups.get(key) ?? []), account]);
  }
  const others = new Map<string, Account>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    for (const { id } of group) {
      const other = group.find((one) => one.id !== id && !one.archived);
      if (other && !others.has(id)) others.set(id, other);
    }
  }
  return others;
}
