import { Trans } from '@lingui/react/macro';
import type { TransferRow } from '../../../../contract/api/transfer.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { RecordRow } from '../../../ui/record-row.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

export type TransferRowsProps = { rows: readonly TransferRow[] };

export function TransferRows({ rows }: TransferRowsProps) {
  const { money } = useMoney();
  return (
    <Card flush>
      <RecordList>
        {rows.map((row) => (
          <RecordRow
            key={row.id}
            to={paths.transfer(row.id)}
            title={row.alias ?? <Trans>Recipient {row.destination_account_id}</Trans>}
            note={row.id}
            figure={money(row.destination_amount_cents, row.destination_amount_currency)}
            figureNote={money(row.source_amount_cents, row.source_amount_currency)}
            mark={<StatusBadge state={row.state} />}
          />
        ))}
      </RecordList>
    </Card>
  );
}
