import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNames } from '../../i18n/use-names.ts';
import { classNames } from '../../ui/class-names.ts';
import { CodeBadge } from '../../ui/code-badge.tsx';
import styles from './other-ways.module.css';

/** So many figures find room on a phone. */
const longest = 18;

export type WayOutcome = {
  /** In subunits; undefined while it is not known. */
  amount: bigint | undefined;
  noRate: boolean;
  failed: boolean;
  /** An answer is on its way. */
  pending: boolean;
  /** The amount answers what was asked before. */
  stale: boolean;
};

export type WayRowProps = WayOutcome & {
  currency: Currency;
  /** It is what they get now. */
  chosen: boolean;
  onChoose: () => void;
};

/** A currency, what arrives in it, and the whole row to press. */
export function WayRow(props: WayRowProps) {
  const { currency, amount, noRate, failed, pending, stale, chosen, onChoose } = props;
  const { t } = useLingui();
  const { locale } = useFormat();
  const name = useNames().currency(currency);
  const figures = amount === undefined ? '' : writeAmount(amount, currency.subunit_to_unit, locale);

  function outcome(): ReactNode {
    if (noRate) return <Trans>No rate now</Trans>;
    if (figures !== '') return <b key={figures}>{figures}</b>;
    if (failed) return <Trans>No answer</Trans>;
    return pending && '…';
  }

  return (
    <tr className={classNames(chosen && styles.chosen)}>
      <th scope="row">
        <span className={styles.currency}>
          <CodeBadge>{currency.iso_code}</CodeBadge>
          {noRate && !chosen ? (
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
      <td className={classNames(stale && styles.stale, figures.length > longest && styles.long)}>
        {outcome()}
      </td>
    </tr>
  );
}
