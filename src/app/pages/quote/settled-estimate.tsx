import { useLingui } from '@lingui/react/macro';
import { useMoney } from '../../i18n/use-money.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { Estimate } from './use-estimate.ts';

export type SettledEstimateProps = { estimate: Estimate };

/** Reads an estimate out once it has settled, not at each key. */
export function SettledEstimate({ estimate: { quote, fresh } }: SettledEstimateProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  return <VisuallyHidden role="status">{fresh && quote ? words(quote) : ''}</VisuallyHidden>;

  function words({
    source_amount_cents,
    source_currency,
    destination_amount_cents,
    destination_currency,
  }: NonNullable<Estimate['quote']>): string {
    const sent = money(source_amount_cents, source_currency);
    const got = money(destination_amount_cents, destination_currency);
    return t`You send ${sent}, they get ${got}`;
  }
}
