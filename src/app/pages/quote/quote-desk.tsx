import { memo, Suspense, useMemo } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { OwnOpenSends } from '../../open-sends/own-open-sends.tsx';
import { optionalPart } from '../../ui/optional-part.ts';
import { Split, Stack } from '../../ui/stack.tsx';
import { AddressNotice } from './address-notice.tsx';
import { receivable } from './currency-guesses.ts';
import type { Draft, Reference } from './draft.ts';
import { FirstSteps } from './first-steps.tsx';
import { QuoteCard } from './quote-card.tsx';
import styles from './quote-desk.module.css';
import type { QuoteSearch } from './quote-search.ts';
import { type QuoteForm, useQuoteForm } from './use-quote-form.ts';
import type { WayOutcome } from './way-row.tsx';

export type QuoteDeskProps = {
  start: Draft;
  /** What the address asked for. */
  search: QuoteSearch;
  reference: Reference;
  visit: string;
};

const loadAside = async () => (await import('./quote-aside.tsx')).QuoteAside;

// It sits still while an amount is typed.
const QuoteAside = memo(optionalPart(loadAside));

/** The form, and beside it what else the same money could be. */
export function QuoteDesk({ start, search, reference, visit }: QuoteDeskProps) {
  const form = useQuoteForm(start, reference, visit);
  const sent = settledSource(form);
  const { draft, receive } = form;
  const { recipient, destination } = draft;
  const payable = useMemo(
    () => receivable({ recipient, destination }, reference),
    [recipient, destination, reference],
  );
  const latest = latestOfPair(form);
  return (
    <Split>
      {/* Whoever begins to type will see it; one that does not come is asked for again then. */}
      <Stack onFocus={() => loadAside().catch(() => null)}>
        <OwnOpenSends />
        <AddressNotice search={search} reference={reference} />
        <QuoteCard form={form} reference={reference} payable={payable} />
      </Stack>
      <div className={styles.aside}>
        <Stack as="aside">
          {draft.country ? (
            <Suspense fallback={null}>
              <QuoteAside
                source={draft.source}
                destination={draft.destination}
                country={draft.country}
                countries={reference.countries}
                payable={payable}
                rate={latest?.rate}
                taken_at={latest?.taken_at}
                sent={sent}
                chosen={outcomeOf(form)}
                onReceive={receive}
              />
            </Suspense>
          ) : (
            <FirstSteps />
          )}
        </Stack>
      </div>
    </Split>
  );
}

/** What is to be said of the chosen currency beside the form. */
function outcomeOf({ estimate, pending }: QuoteForm): WayOutcome {
  const { quote, failure } = estimate;
  if (quote) return quote.destination_amount_cents;
  if (isFailure(failure, 'rate-not-available')) return 'no-rate';
  if (isFailure(failure, 'quote-refused')) return 'none';
  if (failure) return 'failed';
  return pending ? 'pending' : 'none';
}

/** The latest estimate between the currencies of the form, whatever its amount. */
function latestOfPair({ draft, estimate: { latest } }: QuoteForm): Quote | undefined {
  const same =
    latest?.source_currency === draft.source.iso_code &&
    latest.destination_currency === draft.destination.iso_code &&
    latest.country_id === draft.country?.id;
  return same ? latest : undefined;
}

/** What is sent once that is settled: by the estimate, or as typed where the pair has no rate. */
function settledSource({ draft, estimate }: QuoteForm): bigint | undefined {
  const { quote, failure } = estimate;
  if (quote) return quote.source_amount_cents;
  if (draft.side !== 'source' || !isFailure(failure, 'rate-not-available')) return undefined;
  const { reading } = draft;
  return reading.ok ? reading.subunits : undefined;
}
