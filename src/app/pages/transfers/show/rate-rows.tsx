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
          note={<Difference transfer={transfer} quoted={quoted} at={at(quoted.taken_at)} />}
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
  at: string;
};

/** What was quoted and when; in plain words, how much more or less the recipient gets. */
function Difference({ transfer, quoted, at }: DifferenceProps) {
  const { money } = useMoney();
  const written = (cents: bigint) => money(cents, transfer.destination_amount_currency);
  const was = written(quoted.destination_amount_cents);
  const more = transfer.destination_amount_cents - quoted.destination_amount_cents;
  if (more === 0n) {
    return (
      <Trans>
        {was} ({at}). It came to just that.
      </Trans>
    );
  }
  const by = written(more < 0n ? -more : more);
  return more < 0n ? (
    <Trans>
      {was} ({at}). It came to {by} less: the service sets the rate when it takes a transfer.
    </Trans>
  ) : (
    <Trans>
      {was} ({at}). It came to {by} more: the service sets the rate when it takes a transfer.
    </Trans>
  );
}
