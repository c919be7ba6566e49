import { type AccountField, accountFields } from './destination-account.ts';

type Fields = { [field in AccountField]?: string | null | undefined };

// Where another case or a missing sign is another thing: a name, a choice, an id, a wallet's address.
const exact: readonly AccountField[] = [
  'alias',
  'category',
  'dni_type',
  'bank_type',
  'bank_id',
  'additional_data',
];

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
  return exact.includes(field) ? text : text.toLowerCase().replace(/[\s\p{P}]/gu, '');
}
