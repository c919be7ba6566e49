import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Transfer } from '../../../../contract/api/transfer.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Row } from '../../../ui/stack.tsx';
import styles from './settling.module.css';

export type CandidateProps = { transfer: Transfer; onChoose: () => void; children?: ReactNode };

/** One transfer that the sending can be, by what tells it from the others. */
export function Candidate({ transfer, onChoose, children }: CandidateProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const headingId = useId();
  const detail = useQuery({ ...transferQuery(transfer.id), refetchInterval: false }).data;
  const seen = detail?.timeline.find(({ seen_at }) => seen_at !== null)?.seen_at;
  return (
    <li>
      <Card flat className={styles.candidate}>
        <Row between>
          <h3 id={headingId}>
            <Link to={paths.transfer(transfer.id)}>
              <Trans>Transfer {transfer.id}</Trans>
            </Link>
          </h3>
          <StatusBadge state={transfer.state} />
        </Row>
        <div>
          <p className={styles.quiet}>
            <Trans>They get</Trans>
          </p>
          <p className={styles.gets}>
            {money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
          </p>
          <p className={styles.quiet}>
            <Trans>
              for {money(transfer.source_amount_cents, transfer.source_amount_currency)}
            </Trans>
          </p>
        </div>
        {seen && (
          <p className={styles.quiet}>
            <Trans>First seen here {dateTime(seen)}</Trans>
          </p>
        )}
        <Button wide aria-describedby={headingId} onClick={onChoose} className={styles.choose}>
          <Trans>This is it</Trans>
        </Button>
        {children}
      </Card>
    </li>
  );
}
