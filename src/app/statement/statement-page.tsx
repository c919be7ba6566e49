import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { StatementQuery } from '../../contract/api/statement.ts';
import { readStatementFile, statementOf } from '../api/statements.ts';
import { PageTitle } from '../brand/page-title.tsx';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { formatDate, today } from '../i18n/intl.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/day-field.tsx';
import { Notice } from '../ui/notice.tsx';
import { BackLink } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { SelectField } from '../ui/select-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Stack } from '../ui/stack.tsx';
import { daysOfMonth, monthOf, recentMonths } from './days-of-month.ts';
import { statementIn } from './statement-days.ts';
import styles from './statement-page.module.css';
import { StatementSheet, useStatementTitle } from './statement-sheet.tsx';

type StatementPageProps = {
  /** The sender, for support; undefined for the person's own. */
  user: string | undefined;
  /** Where it is reached from. */
  back: { to: string; label: ReactNode };
  /** Its address with other days. */
  pathOf: (query: StatementQuery) => string;
};

/** A statement as a sheet of paper, to print or to save as a file. */
export function StatementPage({ user, back, pathOf }: StatementPageProps) {
  const [search] = useSearchParams();
  const query = statementIn(search, today());
  const title = useStatementTitle()(query);
  const { data, error, isFetching, refetch } = useQuery(statementOf(user, query));
  const failureMessage = useFailureMessage();
  const file = useMutation({
    mutationFn: () => readStatementFile(user, query),
    onSuccess: ({ name, content }) => saveFile(name, content),
  });

  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <Stack className={styles.bar} gap="s3">
        <BackLink {...back} />
        <div className={styles.tools}>
          <PeriodChoice query={query} pathOf={pathOf} />
          <Button variant="main" disabled={!data} onClick={() => window.print()}>
            <Trans>Print</Trans>
          </Button>
          <Button pending={file.isPending} onClick={() => file.mutate()}>
            <Trans>Download CSV</Trans>
          </Button>
        </div>
        {file.error && (
          <Notice tone="stop" role="alert" title={<Trans>The file wasn’t downloaded</Trans>}>
            {failureMessage(file.error)}
          </Notice>
        )}
      </Stack>
      {data && <StatementSheet statement={data} />}
      {!data && (
        <Stack className={styles.bar}>
          <h1 tabIndex={-1}>{title}</h1>
          {error ? (
            <Notice tone="stop" role="alert" title={<Trans>We couldn’t make the statement</Trans>}>
              <p>{failureMessage(error)}</p>
              <p>
                <Button pending={isFetching} onClick={() => void refetch()}>
                  <Trans>Try again</Trans>
                </Button>
              </p>
            </Notice>
          ) : (
            <Skeleton lines={8} />
          )}
        </Stack>
      )}
    </div>
  );
}

const otherDays = 'days';

type PeriodChoiceProps = Pick<StatementPageProps, 'pathOf'> & { query: StatementQuery };

/** One of the last months, or any days. */
function PeriodChoice({ query, pathOf }: PeriodChoiceProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const navigate = useNavigate();
  const now = today();
  const month = monthOf(query);
  const months = recentMonths(now);
  const [isFree, setIsFree] = useState(month === undefined);
  const shown = month && !isFree && months.includes(month) ? month : otherDays;
  const nameOf = (one: string) =>
    formatDate(new Date(`${one}-15T12:00:00Z`), locale, {
      ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
    });

  function show(days: Partial<StatementQuery>) {
    const next = { ...query, ...days };
    // A year is typed digit by digit.
    if (next.from < '1000' || next.to < '1000' || next.from > next.to) return;
    void navigate(pathOf(next), { replace: true });
  }

  return (
    <>
      <SelectField
        label={t`Period`}
        value={shown}
        options={[
          ...months.map((one) => ({ value: one, label: nameOf(one) })),
          { value: otherDays, label: t`Other days` },
        ]}
        onChange={(value) => {
          setIsFree(value === otherDays);
          if (value !== otherDays) show(daysOfMonth(value));
        }}
      />
      {shown === otherDays && (
        <>
          <DayField
            label={t`From`}
            day={query.from}
            max={query.to}
            onChange={(from) => from && show({ from })}
          />
          <DayField
            label={t`Until`}
            day={query.to}
            min={query.from}
            onChange={(to) => to && show({ to })}
          />
        </>
      )}
    </>
  );
}
