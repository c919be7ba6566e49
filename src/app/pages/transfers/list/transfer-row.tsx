import { Trans } from '@lingui/react/macro';
import { type CSSProperties, memo, type Ref } from 'react';
import type { TransferRow as Transfer } from '../../../../contract/api/transfer.ts';
import type { MoneyFormat } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { fromList } from '../../../transfers/from-list.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { RowLink } from '../../../ui/record-list.tsx';
import { textEms } from '../../../ui/text-ems.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './transfer-rows.module.css';

export type TransferRowProps = {
  row: Transfer;
  index: number;
  /** From the start of the list, in pixels. */
  top: number;
  total: number;
  money: MoneyFormat['money'];
  /** When this app first saw it; undefined where it did not. */
  seen: string | undefined;
  /** Measures it, by its `data-index`. */
  ref: Ref<HTMLLIElement>;
};

/** One transfer, wherever it stands in the list; drawn again only when something of it changes. */
export const TransferRow = memo(function TransferRow({
  row,
  index,
  top,
  total,
  money,
  seen,
  ref,
}: TransferRowProps) {
  const { id } = row;
  const arrives = money(row.destination_amount_cents, row.destination_amount_currency);
  const sent = money(row.source_amount_cents, row.source_amount_currency);
  return (
    <li
      ref={ref}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={styles.row}
      style={{ top }}
    >
      <div>
        <p className={styles.title}>
          <RowLink
            to={paths.transfer(id)}
            state={fromList}
            data-transfer={id}
            aria-describedby={`number-${id} amounts-${id} state-${id} seen-${id}`}
          >
            {row.alias ?? <Trans>Recipient {row.destination_account_id}</Trans>}
          </RowLink>
        </p>
        <p id={`number-${id}`} className={styles.note}>
          {id}
        </p>
      </div>
      <div id={`amounts-${id}`} className={styles.end}>
        <p className={styles.figure} style={fitting(arrives)}>
          {arrives}
        </p>
        <p className={styles.note} style={fitting(sent)}>
          {sent}
        </p>
      </div>
      <div className={styles.foot}>
        <div id={`state-${id}`} className={styles.mark}>
          <StatusBadge state={row.state} />
        </div>
        <p id={`seen-${id}`} className={styles.seen}>
          {seen && (
            <>
              <VisuallyHidden>
                <Trans>First seen here</Trans>
              </VisuallyHidden>{' '}
              {seen}
            </>
          )}
        </p>
      </div>
    </li>
  );
});

/** An amount is never cut off: a long one is written smaller. */
function fitting(text: string): CSSProperties & { '--ems': number } {
  return { '--ems': textEms(text) };
}
