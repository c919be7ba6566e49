import { Split } from '../../ui/split.tsx';
import { Stack } from '../../ui/stack.tsx';
import { AddressNotice } from './address-notice.tsx';
import type { Draft, Reference } from './draft.ts';
import { OtherWays } from './other-ways.tsx';
import { QuoteCard } from './quote-card.tsx';
import type { QuoteSearch } from './quote-search.ts';
import { useQuoteForm } from './use-quote-form.ts';

export type QuoteDeskProps = {
  start: Draft;
  /** What the address asked for. */
  search: QuoteSearch;
  reference: Reference;
  visit: string;
};

/** The form, and beside it what else the same money could be. */
export function QuoteDesk({ start, search, reference, visit }: QuoteDeskProps) {
  const form = useQuoteForm(start, reference, visit);
  return (
    <Split>
      <Stack>
        <AddressNotice search={search} reference={reference} />
        <QuoteCard form={form} reference={reference} />
      </Stack>
      <OtherWays form={form} reference={reference} />
    </Split>
  );
}
