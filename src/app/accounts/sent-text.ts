import type { FormField } from './field-labels.ts';

// Spaces of all kinds and what people group with; the dashes are the typographic ones.
const grouping = /[\s.:\-/\u2010-\u2015\u00b7]+/g;
const shortestIban = 15;

/**
 * What is sent for a field: as it stands on the screen, without spaces around it, and a bank code
 * without its grouping. The contract has no formats (2.3), so this is the one place that decides.
 */
export function sentText(field: FormField, shown: string): string {
  switch (field) {
    case 'iban_number':
    case 'aba_number':
    case 'cpf_number':
      return withoutGrouping(shown);
    case 'bank_number': {
      // Banks group account numbers in ways of their own, which stay; an IBAN has just one way.
      const plain = withoutGrouping(shown);
      return isIbanLike(plain) ? plain : shown.trim();
    }
    default:
      return shown.trim();
  }
}

/** The same text as people write it: ES91 2100 0418 …, 529.982.247-25. */
export function groupedText(field: FormField, text: string): string {
  const sent = sentText(field, text);
  if (field === 'cpf_number') return groupedCpf(sent);
  const isIban =
    (field === 'iban_number' && beginsLikeIban(sent)) ||
    ((field === 'bank_number' || field === 'aba_number') && isIbanLike(sent));
  return isIban ? sent.replace(/(.{4})(?=.)/g, '$1 ') : sent;
}

/** True for what can be a whole IBAN, in capitals and without grouping. */
export function isIbanLike(text: string): boolean {
  return text.length >= shortestIban && beginsLikeIban(text);
}

const beginsLikeIban = (text: string) => /^[A-Z]{2}\d{2}[A-Z\d]*$/.test(text);

const withoutGrouping = (text: string) =>
  text
    .trim()
    .replace(/^(iban|aba|cpf|cnpj)[\s:]/i, '')
    .replace(grouping, '')
    .toUpperCase();

function groupedCpf(text: string): string {
  if (!/^[A-Z\d]{1,14}$/.test(text)) return text;
  const ends = text.length > 11 ? [2, 5, 8, 12] : [3, 6, 9];
  const marks = text.length > 11 ? ['.', '.', '/', '-'] : ['.', '.', '-'];
  const parts = [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
  return parts
    .filter(Boolean)
    .map((part, at) => (at === 0 ? part : (marks[at - 1] ?? '') + part))
    .join('');
}
