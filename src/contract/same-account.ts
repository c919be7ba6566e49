import { type AccountField, accountFieldRules, accountFields } from './account-fields.ts';

type Fields = { [field in AccountField]?: string | null | undefined };

/**
 * The fields in which an account is not what was asked for. Case, spaces and punctuation, which a
 * service may write its own way, make no difference; nothing given is one and the same.
 */
export function differingFields(account: Fields, request: Fields): AccountField[] {
  return accountFields.filter(
    (field) => plain(field, account[field]) !== plain(field, request[field]),
  );
}

function plain(field: AccountField, value: string | null | undefined): string {
  const text = (value ?? '').trim().normalize('NFC');
  return accountFieldRules[field].compare === 'exact'
    ? text
    : text.toLowerCase().replace(/[\s\p{P}]/gu, '');
}

/** The fields in which two readings of an account differ at all; nothing given is one and the same. */
export function changedFields(before: Fields, now: Fields): AccountField[] {
  return accountFields.filter((field) => (before[field] ?? '') !== (now[field] ?? ''));
}
