import { type ComponentType, lazy, memo, Suspense, useMemo } from 'react';
import { isFailure } from '../../api/api-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Split } from '../../ui/split.tsx';
import { Stack } from '../../ui/stack.tsx';
import { AddressNotice } from './address-notice.tsx';
import { type Draft, type Reference, readingOf } from './draft.ts';
import type { QuoteAsideProps } from './quote-aside.tsx';
import { QuoteCard } from './quote-card.tsx';
import styles from './quote-desk.module.css';
import type { QuoteSearch } from './quote-search.ts';
import { type QuoteForm, useQuoteForm } from './use-quote-form.ts';

export type QuoteDeskProps = {
  start: Draft;
  /** What the address asked for. */
  search: QuoteSearch;
  reference: Reference;
  visit: string;
};

// It sits still while an amount is typed. The quote is whole without it, should it not come.
const QuoteAside = memo(
  lazy<ComponentType<QuoteAsideProps>>(() =>
    import('./quote-aside.tsx').then(
      (module) => ({ default: module.QuoteAside }),
      () => ({ default: () => null }),
    ),
  ),
);

/** The form, and beside it what else the same money could be. */
export function QuoteDesk({ start, search, reference, visit }: QuoteDeskProps) {
  const form = useQuoteForm(start, reference, visit);
  const sent = useSettledSource(form);
  const { draft, estimate, complete, receive } = form;
  const amount = estimate.quote?.destination_amount_cents;
  const stale = !estimate.fresh;
  const failed = estimate.failure !== null;
  const noRate = isFailure(estimate.failure, 'rate-not-available');
  const chosen = useMemo(
    () => ({ amount, stale, pending: complete, failed, noRate }),
    [amount, stale, complete, failed, noRate],
  );
  return (
    <Split>
      <Stack>
        <AddressNotice search={search} reference={reference} />
        <QuoteCard form={form} reference={reference} />
      </Stack>
      <div className={styles.aside}>
        <Suspense fallback={null}>
          <QuoteAside
            source={draft.source}
            destination={draft.destination}
            country={draft.country}
            reference={reference}
            sent={sent}
            chosen={chosen}
            onReceive={receive}
          />
        </Suspense>
      </div>
    </Split>
  );
}

/** What is sent once that is settled: by the estimate, or as typed where the pair has no rate. */
function useSettledSource({ draft, estimate }: QuoteForm): bigint | undefined {
  const { locale } = useFormat();
  const { quote, fresh, failure } = estimate;
  if (fresh) return quote?.source_amount_cents;
  if (draft.side !== 'source' || !isFailure(failure, 'rate-not-available')) return undefined;
  const reading = readingOf(draft, locale);
  return reading.ok ? reading.subunits : undefined;
}
