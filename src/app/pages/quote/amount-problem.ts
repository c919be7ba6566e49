import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Currency } from '../../../contract/currency.ts';
import type { AmountReading } from '../../../money/read-amount.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** The service sets no limit that is known (contract 8); between here and there an amount has 60 digits. */
const tooLarge = 10n ** 60n;

export type AmountProblem = {
  message: string;
  /** Amounts that were perhaps meant, written out, to choose from. */
  offers: string[];
};

/** Answers a function that says what is wrong with an amount as read from a text; null when nothing is. */
export function useAmountProblem() {
  const { t } = useLingui();
  const { locale } = useFormat();

  return (
    reading: AmountReading,
    { iso_code, subunit_to_unit }: Currency,
    text: string,
  ): AmountProblem | null => {
    const write = (subunits: bigint) => writeAmount(subunits, subunit_to_unit, locale);
    if (reading.ok) {
      if (reading.subunits >= tooLarge)
        return { message: t`That is more than can be sent`, offers: [] };
      return reading.subunits > 0n ? null : { message: t`Enter more than zero`, offers: [] };
    }
    const offers = reading.nearest.filter((subunits) => subunits > 0n).map(write);
    switch (reading.reason) {
      case 'empty':
        return { message: t`Enter an amount`, offers };
      case 'negative':
        return { message: t`Enter more than zero`, offers };
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
        // Figures alone are refused for their number only.
        if (/^[\d.,\s]{20,}$/.test(text)) {
          return { message: t`That is more than can be sent`, offers };
        }
        const example = write(1500n * subunit_to_unit);
        return { message: t`Write the amount in figures, such as ${example}`, offers };
      }
    }
  };
}
