import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import {
  maxStatementRows,
  type Statement,
  type StatementQuery,
  type StatementSum,
} from '../../contract/api/statement.ts';
import { settingsQuery } from '../api/session.ts';
import { Logo } from '../brand/logo.tsx';
import { formatDate } from '../i18n/intl.ts';
import { verbatim } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { monthOf } from './days-of-month.ts';
import { StatementRows, useKeptMoney } from './statement-rows.tsx';
import styles from './statement-sheet.module.css';

type SheetProps = { statement: Statement };

/** A statement as a sheet of paper, which alone is printed. */
export function StatementSheet({ statement }: SheetProps) {
  const { from, to, zone, person, made_at, rows, total, hash, state } = statement;
  const { locale, whole } = useFormat();
  const { sandbox } = useSuspenseQuery(settingsQuery).data;
  const title = useStatementTitle()(statement);
  const made = formatDate(new Date(made_at), locale, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: zone },
  });
  const ended = rows.filter((row) => row.part === 'period' && row.ended_at !== null);
  const open = rows.filter(({ ended_at }) => ended_at === null);
  const earlier = rows.filter(({ part }) => part === 'earlier');
  const isWrittenOn = rows.some((row) => row.reference || row.note);
  const year = to.slice(0, 4);
  const all = whole(total);
  const most = whole(maxStatementRows);

  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <div>
          <Logo large />
          <h1 tabIndex={-1}>{title}</h1>
          <p>
            <bdi translate="no">{person.name || person.email}</bdi>
          </p>
        </div>
        <p className={styles.small}>
          <strong>
            <DayRange from={from} to={to} />
          </strong>
          <br />
          <Trans>Times show when we first saw each step</Trans>
          <br />
          <Trans>
            Time zone: <span translate="no">{zone}</span>
          </Trans>
          <br />
          <Trans>Made {made}</Trans>
        </p>
      </header>
      {sandbox && (
        <p>
          <strong>
            <Trans>Sandbox: nothing here moves real money</Trans>
          </strong>
        </p>
      )}
      <Doubts statement={statement} />
      <Sums statement={statement} />
      {total > 0 && rows.length === 0 && (
        <p role="status">
          <strong>
            <Trans>{all} transfers are too many to print.</Trans>
          </strong>{' '}
          <Trans>Download the CSV: it has all of them. A page has room for {most} transfers.</Trans>
        </p>
      )}
      {total === 0 && (
        <p>
          <Trans>No transfers in this period.</Trans>
        </p>
      )}
      <StatementRows
        heading={<Trans>Transfers</Trans>}
        rows={ended}
        {...{ zone, year }}
        first={1}
      />
      <StatementRows
        heading={<Trans>From an earlier period</Trans>}
        note={<Trans>Sent before, and ended in this period. Counted here.</Trans>}
        rows={earlier}
        {...{ zone, year }}
        first={ended.length + 1}
      />
      <StatementRows
        heading={
          state === 'so-far' ? (
            <Trans>Not ended yet</Trans>
          ) : (
            <Trans>Not ended in this period</Trans>
          )
        }
        note={<Trans>Not in the sums. Each counts in the period in which it ends.</Trans>}
        rows={open}
        {...{ zone, year }}
        first={ended.length + earlier.length + 1}
      />
      <footer className={styles.foot}>
        <p>
          <strong>
            <Plural
              value={total}
              one="# transfer on this statement."
              other="# transfers on this statement."
            />
          </strong>{' '}
          {rows.length > 1 && <Trans>Their numbers go from 1 to {all} without a gap.</Trans>}
        </p>
        {hash !== null && (
          <>
            <p className={styles.hash} translate="no">
              {verbatim(`SHA-256 ${hash.replace(/.{4}(?=.)/g, '$& ')}`)}
            </p>
            <p>
              <Trans>
                Made again, this statement has the same rows. This is the SHA-256 of its CSV file.
              </Trans>{' '}
              {isWrittenOn && (
                <Trans>
                  References and notes can change later, so that file doesn’t have them.
                </Trans>
              )}
            </p>
          </>
        )}
      </footer>
    </article>
  );
}

/** Says 'Statement, October 2026', or from which day to which. */
export function useStatementTitle(): (days: Pick<StatementQuery, 'from' | 'to'>) => string {
  const { t } = useLingui();
  const { locale } = useFormat();
  const day = useDay();
  return (days) => {
    const month = monthOf(days);
    const [first, last] = [day(days.from), day(days.to)];
    if (month === undefined) return t`Statement, ${first} – ${last}`;
    const name = formatDate(new Date(`${month}-15T12:00:00Z`), locale, {
      ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
    });
    return t`Statement, ${name}`;
  };
}

/** Writes a day of the calendar. */
function useDay(): (day: string) => string {
  const { locale } = useFormat();
  return (day) =>
    formatDate(new Date(`${day}T12:00:00Z`), locale, { dateStyle: 'medium', timeZone: 'UTC' });
}

function DayRange({ from, to }: Pick<StatementQuery, 'from' | 'to'>) {
  const day = useDay();
  const [first, last] = [day(from), day(to)];
  if (from === to) return first;
  return (
    <Trans>
      {first} to {last}
    </Trans>
  );
}

/** Why it may still change, or is not whole. */
function Doubts({ statement: { state, kept_since, zone, unkept, total } }: SheetProps) {
  const { locale } = useFormat();
  const since =
    kept_since && formatDate(new Date(kept_since), locale, { dateStyle: 'long', timeZone: zone });
  return (
    <>
      {state === 'so-far' && (
        <p role="status" className={styles.doubt}>
          <strong>
            <Trans>So far.</Trans>
          </strong>{' '}
          <Trans>This period has not ended, so this statement can change.</Trans>
        </p>
      )}
      {state === 'closing' && (
        <p role="status" className={styles.doubt}>
          <strong>
            <Trans>Not closed yet.</Trans>
          </strong>{' '}
          <Trans>
            We are checking with the payment service once more. Make this statement again in 15
            minutes.
          </Trans>
        </p>
      )}
      {state === 'partial' && (
        <p role="status" className={styles.doubt}>
          <strong>
            <Trans>Transfers are missing.</Trans>
          </strong>{' '}
          <Trans>Those sent before {since} may be deleted, as your administrator decided.</Trans>
        </p>
      )}
      {unkept > 0 && total > 0 && (
        <p className={styles.doubt}>
          <Plural
            value={unkept}
            one="Of # transfer, we kept no recipient or amount from that day."
            other="Of # transfers, we kept no recipient or amount from that day."
          />
        </p>
      )}
    </>
  );
}

function Sums({ statement: { counts, sums } }: SheetProps) {
  const money = useKeptMoney();
  const { completed, rejected, open } = counts;
  const of = (kind: StatementSum['kind']) => (
    <dd>
      {sums
        .filter((sum) => sum.kind === kind)
        .map(({ currency, subunits, cents }) => (
          <span key={`${currency} ${subunits}`} className={styles.sum} translate="no">
            {money(cents, currency, subunits)}
          </span>
        ))}
    </dd>
  );
  return (
    <dl className={styles.sums}>
      <div>
        <dt>
          <Plural value={completed} one="Sent · # completed" other="Sent · # completed" />
        </dt>
        {of('sent')}
      </div>
      <div>
        <dt>
          <Trans>Recipients got</Trans>
        </dt>
        {of('received')}
      </div>
      {rejected > 0 && (
        <div>
          <dt>
            <Plural
              value={rejected}
              one="# rejected, not in the sums"
              other="# rejected, not in the sums"
            />
          </dt>
          {of('rejected')}
        </div>
      )}
      {open > 0 && (
        <div>
          <dt>
            <Plural
              value={open}
              one="# not ended, not in the sums"
              other="# not ended, not in the sums"
            />
          </dt>
          {of('open')}
        </div>
      )}
    </dl>
  );
}
