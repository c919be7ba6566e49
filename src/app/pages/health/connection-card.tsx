import { Trans } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { FailureKind } from './failure-kind.tsx';
import styles from './health.module.css';
import type { Verdict } from './verdict.ts';

export type ConnectionCardProps = Pick<
  SupportHealth,
  'breaker' | 'last_success_at' | 'last_failure'
> & { verdict: Verdict };

/** Whether calls go through, and how the last ones ended. */
export function ConnectionCard(props: ConnectionCardProps) {
  const { breaker, last_success_at, last_failure, verdict } = props;
  return (
    <Card as="section">
      <h2>
        <Trans>Connection</Trans>
      </h2>
      <SummaryList>
        <SummaryRow term={<Trans>Calls</Trans>}>
          <span className={styles.state}>
            <Icon name={iconOf(breaker, verdict)} />
            {breaker === 'closed' && <Calls verdict={verdict} />}
            {breaker === 'open' && (
              <Trans>Held back for a few seconds: there were no answers</Trans>
            )}
            {breaker === 'trying' && <Trans>One tries whether there are answers again</Trans>}
          </span>
        </SummaryRow>
        <SummaryRow term={<Trans>Last answer</Trans>}>
          {last_success_at ? <Ago at={last_success_at} /> : <Trans>None yet</Trans>}
        </SummaryRow>
        <SummaryRow
          term={<Trans>Last failure</Trans>}
          note={last_failure && <FailureKind kind={last_failure.kind} />}
        >
          {last_failure ? <Ago at={last_failure.at} /> : <Trans>None yet</Trans>}
        </SummaryRow>
      </SummaryList>
    </Card>
  );
}

function iconOf(breaker: SupportHealth['breaker'], { is }: Verdict): IconName {
  if (breaker === 'trying' || is === 'unknown') return 'clock';
  const isBad = breaker === 'open' || is === 'silent' || is === 'troubled' || is === 'unwelcome';
  return isBad ? 'stop' : 'check';
}

/** What is said above, of the calls alone: the two must not differ. */
function Calls({ verdict: { is } }: { verdict: Verdict }) {
  switch (is) {
    case 'unknown':
      return <Trans>None yet</Trans>;
    case 'silent':
      return <Trans>Not answered</Trans>;
    case 'troubled':
      return <Trans>Answered, but not as they should be</Trans>;
    case 'unwelcome':
      return <Trans>Refused: our credentials are not accepted</Trans>;
    default:
      return <Trans>All go through</Trans>;
  }
}
