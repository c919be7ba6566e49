import type { Slip } from './slip.ts';

/** Something, one @, and a name with a dot that does not end in a common misspelling of .com. */
export function checkEmail(text: string): Slip | null {
  const [, domain = ''] = /^[^\s@,;]+@([^\s@,;]+)$/.exec(text) ?? [];
  const isName = domain.includes('.') && !/^[.-]|\.\.|[.-]$/.test(domain);
  return isName && !/\.(con|cmo|ocm|vom)$/i.test(domain) ? null : { kind: 'email' };
}

/** Seven digits or more, at most the fifteen of E.164, grouped in any way. */
export function checkPhone(text: string): Slip | null {
  const digits = text.replace(/\D/g, '').length;
  const isPlain = /^\+?[\d\s().\-/]+$/.test(text);
  return isPlain && digits >= 7 && digits <= 15 ? null : { kind: 'phone' };
}
