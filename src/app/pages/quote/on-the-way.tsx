import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { Avatar } from '../../accounts/avatar.tsx';
import { openTransfersQuery } from '../../api/open-transfers.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CardHead } from '../../ui/card-head.tsx';
import { RowLink } from '../../ui/record-list.tsx';
import { textEms } from '../../ui/text-ems.ts';
import styles from './on-the-way.module.css';

/** The person's latest transfers that have not ended; nothing if there are none, or none could be read. */
export function OnTheWay() {
  const { data } = useQuery(openTransfersQuery);
  const { money } = useMoney();
  const { brief } = useMoment();
  if (!data || data.items.length === 0) return null;
  return (
    <Card as="section" flush>
      <CardHead
        className={styles.inset}
        title={<Trans>On the way</Trans>}
        all={{ to: paths.transfers(), label: <Trans>All transfers</Trans> }}
      />
      <ul className={styles.rows}>
        {data.items.map((row) => (
          <li key={row.id} className={styles.row}>
            <Avatar id={row.destination_account_id} alias={row.alias} code={row.country_code} />
            <div className={styles.who}>
              <RowLink to={paths.transfer(row.id)} aria-describedby={`way-${row.id}`}>
                {row.alias ? (
                  verbatim(row.alias)
                ) : (
                  <Trans>Recipient {row.destination_account_id}</Trans>
                )}
              </RowLink>
              <p className={styles.note}>
                {row.first_seen_at ? brief(row.first_seen_at) : verbatim(row.id)}
              </p>
            </div>
            <div id={`way-${row.id}`} className={styles.end}>
              <Amount text={money(row.destination_amount_cents, row.destination_amount_currency)} />
              <StatusBadge state={row.state} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Amount({ text }: { text: string }) {
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(text) };
  return (
    <p className={styles.amount} style={ems}>
      {verbatim(text)}
    </p>
  );
}
