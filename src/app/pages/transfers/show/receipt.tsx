import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { Logo } from '../../../brand/logo.tsx';
import { verbatim, withVerbatim } from '../../../i18n/trans.ts';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './receipt.module.css';
import { useReceiptWords } from './receipt-rows.ts';

type ReceiptProps = {
  detail: TransferDetail;
  /** When the state was last read, ISO 8601. */
  checkedAt: string;
};

/** Printed in place of the page: the whole transfer, and what the receipt proves. */
export function Receipt({ detail, checkedAt }: ReceiptProps) {
  const { title, sandbox, state, checked, proof, rows, footnote } = useReceiptWords()(
    detail,
    checkedAt,
  );

  return (
    <article className={styles.receipt}>
      <header className={styles.head}>
        <Logo large />
        <h2>{title}</h2>
      </header>
      {sandbox && <p className={styles.proof}>{sandbox}</p>}
      <p>
        <strong>{state}</strong>
        <br />
        {checked}
      </p>
      <p className={styles.proof}>{proof}</p>
      <SummaryList>
        {rows.map(({ key, term, value, note, values = [] }) => (
          <SummaryRow
            key={key}
            term={withVerbatim(term, detail.recipient?.name)}
            note={note && withVerbatim(note, ...values)}
          >
            {key === 'gets' ? <strong>{verbatim(value)}</strong> : verbatim(value)}
          </SummaryRow>
        ))}
      </SummaryList>
      {footnote !== null && <p>{footnote}</p>}
    </article>
  );
}
