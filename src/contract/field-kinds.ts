import {
  type AccountField,
  accountFieldRules,
  accountFields,
  type FieldRule,
  type FieldsWith,
  type MaskedField,
} from './account-fields.ts';
import { foldText } from './text.ts';

/** Whether the value of a field is of this kind. */
export function isOfKind<Field extends AccountField, Kind extends FieldRule['type']>(
  field: Field,
  kind: Kind,
): field is Field & FieldsWith<{ type: Kind }> {
  return accountFieldRules[field].type === kind;
}

/** Texts of any account. All but the nickname may be absent, and are the same in every schema. */
export type TextField = Exclude<FieldsWith<{ type: 'text' }>, 'alias'>;
export const textFields = accountFields.filter(
  (field): field is TextField => accountFieldRules[field].type === 'text' && field !== 'alias',
);

/** Whether a field is masked for accounts of a category. */
export function isMasked(field: AccountField, category: 'bank' | 'wallet'): field is MaskedField {
  const { mask }: FieldRule = accountFieldRules[field];
  return mask === 'always' || mask === category;
}
/** Returns the fields that are masked for accounts of a category. */
export function maskedFields(category: 'bank' | 'wallet'): MaskedField[] {
  return accountFields.filter((field) => isMasked(field, category));
}

/** Returns the fields that a search treats as this kind of number. */
export function searchedFields(as: 'document' | 'account'): AccountField[] {
  return accountFields.filter((field) => accountFieldRules[field].search === as);
}

/** The numbers of an account, by which a person looks for it. */
export function searchedNumbers(
  account: {
    [field in AccountField]?: string | null | undefined;
  },
): string[] {
  const fields = accountFields.filter((field) => accountFieldRules[field].search !== null);
  return fields.flatMap((field) => account[field] || []);
}

/** Folds what was typed into a field of an account of this category; a choice is only trimmed. */
export function foldField(field: AccountField, text: string, category: 'bank' | 'wallet'): string {
  const { text: kinds } = accountFieldRules[field];
  const kind = typeof kinds === 'string' ? kinds : kinds?.[category];
  return kind ? foldText(kind, text) : text.trim();
}
