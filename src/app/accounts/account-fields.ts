import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { bankTypes, dniTypes } from '../../contract/account-choices.ts';
import type { AccountField, BankCodeField, FieldsWith } from '../../contract/account-fields.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { foldField, isOfKind, type TextField, textFields } from '../../contract/field-kinds.ts';
import type { TextFieldProps } from '../ui/text-field.tsx';
import { accountNumber, bankCode, cpfCode, type Grouping, ibanCode } from './grouping.ts';

/** A field of the form: one of the contract's, or the country or asset that decides which are asked. */
export type FormField = Exclude<AccountField, 'category'> | 'country_id';

/** Fields that the form and the pages know by name, because they go together or decide about others. */
type NamedField =
  | 'alias'
  | 'first_name'
  | 'last_name'
  | 'country_id'
  | 'dni_type'
  | 'dni'
  | 'additional_data';
/** All others are asked for and shown with their part, by their kind. */
export type PartField = Exclude<FormField, NamedField>;
/** 'account': what is paid, in its country's order; 'contact': its owner; 'more': what few people fill in. */
type Part = 'account' | 'contact' | 'more';

/** How the app labels, asks for and checks a field. */
type FieldView = {
  label: MessageDescriptor;
  /** The error when it is required and empty, or to be chosen again. */
  missing: MessageDescriptor;
  /** Null for a text that is only folded before it is sent. */
  grouping: Grouping | null;
  /** The name of its check in check-digits/checks.ts, if it has one. */
  check: string | null;
  typing: Pick<
    TextFieldProps,
    'autoCapitalize' | 'autoCorrect' | 'inputMode' | 'spellCheck' | 'type'
  >;
};
type PartView = FieldView & {
  part: Part;
  /** Whether it shares its line with a neighbour, where there is room. */
  short?: boolean;
};
type BankCodeView = FieldView & {
  /** What the code is; null where people know. */
  hint: MessageDescriptor | null;
};
type ChoiceField = Exclude<FieldsWith<{ type: 'choice' }>, 'category'>;
type ChoiceView = FieldView & {
  /** The label of each value that the contract has. */
  options: Record<string, MessageDescriptor>;
};

/** contract 2.3: the kinds of bank account. */
const bankTypeNames: Record<(typeof bankTypes)[number], MessageDescriptor> = {
  current: msg`Checking`,
  savings: msg`Savings`,
};

/** contract 2.3: the values of dni_type. */
const dniTypeNames: Record<(typeof dniTypes)[number], MessageDescriptor> = {
  cc: msg`National ID`,
  ce: msg`Foreign resident ID`,
  passport: msg`Passport`,
  company_dni: msg`Company ID`,
};

const asTyped = { grouping: null, check: null, typing: {} } as const;
const properName = { ...asTyped, typing: { autoCapitalize: 'words', spellCheck: false } } as const;
const capitals = { autoCapitalize: 'characters' } as const;

/** Roughly in the order of the form (country-fields.ts), which is also the order of hints about likely typos. */
export const fieldViews = {
  first_name: { ...properName, label: msg`First names`, missing: msg`Enter the first names.` },
  last_name: { ...properName, label: msg`Last names`, missing: msg`Enter the last names.` },
  country_id: {
    ...asTyped,
    label: msg`Country or digital asset`,
    missing: msg`Choose the country of the account.`,
  },
  iban_number: {
    part: 'account',
    label: msg`IBAN`,
    missing: msg`Enter the IBAN.`,
    grouping: ibanCode,
    check: 'iban',
    typing: capitals,
    hint: msg`This is the account’s international number. It starts with 2 letters.`,
  },
  // contract 2.3 asks for it in Spain, where people enter an IBAN here: the keyboard needs letters.
  aba_number: {
    part: 'account',
    label: msg`ABA number`,
    missing: msg`Enter the ABA number.`,
    grouping: bankCode,
    check: 'aba',
    typing: capitals,
    hint: msg`This is the bank’s 9-digit routing number.`,
  },
  cpf_number: {
    part: 'account',
    label: msg`CPF`,
    missing: msg`Enter the CPF.`,
    grouping: cpfCode,
    check: 'cpf',
    typing: { inputMode: 'numeric' },
    hint: null,
  },
  dni_type: {
    ...asTyped,
    label: msg`ID type`,
    missing: msg`Choose the ID type.`,
    options: dniTypeNames,
  },
  dni: {
    ...asTyped,
    label: msg`ID number`,
    missing: msg`Enter the ID number.`,
    typing: { ...capitals, autoCorrect: 'off', spellCheck: false },
  },
  bank_id: { ...asTyped, part: 'account', label: msg`Bank`, missing: msg`Choose the bank.` },
  bank_type: {
    ...asTyped,
    part: 'account',
    label: msg`Account type`,
    missing: msg`Choose the account type.`,
    options: bankTypeNames,
  },
  bank_number: {
    part: 'account',
    label: msg`Account number`,
    missing: msg`Enter the account number.`,
    grouping: accountNumber,
    check: 'account-number',
    typing: capitals,
  },
  // In a wallet this is the address, and only that is checked.
  additional_data: {
    label: msg`Additional details`,
    missing: msg`Enter the additional details.`,
    grouping: null,
    check: 'wallet',
    typing: { autoCapitalize: 'off' },
  },
  email: {
    part: 'contact',
    label: msg`Email`,
    missing: msg`Enter the email address.`,
    grouping: null,
    check: 'email',
    typing: { type: 'email' },
  },
  address: {
    ...properName,
    part: 'contact',
    short: true,
    label: msg`Address`,
    missing: msg`Enter the address.`,
  },
  city: {
    ...properName,
    part: 'contact',
    short: true,
    label: msg`City`,
    missing: msg`Enter the city.`,
  },
  alias: {
    ...asTyped,
    label: msg`Nickname`,
    missing: msg`Enter a nickname.`,
  },
  state: {
    ...properName,
    part: 'more',
    label: msg`State, province or department`,
    missing: msg`Enter the state, province or department.`,
  },
  phone: {
    part: 'more',
    short: true,
    label: msg`Mobile phone`,
    missing: msg`Enter the mobile phone number.`,
    grouping: null,
    check: 'phone',
    typing: { type: 'tel' },
  },
  birthdate: {
    part: 'more',
    short: true,
    label: msg`Birth date`,
    missing: msg`Enter the birth date.`,
    grouping: null,
    check: 'birthdate',
    typing: { type: 'date' },
  },
} as const satisfies Record<NamedField, FieldView> &
  Record<PartField, PartView> &
  Record<BankCodeField, BankCodeView> &
  Record<ChoiceField, ChoiceView>;

type Views = typeof fieldViews;
type CheckOf<Field extends FormField> = Views[Field]['check'];
/** The checks that checks.ts must have. */
export type CheckName = NonNullable<CheckOf<FormField>>;
/** The fields that have a check. */
export type CheckedField = {
  [Field in FormField]: CheckOf<Field> extends null ? never : Field;
}[FormField];

export const hasCheck = (field: FormField): field is CheckedField =>
  fieldViews[field].check !== null;

export type FieldOf<P extends Part> = {
  [Field in PartField]: Views[Field]['part'] extends P ? Field : never;
}[PartField];
const isPartField = (name: string): name is PartField =>
  Object.entries(fieldViews).some(([field, view]) => field === name && 'part' in view);
const partFields = Object.keys(fieldViews).filter(isPartField);

/** The fields of a part, in their order. */
export function fieldsOf<P extends Part>(part: P): FieldOf<P>[] {
  return partFields.filter((field): field is FieldOf<P> => fieldViews[field].part === part);
}

/** Whether the field shares its line with a neighbour, where there is room. */
export function isShort(field: PartField): boolean {
  const view: PartView = fieldViews[field];
  return view.short ?? false;
}

/** The texts of a bank account, which a wallet has none of. */
type BankText = Extract<FieldOf<'account'>, TextField | BankCodeField>;
export const bankTexts = fieldsOf('account').filter(
  (field): field is BankText => isOfKind(field, 'text') || isOfKind(field, 'code'),
);
/** The texts that the form has for bank accounts and wallets alike. */
type SharedText = Exclude<TextField, BankText | 'additional_data'>;
export const sharedTexts = textFields.filter(
  (field): field is SharedText =>
    field !== 'additional_data' && !bankTexts.some((one) => one === field),
);

/** The label of a field in an account of this category. */
export function fieldLabel(
  field: AccountField,
  category: DestinationAccount['category'],
): MessageDescriptor {
  if (field === 'category') return msg`Where the money goes`;
  return field === 'additional_data' && category === 'wallet'
    ? walletAddressLabel
    : fieldViews[field].label;
}

/** What asks for a field in an account of this category where it is empty, or to be chosen again. */
export function missingMessage(
  field: AccountField,
  category: DestinationAccount['category'],
): MessageDescriptor {
  if (field === 'category') return msg`Choose where the money goes.`;
  return field === 'additional_data' && category === 'wallet'
    ? msg`Enter the wallet address.`
    : fieldViews[field].missing;
}

/** contract 2.3: a wallet's address is in additional_data. */
export const walletAddressLabel = msg`Wallet address`;

/** The text on the screen as it is sent: folded, without grouping. */
export function sentText(
  field: FormField,
  shown: string,
  category: DestinationAccount['category'] = 'bank',
): string {
  const text = field === 'country_id' ? shown : foldField(field, shown, category);
  return fieldViews[field].grouping?.sent(text) ?? text;
}

/** The text with its grouping: ES91 2100 0418 …, 529.982.247-25. */
export function groupedText(
  field: FormField,
  text: string,
  category: DestinationAccount['category'] = 'bank',
): string {
  const sent = sentText(field, text, category);
  return fieldViews[field].grouping?.grouped(sent) ?? sent;
}
