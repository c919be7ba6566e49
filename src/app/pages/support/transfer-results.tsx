import { Trans, useLingui } from '@lingui/react/macro';
import type { Sender } from '../../../contract/api/sender.ts';
import type { AliasedTransfer } from '../../../contract/api/transfer.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import type { fromLookUp } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './support.module.css';

type Shown = AliasedTransfer & { sender?: Sender | undefined; first_seen_at?: string | null };

export type TransferResultsProps = {
  items: readonly Shown[];
  /** The location's state of the pages that the rows lead to. */
  from: typeof fromLookUp;
};

/** Transfers for support, each with its number and, where the page shows several people's, its sender. */
export function TransferResults({ items, from }: TransferResultsProps) {
  const { t } = useLingui();
  const { money } = useMoney();

  return (
    <Card flush>
      <RecordList aria-label={t`Transfers`}>
        {items.map((row) => (
          <RecordRow
            key={row.id}
            to={paths.transfer(row.id)}
            state={from}
            lead={
              <Avatar id={row.destination_account_id} alias={row.alias} code={row.country_code} />
            }
            title={row.alias ?? <Trans>Recipient {row.destination_account_id}</Trans>}
            note={
              <>
                {row.id}
                {row.first_seen_at && <FirstSeen at={row.first_seen_at} />}
                {row.sender && (
                  <>
                    <br />
                    <FromSender sender={row.sender} state={from} />
                  </>
                )}
              </>
            }
            figure={money(row.destination_amount_cents, row.destination_amount_currency)}
            figureNote={
              <From source={money(row.source_amount_cents, row.source_amount_currency)} />
            }
            mark={<StatusBadge state={row.state} plain />}
          />
        ))}
      </RecordList>
    </Card>
  );
}

function FirstSeen({ at }: { at: string }) {
  const { brief } = useMoment();
  return (
    <span className={styles.seen}>
      {' · '}
      <VisuallyHidden>
        <Trans>First seen here</Trans>
      </VisuallyHidden>{' '}
      {brief(at)}
    </span>
  );
}

function From({ source }: { source: string }) {
  return <Trans>from {source}</Trans>;
}
