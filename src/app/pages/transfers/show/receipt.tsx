import type { IssuedReceipt } from '../../../../contract/api/receipt.ts';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { Logo } from '../../../brand/logo.tsx';
import { verbatim, withVerbatim } from '../../../i18n/trans.ts';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import styles from './receipt.module.css';
import { useReceiptWords } from './receipt-rows.ts';

type ReceiptProps = {
  detail: TransferDetail;
  /** Null for a receipt without a code. */
  receipt: IssuedReceipt | null;
};

/** Printed in place of the page: the whole transfer, and what the receipt proves. */
export function Receipt({ detail, receipt }: ReceiptProps) {
  const words = useReceiptWords()(detail, receipt);
  const { title, sandbox, state, checked, proof, rows, footnote, check } = words;

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
      {check && (
        <section className={styles.check}>
          <a href={check.link}>
            <svg
              viewBox={`0 0 ${check.qr.size} ${check.qr.size}`}
              role="img"
              aria-label={check.how}
              className={styles.qr}
            >
              <path d={check.qr.path} />
            </svg>
          </a>
          <div>
            <p>
              <strong>{check.how}</strong>
            </p>
            <p>{withVerbatim(check.where, check.page)}</p>
            <p translate="no" className={styles.code}>
              {check.code}
            </p>
          </div>
        </section>
      )}
    </article>
  );
}
