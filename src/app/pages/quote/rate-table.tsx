import { Trans, useLingui } from '@lingui/react/macro';
import type { SeenRate } from '../../../contract/api/rates.ts';
import { useFormat } from '../../i18n/use-format.ts';
import styles from './seen-rates.module.css';

export type RateTableProps = {
  /** Oldest first. */
  points: readonly SeenRate[];
  write: (rate: string) => string;
};

/** The points of the line, the latest first. */
export function RateTable({ points, write }: RateTableProps) {
  const { t } = useLingui();
  const { dateTime } = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within the keyboard's reach
    <section className={styles.table} tabIndex={0} aria-label={t`Rates seen here`}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>When</Trans>
            </th>
            <th scope="col">
              <Trans>Rate</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ rate, seen_at }) => (
            <tr key={seen_at}>
              <th scope="row">
                <time dateTime={seen_at}>{dateTime(seen_at)}</time>
              </th>
              <td>{write(rate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
