import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { bankTypes } from '../../contract/account-choices.ts';
import type { AccountField, BankCodeField } from '../../contract/account-fields.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import type { TextFieldProps } from '../ui/text-field.tsx';
import { accountNumber, bankCode, cpfCode, type Grouping, ibanCode } from './grouping.ts';

/** A field of the form: one of the contract's, or the country or asset that says what is asked. */
export type FormField = Exclude<AccountField, 'category'> | 'country_id';

/** How the app shows a field, asks for it and looks at what was typed. A new one is a new row. */
type FieldView = {
  label: MessageDescriptor;
  /** What is said of it where it must not be empty. */
  missing: MessageDescriptor;
  /** Null for a text that is sent as it stands, without spaces around it. */
  grouping: Grouping | null;
  /** The name of its check in check-digits/checks.ts; null for a field that has none. */
  check: string | null;
  /** How a keyboard helps. */
  typing: Pick<
    TextFieldProps,
    'autoCapitalize' | 'autoCorrect' | 'inputMode' | 'spellCheck' | 'type'
  >;
};
type BankCodeView = FieldView & {
  /** Where people find it; null where they know. */
  hint: MessageDescriptor | null;
  /** Where accounts have it, although contract 2.3 asks for another code there. */
  usualIn: readonly string[];
};

const asTyped = { grouping: null, check: null, typing: {} } as const;
const properName = { ...asTyped, typing: { autoCapitalize: 'words', spellCheck: false } } as const;
const capitals = { autoCapitalize: 'characters' } as const;

/** In the order of the form, in which what looks wrong is told. */
export const fieldViews = {
  alias: {
    ...asTyped,
    label: msg`Name for this recipient`,
    missing: msg`Enter a name for this recipient`,
  },
  country_id: {
    ...asTyped,
    label: msg`Country or digital asset`,
    missing: msg`Choose the country of the account`,
  },
  bank_id: { ...asTyped, label: msg`Bank`, missing: msg`Choose the bank` },
  bank_type: { ...asTyped, label: msg`Account type`, missing: msg`Choose checking or savings` },
  bank_number: {
    label: msg`Account number`,
    missing: msg`Enter the account number`,
    grouping: accountNumber,
    check: 'account-number',
    typing: capitals,
  },
  // An IBAN may stand in it: contract 2.3 asks for it in Spain, so that no keyboard without letters will do.
  aba_number: {
    label: msg`ABA number`,
    missing: msg`Enter the ABA number`,
    grouping: bankCode,
    check: 'aba',
    typing: capitals,
    hint: msg`The bank's nine-digit routing number.`,
    usualIn: ['US', 'USA'],
  },
  iban_number: {
    label: msg`IBAN number`,
    missing: msg`Enter the IBAN number`,
    grouping: ibanCode,
    check: 'iban',
    typing: capitals,
    hint: msg`The account's international number: two letters, then digits.`,
    usualIn: ['ES', 'ESP'],
  },
  cpf_number: {
    label: msg`CPF number`,
    missing: msg`Enter the CPF number`,
    grouping: cpfCode,
    check: 'cpf',
    typing: { inputMode: 'numeric' },
    hint: null,
    usualIn: [],
  },
  dni_type: { ...asTyped, label: msg`Document`, missing: msg`Choose the kind of document` },
  dni: {
    ...asTyped,
    label: msg`Document number`,
    missing: msg`Enter the document number`,
    typing: { ...capitals, autoCorrect: 'off', spellCheck: false },
  },
  first_name: { ...properName, label: msg`First names`, missing: msg`Enter the first names` },
  last_name: { ...properName, label: msg`Last names`, missing: msg`Enter the last names` },
  email: {
    label: msg`E-mail`,
    missing: msg`Enter the e-mail address`,
    grouping: null,
    check: 'email',
    typing: { type: 'email' },
  },
  address: { ...properName, label: msg`Address`, missing: msg`Enter the address` },
  city: { ...properName, label: msg`City`, missing: msg`Enter the city` },
  state: {
    ...properName,
    label: msg`State, province or department`,
    missing: msg`Enter the state, province or department`,
  },
  phone: {
    label: msg`Mobile phone`,
    missing: msg`Enter the mobile phone number`,
    grouping: null,
    check: 'phone',
    typing: { type: 'tel' },
  },
  birthdate: {
    label: msg`Birth date`,
    missing: msg`Enter the birth date`,
    grouping: null,
    check: 'birthdate',
    typing: { type: 'date' },
  },
  // Of a wallet its address, which alone has a check.
  additional_data: {
    label: msg`Additional details`,
    missing: msg`Enter the additional details`,
    grouping: null,
    check: 'wallet',
    typing: { autoCapitalize: 'off' },
  },
} as const satisfies Record<Exclude<FormField, BankCodeField>, FieldView> &
  Record<BankCodeField, BankCodeView>;

type Views = typeof fieldViews;
type CheckOf<Field extends FormField> = Views[Field]['check'];
/** The checks that checks.ts is to have. */
export type CheckName = NonNullable<CheckOf<FormField>>;
/** The fields whose texts carry a check, or have a shape of their own. */
export type CheckedField = {
  [Field in FormField]: CheckOf<Field> extends null ? never : Field;
}[FormField];

/** What a field is called in an account of this kind. */
export function fieldLabel(
  field: AccountField,
  category: DestinationAccount['category'],
): MessageDescriptor {
  if (field === 'category') return msg`Where the money goes`;
  return field === 'additional_data' && category === 'wallet'
    ? walletAddressLabel
    : fieldViews[field].label;
}

/** contract 2.3: a wallet's address stands in additional_data. */
export const walletAddressLabel = msg`Wallet address`;

/** What is sent for a field: as it stands on the screen, without spaces around it or grouping. */
export function sentText(field: FormField, shown: string): string {
  return fieldViews[field].grouping?.sent(shown) ?? shown.trim();
}

/** The same text as people write it: ES91 2100 0418 …, 529.982.247-25. */
export function groupedText(field: FormField, text: string): string {
  const sent = sentText(field, text);
  return fieldViews[field].grouping?.grouped(sent) ?? sent;
}

/** contract 2.3: the kinds of bank account. */
export const bankTypeNames: Record<(typeof bankTypes)[number], MessageDescriptor> = {
  current: msg`Checking`,
  savings: msg`Savings`,
};
