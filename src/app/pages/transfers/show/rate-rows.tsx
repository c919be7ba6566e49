import { Trans, useLingui } from '@lingui/react/macro';
import type { Transfer, TransferDetail } from '../../../../contract/api/transfer.ts';
import { impliedRate, writeRate } from '../../../../money/rate.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { SummaryRow } from '../../../ui/summary-list.tsx';

export type RateRowsProps = {
  detail: TransferDetail;
  /** Writes a point in time. */
  at: (iso: string) => string;
};

/** The quoted rate, where it came to what was quoted; else what was quoted and what it came to. */
export function RateRows({ detail: { transfer, quoted }, at }: RateRowsProps) {
  const { money, rate } = useMoney();
  const implied = useImpliedRate(transfer);
  if (!quoted) {
    return (
      implied && (
        <SummaryRow
          term={<Trans>Rate</Trans>}
          note={
            <Trans>Calculated from the two amounts. We have no estimate of this transfer.</Trans>
          }
        >
          {unbroken(implied)}
        </SummaryRow>
      )
    );
  }

  const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
  const asQuoted = unbroken(rate(quoted.rate, source, destination));
  const when = at(quoted.taken_at);
  const more = transfer.destination_amount_cents - quoted.destination_amount_cents;
  if (more === 0n) {
    return (
      <SummaryRow
        term={<Trans>Rate</Trans>}
        note={<Trans>Quoted {when}. The amount is just what was quoted.</Trans>}
      >
        {asQuoted}
      </SummaryRow>
    );
  }
  return (
    <>
      <SummaryRow
        term={<Trans>Quoted</Trans>}
        note={
          <Trans>
            {asQuoted}, {when}
          </Trans>
        }
      >
        {money(quoted.destination_amount_cents, destination)}
      </SummaryRow>
      <SummaryRow
        term={<Trans>Came to</Trans>}
        note={<Difference more={more} written={(cents) => money(cents, destination)} />}
      >
        {money(transfer.destination_amount_cents, destination)}
      </SummaryRow>
      {implied && (
        <SummaryRow
          term={<Trans>Rate</Trans>}
          note={<Trans>Calculated from the two amounts.</Trans>}
        >
          {unbroken(implied)}
        </SummaryRow>
      )}
    </>
  );
}

type DifferenceProps = { more: bigint; written: (cents: bigint) => string };

/** In plain words, how much more or less it is than was quoted. */
function Difference({ more, written }: DifferenceProps) {
  const by = written(more < 0n ? -more : more);
  return more < 0n ? (
    <Trans>{by} less than quoted: the service sets the rate when it takes a transfer.</Trans>
  ) : (
    <Trans>{by} more than quoted: the service sets the rate when it takes a transfer.</Trans>
  );
}

/** On a phone '1 BRL =' would stand at the end of a line, and its figure on the next. */
function unbroken(rate: string): string {
  return rate.replaceAll(' ', '\u00a0');
}

/** What the two amounts come to; the service tells no rate with a transfer (contract 2.2). */
function useImpliedRate(transfer: Transfer): string | undefined {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { divisor } = useMoney();
  const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
  const [from, to] = [divisor(source), divisor(destination)];
  if (from === undefined || to === undefined) return undefined;
  const implied = impliedRate(
    transfer.source_amount_cents,
    from,
    transfer.destination_amount_cents,
    to,
  );
  if (!implied) return undefined;
  const figure = writeRate(implied.rate, locale);
  return implied.exact
    ? t`1 ${source} = ${figure} ${destination}`
    : t`1 ${source} ≈ ${figure} ${destination}`;
}
