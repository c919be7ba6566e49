import { isIbanLike, sentText } from '../account-form/sent-text.ts';
import { checkAba, isAba } from './aba.ts';
import { checkEmail, checkPhone } from './contact.ts';
import { checkCpf } from './cpf.ts';
import { checkIban } from './iban.ts';
import type { Slip } from './slip.ts';
import { checkWallet } from './wallet.ts';

/** The fields whose texts carry a check, or have a shape of their own. */
export type CheckedField =
  | 'bank_number'
  | 'aba_number'
  | 'iban_number'
  | 'cpf_number'
  | 'email'
  | 'phone'
  | 'additional_data';

/**
 * The likely slip in what stands in a field; null where nothing looks odd, or nothing stands there.
 * It is a hint: the service knows what it takes (the contract has no formats).
 * @param asset the code of the digital asset that a wallet address is of, where it is known.
 */
export function checkField(field: CheckedField, shown: string, asset?: string): Slip | null {
  const text = sentText(field, shown);
  if (text === '') return null;
  switch (field) {
    case 'bank_number':
      return isIbanLike(text) ? checkIban(text) : null;
    case 'iban_number':
      return isAba(text) ? { kind: 'aba-not-iban' } : checkIban(text);
    case 'aba_number':
      return isIbanLike(text) && !checkIban(text) ? { kind: 'iban-not-aba' } : checkAba(text);
    case 'cpf_number':
      return checkCpf(text);
    case 'email':
      return checkEmail(text);
    case 'phone':
      return checkPhone(text);
    case 'additional_data':
      return checkWallet(text, asset);
  }
}
