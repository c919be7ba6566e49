import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { CaseEvent } from '../../contract/api/case.ts';
import { sessionQuery } from '../api/session.ts';
import { verbatim } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Card } from '../ui/card.tsx';
import styles from './case.module.css';

type CaseHistoryProps = {
  /** Latest first. */
  history: readonly CaseEvent[];
  /** What happened before the first of them. */
  before?: { at: string; what: ReactNode };
};

/** For support: who did what with a case, the latest first. */
export function CaseHistory({ history, before }: CaseHistoryProps) {
  const headingId = useId();
  const { dateTime } = useFormat();
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Trans>History</Trans>
      </h2>
      <ol className={styles.history}>
        {history.map((event) => (
          <li key={event.number}>
            <time dateTime={event.at}>{dateTime(event.at)}</time>
            <span>
              <What event={event} />
            </span>
          </li>
        ))}
        {before && (
          <li>
            <time dateTime={before.at}>{dateTime(before.at)}</time>
            <span>{before.what}</span>
          </li>
        )}
      </ol>
    </Card>
  );
}

function What({ event: { action, who: doer, from, to, outcome } }: { event: CaseEvent }) {
  const { t } = useLingui();
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (doer === null && action === 'case-open')
    return <Trans>Opened automatically: the transfer was slow</Trans>;
  if (doer === null && action === 'case-done')
    return <Trans>Closed automatically: the transfer ended</Trans>;
  const who = <b>{doer?.id === user.id ? t`You` : verbatim(doer?.name)}</b>;
  const colleague = from?.id === user.id ? t`you` : verbatim(from?.name);
  const receiver = to?.id === user.id ? t`you` : verbatim(to?.name);
  switch (action) {
    case 'case-open':
      return <Trans>{who} opened the case</Trans>;
    case 'case-done':
      return <Trans>{who} closed the case</Trans>;
    case 'case-reopen':
      return <Trans>{who} reopened the case</Trans>;
    case 'case-take':
      return from ? (
        <Trans>
          {who} took the case over from {colleague}
        </Trans>
      ) : (
        <Trans>{who} took the case</Trans>
      );
    case 'case-give-back':
      return <Trans>{who} gave the case back</Trans>;
    case 'case-hand-over':
      return (
        <Trans>
          {who} handed the case over to {receiver}
        </Trans>
      );
    case 'case-wait':
      return <Trans>{who} let the case wait</Trans>;
    case 'case-resume':
      return <Trans>{who} resumed the case</Trans>;
    case 'case-note':
      return <Trans>{who} added a team note</Trans>;
    case 'case-correction':
      return <Trans>{who} corrected a team note</Trans>;
    case 'settle':
      return outcome === 'sent' ? (
        <Trans>{who} decided: it was sent</Trans>
      ) : (
        <Trans>{who} decided: it was not sent</Trans>
      );
    case 'settle-propose':
      return <Trans>{who} proposed: it was not sent</Trans>;
    case 'settle-confirm':
      return <Trans>{who} confirmed: it was not sent</Trans>;
    case 'settle-decline':
      return <Trans>{who} declined the proposal</Trans>;
    case 'settle-withdraw':
      return <Trans>{who} withdrew the proposal</Trans>;
    case 'look-alike': {
      const number = outcome.replace(/^transfer /, '');
      return <Trans>Transfer {number} turned up later and may be this one</Trans>;
    }
  }
}
