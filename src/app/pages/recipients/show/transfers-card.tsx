import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { latestTransfers } from '../../../../contract/api/reads.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import { useMoment } from '../../../i18n/use-moment.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useLiveTransfers } from '../../../live/use-live-transfers.ts';
import { paths } from '../../../router/paths.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { RecordRow } from '../../../ui/record-row.tsx';
import { Row } from '../../../ui/row.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

export type TransfersCardProps = { id: string };

/** The latest transfers to a recipient. */
export function TransfersCard({ id }: TransfersCardProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { brief } = useMoment();
  useLiveTransfers();
  const { items, total } = useSuspenseQuery(transfersQuery(latestTransfers(id))).data;

  return (
    <Stack as="section" gap="s3">
      <Row between>
        <h2>
          <Trans>Transfers</Trans>
        </h2>
        {total > items.length && (
          <Link to={paths.transfers({ destination_account_id: id })}>
            <Trans>All {total}</Trans>
          </Link>
        )}
      </Row>
      <Card flush={items.length > 0}>
        {items.length === 0 ? (
          <Trans>Nothing sent to this recipient yet.</Trans>
        ) : (
          <RecordList>
            {items.map((row) => (
              <RecordRow
                key={row.id}
                to={paths.transfer(row.id)}
                title={t`Transfer ${row.id}`}
                note={
                  <>
                    <StatusBadge state={row.state} />
                    {row.first_seen_at && (
                      <div>
                        <VisuallyHidden>
                          <Trans>First seen here</Trans>
                        </VisuallyHidden>{' '}
                        {brief(row.first_seen_at)}
                      </div>
                    )}
                  </>
                }
                figure={money(row.destination_amount_cents, row.destination_amount_currency)}
                figureNote={money(row.source_amount_cents, row.source_amount_currency)}
              />
            ))}
          </RecordList>
        )}
      </Card>
    </Stack>
  );
}
