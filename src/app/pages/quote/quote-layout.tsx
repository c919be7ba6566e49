import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { isFailure } from '../../api/api-error.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { HydratedApart } from '../../hydration/hydrated-part.tsx';
import { OwnOpenSends, OwnScheduled } from '../../open-sends/own-open-sends.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Split, Stack } from '../../ui/stack.tsx';
import { listed, type Reference, receivable } from './currency-guesses.ts';
import { quoteAside } from './later-parts.ts';
import { OnTheWay } from './on-the-way.tsx';
import type { QuoteAsideProps } from './quote-aside.tsx';
import { QuoteCard } from './quote-card.tsx';
import styles from './quote-layout.module.css';
import type { QuoteSearch } from './quote-search.ts';
import { RecentRecipients } from './recent-recipients.tsx';
import { type QuoteForm, type QuoteStartingPoint, useQuoteForm } from './use-quote-form.ts';

/** The form, and beside it open transfers, payout options and rate history. */
export function QuoteLayout(start: QuoteStartingPoint) {
  const { search, reference, recent } = start;
  const { countries, currencies } = reference;
  const form = useQuoteForm(start);
  const sent = settledSource(form);
  const { draft, receive } = form;
  const { recipient, destination, country } = draft;
  const payable = useMemo(
    () => receivable({ recipient, destination, country }, { countries, currencies }),
    [recipient, destination, country, countries, currencies],
  );
  const latest = latestOfPair(form);
  // Read once: a part that is there already is rendered without suspending.
  const [QuoteAside] = useState(quoteAside.part);
  return (
    <Split>
      <Stack>
        <OwnOpenSends />
        {recent.length > 0 && <RecentRecipients recent={recent} chosen={recipient?.id} />}
        <AddressNotice search={search} reference={reference} />
        <QuoteCard form={form} reference={reference} payable={payable} />
      </Stack>
      <div className={styles.aside}>
        <Stack as="aside">
          <HydratedApart>
            <OnTheWay />
          </HydratedApart>
          <OwnScheduled />
          <HydratedApart>
            {draft.country ? (
              <QuoteAside
                source={draft.source}
                destination={draft.destination}
                country={draft.country}
                countries={countries}
                payable={payable}
                rate={latest?.rate}
                taken_at={latest?.taken_at}
                arrival={draft.recipient?.arrival}
                sent={sent}
                chosen={outcomeOf(form)}
                onReceive={receive}
              />
            ) : (
              recent.length === 0 && <FirstSteps />
            )}
          </HydratedApart>
        </Stack>
      </div>
    </Split>
  );
}

/** The chosen currency's outcome for the payout options. */
function outcomeOf({ estimate, pending }: QuoteForm): QuoteAsideProps['chosen'] {
  const { quote, failure } = estimate;
  if (quote) return quote.destination_amount_cents;
  if (isFailure(failure, 'rate-not-available')) return 'no-rate';
  if (isFailure(failure, 'quote-refused')) return 'none';
  if (failure) return 'failed';
  return pending ? 'pending' : 'none';
}

/** The latest estimate for the form's pair and country, of any amount. */
function latestOfPair({ draft, estimate: { latest } }: QuoteForm): Quote | undefined {
  const same =
    latest?.source_currency === draft.source.iso_code &&
    latest.destination_currency === draft.destination.iso_code &&
    latest.country_id === draft.country?.id;
  return same ? latest : undefined;
}

/** The source amount in subunits: from the estimate, or as typed if the pair has no rate. */
function settledSource({ draft, estimate }: QuoteForm): bigint | undefined {
  const { quote, failure } = estimate;
  if (quote) return quote.source_amount_cents;
  if (draft.side !== 'source' || !isFailure(failure, 'rate-not-available')) return undefined;
  const { reading } = draft;
  return reading.ok ? reading.subunits : undefined;
}

type QuoteFrameProps = { children: ReactNode };

/** Title and head of the page. */
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

/** An introduction for a person who has not sent yet. */
function FirstSteps() {
  return (
    <Card>
      <h2>
        <Trans>Three steps</Trans>
      </h2>
      <ol className={styles.steps}>
        <li>
          <Trans>Choose where the money goes and how much. You see an estimate at once.</Trans>
        </li>
        <li>
          <Trans>Choose the recipient.</Trans>
        </li>
        <li>
          <Trans>Check it and send. The final rate is set then, and you can follow it here.</Trans>
        </li>
      </ol>
    </Card>
  );
}

type AddressNoticeProps = { search: QuoteSearch; reference: Reference };

/** Tells which parts of the address the service does not list, because the form uses defaults instead. */
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
          <Trans>The payment service doesn’t offer {code}. Check the currency below.</Trans>
        </p>
      ))}
      {countryUnknown && (
        <p>
          <Trans>
            The payment service doesn’t send to the country in this link. Choose another.
          </Trans>
        </p>
      )}
    </Notice>
  );
}
