import { Trans, useLingui } from '@lingui/react/macro';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { fromLookUp } from '../../from-look-up.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { RecordRow } from '../../ui/record-row.tsx';
import styles from './support.module.css';

export type FoundTransfersProps = SupportSearch['transfers'];

/** The transfers that were found, and how many more there are. */
export function FoundTransfers({ items, total }: FoundTransfersProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { locale } = useFormat();
  const [shown, all] = [items.length.toLocaleString(locale), total.toLocaleString(locale)];

  return (
    <>
      <Card flush>
        <RecordList aria-label={t`Transfers`}>
          {items.map((row) => (
            <RecordRow
              key={row.id}
              to={paths.transfer(row.id)}
              state={fromLookUp}
              title={row.alias ?? <Trans>Recipient {row.destination_account_id}</Trans>}
              note={
                <>
                  {row.id}
                  {row.sender && (
                    <>
                      <br />
                      <FromSender sender={row.sender} />
                    </>
                  )}
                </>
              }
              figure={money(row.destination_amount_cents, row.destination_amount_currency)}
              figureNote={money(row.source_amount_cents, row.source_amount_currency)}
              mark={<StatusBadge state={row.state} />}
            />
          ))}
        </RecordList>
      </Card>
      {total > items.length && (
        <p className={styles.quiet}>
          <Trans>
            {shown} of {all}; narrow the search
          </Trans>
        </p>
      )}
    </>
  );
}
