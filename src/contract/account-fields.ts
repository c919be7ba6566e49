import type { TextKind } from './text.ts';

/** Everything that Giro needs to know about a field of a destination account (contract 2.3). */
export type FieldRule = (
  | {
      /** The kind of value. */
      type: 'text' | 'choice' | 'id' | 'day';
      /**
       * Who needs it: every recipient ('always'); bank accounts, as a detail of the owner ('owner') or of the
       * account ('bank'); or nobody ('never').
       */
      required: 'always' | 'owner' | 'bank' | 'never';
    }
  | {
      /** A code or number of a bank account that only some countries have. */
      type: 'code';
      /** The countries whose bank accounts need it, by alpha-2 code. An operator may choose others. */
      required: readonly string[];
    }
) & {
  /** When the value is masked on screen and in answers to support, who get only its last characters. */
  mask: 'always' | 'wallet' | 'never';
  /** The kind of number that a search finds it as; null when it is not a number. */
  search: 'document' | 'account' | null;
  /** 'exact' where case and punctuation matter: a name, a choice, a wallet address. */
  compare: 'exact' | 'loose';
  /** How a typed text is folded before it is sent; null for what is chosen. */
  text: TextKind | Record<'bank' | 'wallet', TextKind> | null;
};

// The shared parts hold no `mask`, so that each field has to state its own.
const plain = { type: 'text', search: null, compare: 'loose', text: 'name' } as const;
const choice = { ...plain, type: 'choice', compare: 'exact', text: null } as const;
const code = { type: 'code', compare: 'loose', text: 'code' } as const;

/**
 * Every field that create and edit send, in the order of contract 2.3. The contract asks for ABA in Spain
 * and IBAN in the USA. This looks swapped, but the contract decides; an operator whose service differs
 * configures another table.
 */
export const accountFieldRules = {
  alias: { ...plain, required: 'always', mask: 'never', compare: 'exact' },
  category: { ...choice, required: 'always', mask: 'never' },
  dni: { ...plain, required: 'owner', mask: 'always', search: 'document', text: 'code' },
  dni_type: { ...choice, required: 'owner', mask: 'never' },
  first_name: { ...plain, required: 'owner', mask: 'never' },
  last_name: { ...plain, required: 'owner', mask: 'never' },
  email: { ...plain, required: 'owner', mask: 'never', text: 'email' },
  bank_type: { ...choice, required: 'bank', mask: 'never' },
  bank_number: { ...plain, required: 'bank', mask: 'always', search: 'account', text: 'code' },
  bank_id: { ...choice, type: 'id', required: 'bank', mask: 'never' },
  address: { ...plain, required: 'owner', mask: 'never' },
  city: { ...plain, required: 'owner', mask: 'never' },
  state: { ...plain, required: 'never', mask: 'never' },
  phone: { ...plain, required: 'never', mask: 'never', text: 'code' },
  birthdate: { ...plain, type: 'day', required: 'never', mask: 'never', text: null },
  // contract 2.3: the address of a wallet, or extra information about a bank account.
  additional_data: {
    ...plain,
    required: 'never',
    mask: 'wallet',
    search: 'account',
    compare: 'exact',
    text: { bank: 'name', wallet: 'code' },
  },
  aba_number: { ...code, required: ['ES'], mask: 'always', search: 'account' },
  iban_number: { ...code, required: ['US'], mask: 'always', search: 'account' },
  cpf_number: { ...code, required: ['BR'], mask: 'always', search: 'document' },
} as const satisfies Record<string, FieldRule>;

type Rules = typeof accountFieldRules;
export type AccountField = keyof Rules;
/** The fields whose rule has this property. */
export type FieldsWith<Property> = {
  [field in AccountField]: Rules[field] extends Property ? field : never;
}[AccountField];

const isField = (name: string): name is AccountField => Object.hasOwn(accountFieldRules, name);
/** All fields, in the order of contract 2.3. */
export const accountFields: readonly AccountField[] =
  Object.keys(accountFieldRules).filter(isField);

/** The bank codes that only some countries ask for. */
export type BankCodeField = FieldsWith<{ type: 'code' }>;
export const bankCodeFields = accountFields.filter(
  (field): field is BankCodeField => accountFieldRules[field].type === 'code',
);

/** The fields that are masked for at least one category. */
export type MaskedField = Exclude<AccountField, FieldsWith<{ mask: 'never' }>>;
/** Returns the value that clears a field in an edit: '' for texts, null for the others (contract 2.3). */
export function emptyOf(field: AccountField): null | '' {
  return accountFieldRules[field].type === 'text' ? '' : null;
}
