import { cnpj, cpf } from 'cpf-cnpj-validator';
import { getCountrySpecifications, isValidIBAN } from 'ibantools';
import { isCalendarDay, localDay } from '../../../contract/birthdate.ts';
import { type CheckedField, type CheckName, fieldViews, sentText } from '../account-fields.ts';
import { isIbanLike } from '../grouping.ts';
import type { LikelyTypo } from './likely-typo.ts';
import { checkWallet } from './wallet.ts';

/**
 * What is likely wrong in what is sent for a field, null where nothing looks odd. It is a hint: the
 * service knows what it takes (the contract has no formats). `place` is the code, in capitals, of the
 * account's country, or of the digital asset that its address is of; empty where it is not known.
 */
type Check = (text: string, place: string) => LikelyTypo | null;

/** By the names that the fields have them under. */
const checks: Record<CheckName, Check> = {
  'account-number': (text) => (isIbanLike(text) ? checkIban(text) : null),
  // contract 2.3 asks for an ABA in Spain and an IBAN in the USA, where people have the other one.
  aba(text, place) {
    if (!isIbanLike(text) || checkIban(text)) return checkAba(text);
    return isUsualIn('iban_number', place) ? null : { kind: 'iban-not-aba' };
  },
  iban(text, place) {
    if (!isAba(text)) return checkIban(text);
    return isUsualIn('aba_number', place) ? null : { kind: 'aba-not-iban' };
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

/** Texts by their fields, as a form or an account of the service holds them. */
export type Texts = { category: 'bank' | 'wallet' } & {
  [field in CheckedField]?: string | null | undefined;
};

export type FieldTypo = { field: CheckedField; typo: LikelyTypo };

/** What is likely wrong in all that stands in a form or an account, in the order of the fields. */
export function typosIn(texts: Texts, code?: string): FieldTypo[] {
  return checkedFields.flatMap((field) => {
    // contract 2.3: only a wallet's address stands in additional_data.
    if (field === 'additional_data' && texts.category === 'bank') return [];
    const typo = checkField(field, texts[field] ?? '', code);
    return typo ? [{ field, typo }] : [];
  });
}

/** What is likely wrong in what stands in a field; null where nothing stands there. */
export function checkField(field: CheckedField, shown: string, code = ''): LikelyTypo | null {
  const text = sentText(field, shown);
  return text === '' ? null : checks[fieldViews[field].check](text, code.toUpperCase());
}

function isUsualIn(field: 'aba_number' | 'iban_number', place: string): boolean {
  const places: readonly string[] = fieldViews[field].usualIn;
  return places.includes(place);
}

/** The likeliest of the typos that keep the length, for a text that `isRight` refuses. */
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

/** Checks an IBAN without grouping, in capitals: its country, its length there, mod 97 (ISO 13616). */
function checkIban(text: string): LikelyTypo | null {
  if (isValidIBAN(text)) return null;
  const country = text.slice(0, 2);
  const spec = Object.hasOwn(countries, country) ? countries[country] : undefined;
  if (!spec?.chars) return { kind: 'no-iban-country', country };
  if (spec.chars !== text.length) {
    return { kind: 'length', expected: spec.chars, given: text.length, country };
  }
  const likely = readAsIban(text, country);
  if (likely.kind === 'lookalike') return likely;
  const bban = new RegExp(spec.bban_regexp ?? '');
  return /^..\d\d/.test(text) && bban.test(text.slice(4)) ? likely : { kind: 'shape' };
}

/** The two letters in front are the country's, however much they look like digits. */
function readAsIban(text: string, country: string): LikelyTypo {
  return likelyTypoOf(text.slice(2), (rest) => isValidIBAN(country + rest));
}

const lengthOfAba = 9;
const weights = [3, 7, 1];

/** Checks the nine digits of an ABA routing number: who gives it out, and its checksum. */
function checkAba(text: string): LikelyTypo | null {
  if (isAba(text)) return null;
  if (text.length !== lengthOfAba)
    return { kind: 'length', expected: lengthOfAba, given: text.length };
  const likely = likelyTypoOf(text, isAba);
  return /^\d+$/.test(text) || likely.kind === 'lookalike' ? likely : { kind: 'shape' };
}

function isAba(text: string): boolean {
  if (!/^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0),
    0,
  );
  // Nothing but zeros would pass.
  return sum > 0 && sum % 10 === 0;
}

const lengthOfCpf = 11;
const lengthOfCnpj = 14;

/** Checks a CPF, or the CNPJ of a company, which has more characters and since 2026 letters. */
function checkCpf(text: string): LikelyTypo | null {
  const isCompany = text.length > lengthOfCpf;
  const expected = isCompany ? lengthOfCnpj : lengthOfCpf;
  const isRight = (other: string) => (isCompany ? cnpj : cpf).isValid(other, true);
  if (isRight(text)) return null;
  if (text.length !== expected) return { kind: 'length', expected, given: text.length };
  const likely = likelyTypoOf(text, isRight);
  const shape = isCompany ? /^[\dA-Z]{12}\d\d$/ : /^\d+$/;
  return shape.test(text) || likely.kind === 'lookalike' ? likely : { kind: 'shape' };
}

/** Something, one @, and a name with a dot that does not end in a common misspelling of .com. */
function checkEmail(text: string): LikelyTypo | null {
  const [, domain = ''] = /^[^\s@,;]+@([^\s@,;]+)$/.exec(text) ?? [];
  const isName = domain.includes('.') && !/^[.-]|\.\.|[.-]$/.test(domain);
  return isName && !/\.(con|cmo|ocm|vom)$/i.test(domain) ? null : { kind: 'email' };
}

/** Seven digits or more, at most the fifteen of E.164, grouped in any way. */
function checkPhone(text: string): LikelyTypo | null {
  const digits = text.replace(/\D/g, '').length;
  const isPlain = /^\+?[\d\s().\-/]+$/.test(text);
  return isPlain && digits >= 7 && digits <= 15 ? null : { kind: 'phone' };
}

const firstYear = 1900;
const minAgeYears = 18;

/** Questions a birth date, year-month-day, of nobody who is born yet, alive or of age. What is no date passes: the form refuses it. */
function checkBirthdate(day: string): LikelyTypo | null {
  if (!isCalendarDay(day)) return null;
  const today = localDay(new Date());
  // Days written so are in the order of their texts.
  if (day > today) return { kind: 'not-born' };
  if (Number(day.slice(0, 4)) < firstYear) return { kind: 'long-ago' };
  const comesOfAge = `${Number(day.slice(0, 4)) + minAgeYears}${day.slice(4)}`;
  return comesOfAge > today ? { kind: 'under-age', years: minAgeYears } : null;
}
