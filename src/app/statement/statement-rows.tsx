import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { StatementRow } from '../../contract/api/statement.ts';
import { impliedRate } from '../../money/rate.ts';
import { writeMoney } from '../../money/write-amount.ts';
import { LastDigits } from '../accounts/last-digits.tsx';
import { formatDate } from '../i18n/intl.ts';
import { verbatim } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import { unbroken } from '../transfers/money-text.tsx';
import { useStateWord } from '../transfers/use-state-name.ts';
import styles from './statement-sheet.module.css';

/** Writes an amount with the subunits that its currency had when it was sent, not to be translated or broken inside. */
export function useKeptMoney() {
  const { t } = useLingui();
  const { locale } = useFormat();
  return (cents: bigint, currency: string, subunits: bigint | null) =>
    verbatim(
      subunits === null
        ? t`${currency} ${cents.toString()} subunits`
        : writeMoney({ subunits: cents, currency }, subunits, locale),
    );
}

type RowsProps = {
  heading: ReactNode;
  note?: ReactNode;
  rows: readonly StatementRow[];
  zone: string;
  /** Of the period: times of another one say theirs. */
  year: string;
  /** The number of the first row. */
  first: number;
};

/** Some of the transfers, numbered. */
export function StatementRows({ heading, note, rows, zone, year, first }: RowsProps) {
  const headingId = useId();
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 id={headingId}>{heading}</h2>
      {note && <p className={styles.small}>{note}</p>}
      <table className={styles.table} aria-labelledby={headingId}>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            <th scope="col">
              <Trans>Number</Trans>
            </th>
            <th scope="col">
              <Trans>Recipient</Trans>
            </th>
            <th scope="col" className={styles.figure}>
              <Trans>Sent</Trans>
            </th>
            <th scope="col" className={styles.figure}>
              <Trans>Recipient gets</Trans>
            </th>
            <th scope="col">
              <Trans>Status</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={row.id} row={row} zone={zone} year={year} number={first + place} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = Pick<RowsProps, 'zone' | 'year'> & { row: StatementRow; number: number };

function Row({ row, zone, year, number }: RowProps) {
  const { locale, whole } = useFormat();
  const money = useKeptMoney();
  const rate = useRate();
  const stateWord = useStateWord();
  function at(iso: string) {
    const time = new Date(iso);
    const isOtherYear = formatDate(time, 'en', { year: 'numeric', timeZone: zone }) !== year;
    return formatDate(time, locale, {
      ...{ day: 'numeric', month: 'short', ...(isOtherYear && { year: 'numeric' }) },
      ...{ hour: 'numeric', minute: '2-digit', timeZone: zone },
    });
  }
  const { id, destination_account_id, recipient, ended_at, state, reference, note } = row;
  const { alias = '', account_tail = '' } = recipient ?? {};
  const name = recipient?.name || alias;
  const end = ended_at === null ? null : at(ended_at);
  return (
    <>
      <tr className={state === 'rejected' ? styles.rejected : undefined}>
        <td className={styles.number}>{whole(number)}</td>
        <td className={styles.time}>{at(row.began_at)}</td>
        <td translate="no">
          {id}
          {reference && <small className={styles.written}>{verbatim(reference)}</small>}
        </td>
        <td>
          {recipient ? (
            <bdi translate="no">{name}</bdi>
          ) : (
            <Trans>Recipient {destination_account_id}</Trans>
          )}
          {(account_tail !== '' || name !== alias) && (
            <small>
              {name !== alias && <bdi translate="no">{alias}</bdi>}{' '}
              {account_tail !== '' && <LastDigits end={account_tail} />}
            </small>
          )}
        </td>
        <td className={styles.figure} translate="no">
          {money(row.source_amount_cents, row.source_amount_currency, row.source_subunits)}
        </td>
        <td className={styles.figure} translate="no">
          <span className={styles.gets}>
            {money(
              row.destination_amount_cents,
              row.destination_amount_currency,
              row.destination_subunits,
            )}
          </span>
          <small>{verbatim(rate(row))}</small>
        </td>
        <td>
          {stateWord(state)}
          {end !== null && <small className={styles.time}>{end}</small>}
        </td>
      </tr>
      {note && (
        <tr className={styles.note}>
          <td className={styles.number} />
          <td colSpan={6}>
            <small>{verbatim(note)}</small>
          </td>
        </tr>
      )}
    </>
  );
}

/** Calculated from the two amounts: a transfer of the service has no rate. */
function useRate() {
  const money = useMoney();
  return (row: StatementRow): string => {
    const { source_subunits: from, destination_subunits: to } = row;
    if (from === null || to === null) return '';
    const rate = impliedRate(row.source_amount_cents, from, row.destination_amount_cents, to);
    const [source, destination] = [row.source_amount_currency, row.destination_amount_currency];
    return rate && source !== destination
      ? unbroken(money.impliedRate(rate, source, destination))
      : '';
  };
}
