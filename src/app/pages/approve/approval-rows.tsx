import { Plural, Trans } from '@lingui/react/macro';
import type { ApprovalRow } from '../../../contract/api/approvals.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { verbatim } from '../../i18n/trans.ts';
import { useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { paths } from '../../router/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import styles from './approve.module.css';

type ApprovalRowsProps = { rows: readonly ApprovalRow[]; label: string };

/** What waits for approval: to whom, from whom, how much, what is unusual about it, and until when. */
export function ApprovalRows({ rows, label }: ApprovalRowsProps) {
  const { money } = useMoney();
  return (
    <Card flush>
      <RecordList aria-label={label}>
        {rows.map((row) => (
          <RecordRow
            key={row.id}
            // One's own is followed, and stopped, on its own page.
            to={row.is_own ? paths.sendOutcome(row.id) : paths.approval(row.id)}
            lead={
              <Avatar id={row.destination_account_id} alias={row.alias} code={row.country_code} />
            }
            title={
              row.alias ? (
                verbatim(row.alias)
              ) : (
                <Trans>Recipient {row.destination_account_id}</Trans>
              )
            }
            note={<Origin row={row} />}
            figure={verbatim(money(row.source_amount_cents, row.source_amount_currency))}
            figureNote={<Oddities row={row} />}
          />
        ))}
      </RecordList>
    </Card>
  );
}

function Origin({ row: { is_own, maker, expires_at } }: { row: ApprovalRow }) {
  const { brief } = useMoment();
  const when = brief(expires_at);
  return (
    <>
      {is_own ? (
        <Trans>From you, so someone else approves it</Trans>
      ) : (
        <Trans>From {maker.name}</Trans>
      )}
      <br />
      <Trans>Expires {when}</Trans>
    </>
  );
}

function Oddities({ row: { is_own, oddities } }: { row: ApprovalRow }) {
  if (is_own) {
    return (
      <span className={styles.waits}>
        <Icon name="clock" />
        <Trans>Waits for approval</Trans>
      </span>
    );
  }
  if (oddities === 0) return <Trans>Nothing unusual</Trans>;
  return (
    <span className={styles.odd}>
      <Icon name="warning" />
      <Plural value={oddities} one="# thing unusual" other="# things unusual" />
    </span>
  );
}
