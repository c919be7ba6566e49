import { cnpj, cpf } from 'cpf-cnpj-validator';
import { extractIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools';
import { isCalendarDay } from '../../../contract/birthdate.ts';
import { today } from '../../i18n/intl.ts';
import { type CheckedField, type CheckName, fieldViews, sentText } from '../account-fields.ts';
import { isIbanLike } from '../grouping.ts';
import type { LikelyTypo } from './likely-typo.ts';
import { checkWallet } from './wallet.ts';

/**
 * Returns the likely typo in the text that would be sent for a field, or null. Only a hint: the
 * contract has no formats, so the service decides. `place` is the code in capitals of the account's country or of
 * the address's digital asset; '' where unknown.
 */
type Check = (text: string, place: string) => LikelyTypo | null;

/** By their names in `fieldViews`. */
const checks: Record<CheckName, Check> = {
  'account-number': (text) => (isIbanLike(text) ? checkIban(text) : null),
  // contract 2.3 asks for an ABA in Spain and an IBAN in the USA, where accounts have the other code.
  aba(text, place) {
    if (!isIbanLike(text) || checkIban(text)) return checkAba(text);
    return hasIbans(place) ? null : { kind: 'iban-not-aba' };
  },
  iban(text, place) {
    if (!isAba(text)) return checkIban(text) ?? checkCountry(text, place);
    return place === countryOfAbas ? null : { kind: 'aba-not-iban' };
  },
  cpf: checkCpf,
  email: checkEmail,
  phone: checkPhone,
  birthdate: checkBirthdate,
  wallet: checkWallet,
};

const isCheckedField = (field: string): field is CheckedField =>
  Object.entries(fieldViews).some(([name, { check }]) => name === field && check !== null);
const checkedFields = Object.keys(fieldViews).filter(isCheckedField);

/** The texts of a form or of an account. */
type Texts = { category: 'bank' | 'wallet' } & {
  [field in CheckedField]?: string | null | undefined;
};

type FieldTypo = { field: CheckedField; typo: LikelyTypo };

/** The likely typos of a form or account, in the order of the fields. `code` is its country's or asset's. */
export function typosIn(texts: Texts, code?: string): FieldTypo[] {
  return checkedFields.flatMap((field) => {
    // contract 2.3: additional_data is an address only in a wallet.
    if (field === 'additional_data' && texts.category === 'bank') return [];
    const typo = checkField(field, texts[field] ?? '', code);
    return typo ? [{ field, typo }] : [];
  });
}

/** The likely typo in a field as shown on the screen; null for none, and for an empty field. */
export function checkField(field: CheckedField, shown: string, code = ''): LikelyTypo | null {
  // contract 2.3: additional_data is checked only in a wallet.
  const text = sentText(field, shown, 'wallet');
  return text === '' ? null : checks[fieldViews[field].check](text, code.trim().toUpperCase());
}

/** What a bank code says about its account; '' where it says nothing. */
type CodeParts = {
  /** The country's alpha-2 code. */
  country: string;
  /** The bank's code in its country. */
  bank: string;
  /** The account number as the country's banks write it. */
  account: string;
};

/** Reads an IBAN or a routing number as shown on the screen; null unless its check digits are right. */
export function readCode(field: 'iban_number' | 'aba_number', shown: string): CodeParts | null {
  const text = sentText(field, shown);
  if (field === 'aba_number') return isAba(text) ? { country: '', bank: text, account: '' } : null;
  const { valid, countryCode = '', bankIdentifier = '', bban = '' } = extractIBAN(text);
  return valid ? { country: countryCode, bank: bankIdentifier, account: bban } : null;
}

/** The likeliest typo that keeps the length, in a text that `isRight` refuses. */
function likelyTypoOf(text: string, isRight: (text: string) => boolean): LikelyTypo {
  const digits = text.replace(/O/gi, '0').replace(/[IL]/gi, '1');
  if (digits !== text && isRight(digits)) return { kind: 'lookalike' };
  for (let at = 0; at + 1 < text.length; at += 1) {
    const swapped = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
    if (swapped !== text && isRight(swapped)) return { kind: 'swapped' };
  }
  return { kind: 'wrong' };
}

const countries = getCountrySpecifications();

/** Checks an ungrouped IBAN in capitals: country, length, mod 97 (ISO 13616). */
function checkIban(text: string): LikelyTypo | null {
  if (isValidIBAN(text)) return null;
  const country = text.slice(0, 2);
  const spec = Object.hasOwn(countries, country) ? countries[country] : undefined;
  if (!spec?.chars) return { kind: 'no-iban-country', country };
  if (spec.chars !== text.length) {
    return { kind: 'length', of: 'iban', expected: spec.chars, given: text.length, country };
  }
  const likely = readAsIban(text, country);
  if (likely.kind === 'lookalike') return likely;
  const bban = new RegExp(spec.bban_regexp ?? '');
  return /^..\d\d/.test(text) && bban.test(text.slice(4)) ? likely : { kind: 'shape' };
}

/** Questions a valid IBAN of another country, where the account's own country has IBANs. */
function checkCountry(text: string, place: string): LikelyTypo | null {
  const country = text.slice(0, 2);
  return hasIbans(place) && country !== place ? { kind: 'iban-elsewhere', country } : null;
}

function hasIbans(place: string): boolean {
  return Object.hasOwn(countries, place) && countries[place]?.IBANRegistry === true;
}

/** Leaves out the first two letters: they are the country's, even where they look like digits. */
function readAsIban(text: string, country: string): LikelyTypo {
  return likelyTypoOf(text.slice(2), (rest) => isValidIBAN(country + rest));
}

const lengthOfAba = 9;
const countryOfAbas = 'US';
const weights = [3, 7, 1];

/** Checks an ABA routing number: 9 digits, a prefix that exists, the checksum. */
function checkAba(text: string): LikelyTypo | null {
  if (isAba(text)) return null;
  if (text.length !== lengthOfAba)
    return { kind: 'length', of: 'aba', expected: lengthOfAba, given: text.length };
  const likely = likelyTypoOf(text, isAba);
  return /^\d+$/.test(text) || likely.kind === 'lookalike' ? likely : { kind: 'shape' };
}

function isAba(text: string): boolean {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0),
    0,
  );
  // Nine zeros have a valid checksum too.
  return sum > 0 && sum % 10 === 0;
}

const lengthOfCpf = 11;
const lengthOfCnpj = 14;

/** Checks a CPF, or a company's CNPJ, which has letters since 2026. */
function checkCpf(text: string): LikelyTypo | null {
  // 12 characters are rather a CPF with one digit too many.
  const isCompany = text.length > lengthOfCpf + 1;
  const expected = isCompany ? lengthOfCnpj : lengthOfCpf;
  const isRight = (other: string) => (isCompany ? cnpj : cpf).isValid(other, true);
  if (isRight(text)) return null;
  if (text.length !== expected) {
    return { kind: 'length', of: isCompany ? 'cnpj' : 'cpf', expected, given: text.length };
  }
  const likely = likelyTypoOf(text, isRight);
  const shape = isCompany ? /^[\dA-Z]{12}\d\d$/ : /^\d+$/;
  return shape.test(text) || likely.kind === 'lookalike' ? likely : { kind: 'shape' };
}

/** Accepts one @ before a name with a dot, unless that ends in a common misspelling of .com. */
function checkEmail(text: string): LikelyTypo | null {
  const [, domain = ''] = /^[^\s@,;]+@([^\s@,;]+)$/.exec(text) ?? [];
  const isName = domain.includes('.') && !/^[.-]|\.\.|[.-]$/.test(domain);
  return isName && !/\.(con|cmo|ocm|vom)$/i.test(domain) ? null : { kind: 'email' };
}

/** Accepts 7 to 15 digits (E.164) in any grouping. */
function checkPhone(text: string): LikelyTypo | null {
  const digits = text.replace(/\D/g, '').length;
  const isPlain = /^\+?[\d\s().\-/]+$/.test(text);
  return isPlain && digits >= 7 && digits <= 15 ? null : { kind: 'phone' };
}

const firstYear = 1900;
const minAgeYears = 18;

/** Questions a date (YYYY-MM-DD) in the future, before 1900 or of a minor. The form refuses what is no date. */
function checkBirthdate(day: string): LikelyTypo | null {
  if (!isCalendarDay(day)) return null;
  const now = today();
  // YYYY-MM-DD sorts as text.
  if (day > now) return { kind: 'not-born' };
  if (Number(day.slice(0, 4)) < firstYear) return { kind: 'long-ago' };
  const comesOfAge = `${Number(day.slice(0, 4)) + minAgeYears}${day.slice(4)}`;
  return comesOfAge > now ? { kind: 'under-age', years: minAgeYears } : null;
}
