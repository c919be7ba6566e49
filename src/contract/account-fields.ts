/** What the rest of Giro goes by for a field of a destination account (contract 2.3): a new one is a new row. */
type FieldRule = {
  /** How it travels; a code is a number of the bank's that only some countries have. */
  type: 'text' | 'code' | 'choice' | 'id' | 'day';
  /**
   * Of whom it is asked: of every recipient; of a bank account, as its owner's or as the account's own;
   * of none; or where the bank is in one of these countries, alpha-2 and alpha-3.
   */
  required: 'always' | 'owner' | 'bank' | 'never' | readonly string[];
  /** Whether nobody should read it over a shoulder, and support sees its end alone. */
  mask: 'always' | 'wallet' | 'never';
  /** As which number of the recipient a search finds it; null where it is none. */
  search: 'document' | 'account' | null;
  /** Exact where another case or a missing sign is another thing: a name, a choice, an address of a wallet. */
  compare: 'exact' | 'loose';
};

// No mask among what is shared: of each field it is said on its own.
const plain = { type: 'text', search: null, compare: 'loose' } as const;
const choice = { ...plain, type: 'choice', compare: 'exact' } as const;
const code = { type: 'code', compare: 'loose' } as const;

/**
 * Every field that create and edit send, in the order of the contract. Of the codes it says just this:
 * aba for Spain, iban for the USA, cpf for Brazil. It reads like a swap, but the contract is the only
 * authority; an operator whose service differs gives a table of their own.
 */
export const accountFieldRules = {
  alias: { ...plain, required: 'always', mask: 'never', compare: 'exact' },
  category: { ...choice, required: 'always', mask: 'never' },
  dni: { ...plain, required: 'owner', mask: 'always', search: 'document' },
  dni_type: { ...choice, required: 'owner', mask: 'never' },
  first_name: { ...plain, required: 'owner', mask: 'never' },
  last_name: { ...plain, required: 'owner', mask: 'never' },
  email: { ...plain, required: 'owner', mask: 'never' },
  bank_type: { ...choice, required: 'bank', mask: 'never' },
  bank_number: { ...plain, required: 'bank', mask: 'always', search: 'account' },
  bank_id: { ...choice, type: 'id', required: 'bank', mask: 'never' },
  address: { ...plain, required: 'owner', mask: 'never' },
  city: { ...plain, required: 'owner', mask: 'never' },
  state: { ...plain, required: 'never', mask: 'never' },
  phone: { ...plain, required: 'never', mask: 'never' },
  birthdate: { ...plain, type: 'day', required: 'never', mask: 'never' },
  // The address of a wallet, or a remark about a bank account.
  additional_data: {
    ...plain,
    required: 'never',
    mask: 'wallet',
    search: 'account',
    compare: 'exact',
  },
  aba_number: { ...code, required: ['ES', 'ESP'], mask: 'always', search: 'account' },
  iban_number: { ...code, required: ['US', 'USA'], mask: 'always', search: 'account' },
  cpf_number: { ...code, required: ['BR', 'BRA'], mask: 'always', search: 'document' },
} as const satisfies Record<string, FieldRule>;

type Rules = typeof accountFieldRules;
export type AccountField = keyof Rules;
/** The fields whose rule has this property. */
type FieldsWith<Property> = {
  [field in AccountField]: Rules[field] extends Property ? field : never;
}[AccountField];

const isField = (name: string): name is AccountField => Object.hasOwn(accountFieldRules, name);
/** In the order of the contract. */
export const accountFields: readonly AccountField[] =
  Object.keys(accountFieldRules).filter(isField);

/** The bank codes that only some countries ask for. */
export type BankCodeField = FieldsWith<{ type: 'code' }>;
export const bankCodeFields = accountFields.filter(
  (field): field is BankCodeField => accountFieldRules[field].type === 'code',
);

/** The fields of which an account of some kind shows the end alone. */
export type MaskedField = Exclude<AccountField, FieldsWith<{ mask: 'never' }>>;
export function maskedFields(category: 'bank' | 'wallet'): MaskedField[] {
  return accountFields.filter((field): field is MaskedField => {
    const { mask } = accountFieldRules[field];
    return mask === 'always' || mask === category;
  });
}

/** The numbers of a recipient that a search finds under this name. */
export function searchedFields(as: 'document' | 'account'): AccountField[] {
  return accountFields.filter((field) => accountFieldRules[field].search === as);
}

/** What an edit sends for a field that is to be empty; only a text is '' (contract 2.3). */
export function emptyOf(field: AccountField): null | '' {
  return accountFieldRules[field].type === 'text' ? '' : null;
}
