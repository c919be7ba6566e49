import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { listed, ownCurrency } from './currency-guesses.ts';
import { type Choices, type Draft, isQuotable, type Reference, type Side } from './draft.ts';
import { editedText } from './edited-text.ts';

type Options = {
  /** The draft of now, which may not be drawn yet. */
  current: () => Draft;
  change: (next: Choices) => void;
  /** Puts right now into the address what else would wait for a pause in the typing. */
  flush: () => void;
  /** The source amount of a draft in subunits, where the service has told it already. */
  knownSource: (draft: Draft) => bigint | undefined;
  /** The same, once the service has told it; undefined where it tells none. */
  findSource: (draft: Draft) => Promise<bigint | undefined>;
  reference: Reference;
  locale: string;
};

/** What a person can do to the form. They stay the same functions, so that what didn't change is not drawn again. */
export function draftActions(options: Options) {
  const { current, change, flush, knownSource, findSource, locale } = options;
  const { countries, currencies } = options.reference;
  const write = (subunits: bigint, currency: Currency) =>
    writeAmount(subunits, currency.subunit_to_unit, locale);

  /** Makes of a draft one whose source amount is typed, with a part that is changed. */
  function sending(before: Draft, sent: bigint | undefined, part: Partial<Choices>): Choices {
    if (sent === undefined) return { ...before, ...part };
    const text = write(sent, before.source);
    return { ...before, ...part, side: 'source', text, written: true };
  }

  /** A figure of the currency before would be another amount in the new one: what is sent stays instead. */
  async function receive(part: Pick<Choices, 'destination'> & Partial<Choices>) {
    const before = current();
    const isOther = part.destination.iso_code !== before.destination.iso_code;
    if (before.side === 'source' || !isOther || !isQuotable(before)) {
      return change({ ...before, ...part });
    }
    const sent = knownSource(before) ?? (await findSource(before));
    // Where somebody typed on while that was found out, their latest word counts.
    if (current().address === before.address) change(sending(before, sent, part));
  }

  return {
    /** Takes what was typed into a side, which showed `shown`. */
    type(side: Side, text: string, shown: string) {
      const before = current();
      const wasWritten = before.side !== side || before.written;
      const edited = wasWritten ? editedText(shown, text, locale) : text;
      change({ ...before, side, text: edited, written: false });
    },
    /** Writes the typed amount as it was understood, so that a misreading is seen. */
    tidy() {
      const before = current();
      const { reading, written, side } = before;
      if (!written && reading.ok) {
        change({ ...before, text: write(reading.subunits, before[side]), written: true });
      }
      flush();
    },
    chooseCurrency(side: Side, code: string) {
      const currency = listed(code, currencies);
      if (!currency) return;
      if (side === 'source') change({ ...current(), source: currency });
      else void receive({ destination: currency });
    },
    chooseCountry(id: string) {
      const before = current();
      const country = countries.find((candidate) => candidate.id === id);
      if (!country) {
        const sent = before.side === 'destination' ? knownSource(before) : undefined;
        return change(sending(before, sent, { country }));
      }
      // Nothing is known to be sent yet: an amount to receive stays in the currency it was typed in.
      const stays = before.side === 'destination' && before.reading.ok && !isQuotable(before);
      const own = stays ? undefined : ownCurrency(country, currencies);
      const destination = own ?? before.destination;
      void receive({ country, destination });
    },
    /** Lets go of who was chosen before; only then can the country be another. */
    dropRecipient() {
      const before = current();
      change({ ...before, recipient: undefined, dropped: before.recipient });
    },
    /** To receive another currency for what is sent now. */
    receive: (destination: Currency) => void receive({ destination }),
  };
}
