import { Trans } from '@lingui/react/macro';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { SummaryRow } from '../../../ui/summary-row.tsx';
import { useImpliedRate } from './use-implied-rate.ts';

export type RateRowsProps = {
  detail: TransferDetail;
  /** Writes a point in time. */
  at: (iso: string) => string;
};

/** The rate that the amounts come to, and the one that was quoted when it was sent. */
export function RateRows({ detail: { transfer, quoted }, at }: RateRowsProps) {
  const { rate } = useMoney();
  const implied = useImpliedRate(transfer);
  const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
  return (
    <>
      {implied && (
        <SummaryRow
          term={<Trans>Rate</Trans>}
          note={
            quoted ? (
              <Trans>What the two amounts come to.</Trans>
            ) : (
              <Trans>What the two amounts come to. Giro has no quote of this transfer.</Trans>
            )
          }
        >
          <Trans>
            1 {source} = {implied} {destination}
          </Trans>
        </SummaryRow>
      )}
      {quoted && (
        <SummaryRow
          term={<Trans>Quoted</Trans>}
          note={
            <>
              <Trans>When it was sent, {at(quoted.taken_at)}.</Trans>{' '}
              <Difference transfer={transfer} quoted={quoted} />
            </>
          }
        >
          {rate(quoted.rate, source, destination)}
        </SummaryRow>
      )}
    </>
  );
}

type DifferenceProps = {
  transfer: TransferDetail['transfer'];
  quoted: NonNullable<TransferDetail['quoted']>;
};

/** In plain words, what the recipient gets more or less than was quoted. */
function Difference({ transfer, quoted }: DifferenceProps) {
  const { money } = useMoney();
  const written = (cents: bigint) => money(cents, transfer.destination_amount_currency);
  const more = transfer.destination_amount_cents - quoted.destination_amount_cents;
  if (more === 0n) return <Trans>The amount is as quoted.</Trans>;
  const was = written(quoted.destination_amount_cents);
  return more < 0n ? (
    <Trans>
      It was {was}: now {written(-more)} less, for the service sets the rate when it takes a
      transfer.
    </Trans>
  ) : (
    <Trans>
      It was {was}: now {written(more)} more, for the service sets the rate when it takes a
      transfer.
    </Trans>
  );
}
