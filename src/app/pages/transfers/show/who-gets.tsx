import { Trans } from '@lingui/react/macro';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';

export type WhoGetsProps = { detail: TransferDetail };

/** Who gets, got or was to get the amount that follows. */
export function WhoGets({ detail: { transfer, recipient } }: WhoGetsProps) {
  const alias = recipient?.alias;
  switch (transfer.state) {
    case 'executed':
      return alias ? <Trans>{alias} got</Trans> : <Trans>They got</Trans>;
    case 'rejected':
      return alias ? <Trans>{alias} was to get</Trans> : <Trans>They were to get</Trans>;
    default:
      return alias ? <Trans>{alias} gets</Trans> : <Trans>They get</Trans>;
  }
}
