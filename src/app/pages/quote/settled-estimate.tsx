import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Quote } from '../../../contract/api/quote.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Estimate } from './use-estimate.ts';

const silence = 700;

export type SettledEstimateProps = { estimate: Estimate };

/** Reads out the first estimate of what is asked, once the typing is over; none of those after it. */
export function SettledEstimate({ estimate: { quote } }: SettledEstimateProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const [first, setFirst] = useState<Quote | null>(null);
  if (quote && !first) setFirst(quote);
  if (!quote && first) setFirst(null);
  const settled = useDebouncedValue(first, silence);
  return (
    <VisuallyHidden role="status">{settled && settled === first && words(settled)}</VisuallyHidden>
  );

  function words(estimate: Quote): string {
    const sent = money(estimate.source_amount_cents, estimate.source_currency);
    const got = money(estimate.destination_amount_cents, estimate.destination_currency);
    return t`You send ${sent}, they get ${got}`;
  }
}
