import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties, ReactNode } from 'react';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNames } from '../../i18n/use-names.ts';
import { classNames } from '../../ui/class-names.ts';
import { CodeBadge } from '../../ui/code-badge.tsx';
import { textEms } from '../../ui/text-ems.ts';
import styles from './other-ways.module.css';

/** What arrives in a currency, in subunits; or why that is not known, 'none' where nothing is asked. */
export type WayOutcome = bigint | 'pending' | 'no-rate' | 'failed' | 'none';

export type WayRowProps = {
  currency: Currency;
  outcome: WayOutcome;
  /** It is what they get now. */
  chosen: boolean;
  onChoose: () => void;
};

/** A currency, what arrives in it, and the whole row to press. */
export function WayRow(props: WayRowProps) {
  const { currency, outcome, chosen, onChoose } = props;
  const { t } = useLingui();
  const { locale } = useFormat();
  const name = useNames().currency(currency);
  const figures =
    typeof outcome === 'bigint' ? writeAmount(outcome, currency.subunit_to_unit, locale) : '';
  const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(figures) };

  function words(): ReactNode {
    switch (outcome) {
      case 'pending':
        return <span className={styles.pending} />;
      case 'no-rate':
        return <Trans>No rate now</Trans>;
      case 'failed':
        return <Trans>No answer</Trans>;
      case 'none':
        return '–';
      default:
        return (
          <div className={styles.frame}>
            <b key={figures} className={styles.figures} style={ems}>
              {figures}
            </b>
          </div>
        );
    }
  }

  return (
    <tr className={classNames(chosen && styles.chosen)}>
      <th scope="row">
        <span className={styles.currency}>
          <CodeBadge>{currency.iso_code}</CodeBadge>
          {outcome === 'no-rate' && !chosen ? (
            name
          ) : (
            // The chosen one stays a button, so that the focus stays on what was pressed.
            <button
              type="button"
              className={styles.choose}
              aria-pressed={chosen}
              title={t`Let them get ${currency.iso_code}`}
              onClick={onChoose}
            >
              {name}
            </button>
          )}
        </span>
      </th>
      <td aria-busy={outcome === 'pending' || undefined}>{words()}</td>
    </tr>
  );
}
