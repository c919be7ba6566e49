import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNames } from '../../i18n/use-names.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeBadge } from '../../ui/code-badge.tsx';
import styles from './other-ways.module.css';

export type WayRowProps = {
  currency: Currency;
  /** In subunits; undefined while it is not known. */
  amount: bigint | undefined;
  noRate: boolean;
  failed: boolean;
  /** The amount answers what was asked before. */
  stale: boolean;
  /** Absent for the currency that is chosen already. */
  onChoose?: (() => void) | undefined;
};

export function WayRow({ currency, amount, noRate, failed, stale, onChoose }: WayRowProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const name = useNames().currency(currency);

  function outcome(): ReactNode {
    if (noRate) return <Trans>No rate now</Trans>;
    if (amount !== undefined) return <b>{writeAmount(amount, currency.subunit_to_unit, locale)}</b>;
    return failed ? <Trans>No answer</Trans> : '…';
  }

  return (
    <tr>
      <th scope="row">
        <span className={styles.currency}>
          <CodeBadge>{currency.iso_code}</CodeBadge>
          {onChoose && !noRate ? (
            <Button
              variant="quiet"
              className={styles.choose}
              title={t`Let them get ${currency.iso_code}`}
              onClick={onChoose}
            >
              {name}
            </Button>
          ) : (
            name
          )}
        </span>
      </th>
      <td className={classNames(stale && styles.stale)}>{outcome()}</td>
    </tr>
  );
}
