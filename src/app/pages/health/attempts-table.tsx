import { Trans, useLingui } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { writeDuration } from './duration.ts';
import { FailureKind } from './failure-kind.tsx';
import styles from './health.module.css';

export type AttemptsTableProps = Pick<SupportHealth, 'attempts'>;

/** The latest attempts in figures, the newest first. */
export function AttemptsTable({ attempts }: AttemptsTableProps) {
  const { t } = useLingui();
  const { locale, dateTime } = useFormat();
  return (
    // Can be reached by keyboard, to be scrolled.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be focusable
    <section className={styles.scroll} tabIndex={0} aria-label={t`The latest calls`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>When</Trans>
            </th>
            <th scope="col">
              <Trans>Took</Trans>
            </th>
            <th scope="col">
              <Trans>Outcome</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {attempts.toReversed().map(({ at, took_ms, failure }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two can end in the same millisecond
            <tr key={`${at} ${place}`}>
              <th scope="row">{dateTime(at)}</th>
              <td>{writeDuration(took_ms, locale)}</td>
              <td>{failure === null ? <Trans>Answered</Trans> : <FailureKind kind={failure} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
