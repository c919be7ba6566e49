import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMoney } from './use-money.ts';

/** A whole number that stands alone: no part of a decimal, a date, a time, a name or a percentage. */
const bareInteger =
  /(^|[^\p{L}\p{N}.,:/#_-])(\d{1,3}(?:,\d{3})+|\d+)(?![\p{L}\p{N}:/%_-]|[.,]\d)/gu;

/** Sentences, and in their order what is to be shown verbatim in them. */
type ServiceAmounts = { text: string; values: string[] };

/**
 * Returns a function that says what the bare numbers of a message of the service mean as amounts: "at least 10000" is
 * in subunits (contract 2.5), and a person reads units. The text is empty if the message has no such number.
 * @param currency of the amount that the message is about, unless another one stands beside the number
 */
export function useServiceAmounts(): (said: string, currency: string) => ServiceAmounts {
  const { i18n } = useLingui();
  const { money, divisor } = useMoney();

  function currencyBeside(said: string, start: number, end: number): string | undefined {
    const before = /(\p{L}+)\s*$/u.exec(said.slice(0, start))?.[1];
    const after = /^\s*(\p{L}+)/u.exec(said.slice(end))?.[1];
    return [before, after].find((word) => word !== undefined && divisor(word) !== undefined);
  }

  return (said, currency) => {
    const meant = [...said.matchAll(bareInteger)].map((match) => {
      const [whole, , number = ''] = match;
      const end = match.index + whole.length;
      const subunits = BigInt(number.replaceAll(',', ''));
      // Nothing is the same in units.
      if (subunits === 0n) return [];
      const own = currencyBeside(said, end - number.length, end) ?? currency;
      const amount = money(subunits, own);
      const sentence = i18n._(msg`As an amount, ${number} means ${amount}.`);
      return [{ sentence, values: [number, amount] }];
    });
    const bySentence = new Map(meant.flat().map(({ sentence, values }) => [sentence, values]));
    return { text: [...bySentence.keys()].join(' '), values: [...bySentence.values()].flat() };
  };
}
