import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Draft } from './draft.ts';

export type AmountProblem = {
  message: string;
  /** Amounts that were perhaps meant, written out, to choose from. */
  offers: string[];
};

/** Answers a function that says what is wrong with the typed amount; null when nothing is. */
export function useAmountProblem() {
  const { t } = useLingui();
  const { locale } = useFormat();

  return (draft: Draft): AmountProblem | null => {
    const { reading, fault } = draft;
    const { iso_code, subunit_to_unit } = draft[draft.side];
    const write = (subunits: bigint) => writeAmount(subunits, subunit_to_unit, locale);
    const nearest = reading.ok ? [] : reading.nearest;
    const offers = nearest.filter((subunits) => subunits > 0n).map(write);
    switch (fault) {
      case null:
        return null;
      case 'empty':
        return { message: t`Enter an amount`, offers };
      case 'zero':
        return { message: t`Enter more than zero`, offers };
      case 'too-large':
        return { message: t`That is more than can be sent`, offers };
      case 'ambiguous':
        return {
          message: t`${plural(offers.length, {
            one: 'This can be read in two ways. Do you mean this one?',
            other: 'This can be read in # ways. Which one do you mean?',
          })}`,
          offers,
        };
      case 'not-whole': {
        const smallest = write(1n);
        return {
          message: t`The smallest amount of ${iso_code} is ${smallest}. Nearest to yours:`,
          offers,
        };
      }
      case 'not-a-number': {
        const example = write(1500n * subunit_to_unit);
        return { message: t`Write the amount in figures, such as ${example}`, offers };
      }
    }
  };
}
