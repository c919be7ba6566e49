import type { Dispatch, SetStateAction } from 'react';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { listed, ownCurrency } from './currency-guesses.ts';
import { type Draft, type Reference, readingOf, type Side } from './draft.ts';
import { editedText } from './edited-text.ts';

/** What a person can do to the form. They stay the same functions, so that what didn't change is not drawn again. */
export function draftActions(
  setDraft: Dispatch<SetStateAction<Draft>>,
  { countries, currencies }: Reference,
  locale: string,
) {
  const write = (subunits: bigint, currency: Currency) =>
    writeAmount(subunits, currency.subunit_to_unit, locale);

  return {
    /** Takes what was typed into a side, which showed `shown`. */
    type(side: Side, text: string, shown: string) {
      setDraft((before) => {
        const wasWritten = before.side !== side || before.written;
        const edited = wasWritten ? editedText(shown, text, locale) : text;
        return { ...before, side, text: edited, written: false };
      });
    },
    /** Writes the typed amount as it was understood, so that a misreading is seen. */
    tidy() {
      setDraft((before) => {
        const reading = readingOf(before, locale);
        if (before.written || !reading.ok) return before;
        const text = write(reading.subunits, before[before.side]);
        return { ...before, text, written: true };
      });
    },
    chooseCurrency(side: Side, code: string) {
      const currency = listed(code, currencies);
      if (currency) setDraft((before) => ({ ...before, [side]: currency }));
    },
    chooseCountry(id: string) {
      const country = countries.find((candidate) => candidate.id === id);
      setDraft((before) => {
        const destination = (country && ownCurrency(country, currencies)) ?? before.destination;
        return { ...before, country, destination };
      });
    },
    /** Lets go of who was chosen before; only then can the country be another. */
    dropRecipient() {
      setDraft((before) => ({ ...before, recipient: undefined, dropped: before.recipient }));
    },
    /** To receive another currency for what is sent now, in subunits. */
    receive(destination: Currency, source_amount_cents: bigint | undefined) {
      setDraft((before) => {
        if (before.side === 'source') return { ...before, destination };
        // What was typed is in the other currency, and of no use in this one.
        if (source_amount_cents === undefined) return before;
        const text = write(source_amount_cents, before.source);
        return { ...before, destination, side: 'source', text, written: true };
      });
    },
  };
}
