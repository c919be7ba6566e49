import { Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode, Suspense, useMemo } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { OwnOpenSends } from '../../open-sends/own-open-sends.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { optionalPart } from '../../ui/optional-part.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import { listed, receivable } from './currency-guesses.ts';
import type { Reference } from './draft.ts';
import type { PayoutOutcome } from './payout-options.tsx';
import { QuoteCard } from './quote-card.tsx';
import styles from './quote-layout.module.css';
import type { QuoteSearch } from './quote-search.ts';
import { type QuoteForm, type QuoteStartingPoint, useQuoteForm } from './use-quote-form.ts';

const loadAside = async () => (await import('./quote-aside.tsx')).QuoteAside;

// It sits still while an amount is typed.
const QuoteAside = memo(optionalPart(loadAside));

/** The form, and beside it what else the same money could be. */
export function QuoteLayout(start: QuoteStartingPoint) {
  const { search, reference } = start;
  const { countries, currencies } = reference;
  const form = useQuoteForm(start);
  const sent = settledSource(form);
  const { draft, receive } = form;
  const { recipient, destination } = draft;
  const payable = useMemo(
    () => receivable({ recipient, destination }, { countries, currencies }),
    [recipient, destination, countries, currencies],
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
                countries={countries}
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
function outcomeOf({ estimate, pending }: QuoteForm): PayoutOutcome {
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

export type QuoteFrameProps = { children: ReactNode };

/** The page's title and head over what it shows. */
export function QuoteFrame({ children }: QuoteFrameProps) {
  const { t } = useLingui();
  return (
    <Stack>
      <PageTitle>{t`Send money`}</PageTitle>
      <PageHead title={t`Send money`} />
      {children}
    </Stack>
  );
}

/** What is to come, for who opens the page for the first time. */
export function FirstSteps() {
  return (
    <Card>
      <h2>
        <Trans>Three steps</Trans>
      </h2>
      <ol className={styles.steps}>
        <li>
          <Trans>Say where the money goes and how much: you see at once what arrives.</Trans>
        </li>
        <li>
          <Trans>Choose who gets it.</Trans>
        </li>
        <li>
          <Trans>Check it and send. The rate is set then, and you follow the money here.</Trans>
        </li>
      </ol>
    </Card>
  );
}

type AddressNoticeProps = { search: QuoteSearch; reference: Reference };

/** Says which parts of the address the service does not know, for the form shows something else. */
function AddressNotice({ search, reference: { countries, currencies } }: AddressNoticeProps) {
  const codes = [search.source_amount_currency, search.destination_amount_currency];
  const unknown = codes.filter((code) => code !== undefined && !listed(code, currencies));
  const countryUnknown =
    search.country_id !== undefined && !countries.some(({ id }) => id === search.country_id);
  if (unknown.length === 0 && !countryUnknown) return null;
  return (
    <Notice tone="wait">
      {unknown.map((code) => (
        <p key={code}>
          <Trans>The service does not list the currency {code}. Check the one chosen below.</Trans>
        </p>
      ))}
      {countryUnknown && (
        <p>
          <Trans>The service does not list the country of this link. Choose another.</Trans>
        </p>
      )}
    </Notice>
  );
}
