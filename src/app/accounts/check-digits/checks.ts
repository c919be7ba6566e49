import { isIbanLike, sentText } from '../sent-text.ts';
import { checkAba, isAba } from './aba.ts';
import { checkBirthdate } from './birthdate.ts';
import { checkEmail, checkPhone } from './contact.ts';
import { checkCpf } from './cpf.ts';
import { checkIban } from './iban.ts';
import type { Slip } from './slip.ts';
import { checkWallet } from './wallet.ts';

/** The fields whose texts carry a check, or have a shape of their own. */
const checkedFields = [
  'bank_number',
  'aba_number',
  'iban_number',
  'cpf_number',
  'email',
  'phone',
  'birthdate',
  'additional_data',
] as const;
export type CheckedField = (typeof checkedFields)[number];

/** Texts by their fields, as a form or an account of the service holds them. */
export type Texts = { category: 'bank' | 'wallet' } & {
  [field in CheckedField]?: string | null | undefined;
};

export type FieldSlip = { field: CheckedField; slip: Slip };

/** The likely slips in all that stands in a form or an account, in the order of the fields. */
export function slipsIn(texts: Texts, code?: string): FieldSlip[] {
  return checkedFields.flatMap((field) => {
    // contract 2.3: only a wallet's address stands in additional_data.
    if (field === 'additional_data' && texts.category === 'bank') return [];
    const slip = checkField(field, texts[field] ?? '', code);
    return slip ? [{ field, slip }] : [];
  });
}

// contract 2.3 asks for an ABA in Spain and an IBAN in the USA, where people have the other one.
const havingIbans = ['ES', 'ESP'];
const havingAbas = ['US', 'USA'];

/**
 * The likely slip in what stands in a field; null where nothing looks odd, or nothing stands there.
 * It is a hint: the service knows what it takes (the contract has no formats).
 * @param code of the account's country, or of the digital asset that its address is of, where known.
 */
export function checkField(field: CheckedField, shown: string, code = ''): Slip | null {
  const place = code.toUpperCase();
  const text = sentText(field, shown);
  if (text === '') return null;
  switch (field) {
    case 'bank_number':
      return isIbanLike(text) ? checkIban(text) : null;
    case 'iban_number':
      if (!isAba(text)) return checkIban(text);
      return havingAbas.includes(place) ? null : { kind: 'aba-not-iban' };
    case 'aba_number':
      if (!isIbanLike(text) || checkIban(text)) return checkAba(text);
      return havingIbans.includes(place) ? null : { kind: 'iban-not-aba' };
    case 'cpf_number':
      return checkCpf(text);
    case 'email':
      return checkEmail(text);
    case 'phone':
      return checkPhone(text);
    case 'birthdate':
      return checkBirthdate(text);
    case 'additional_data':
      return checkWallet(text, place);
  }
}
