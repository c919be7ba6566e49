import { Trans } from '@lingui/react/macro';
import type { BreakerState, SupportHealth } from '../../../contract/api/support.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SummaryList } from '../../ui/summary-list.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import { FailureKind } from './failure-kind.tsx';
import styles from './health.module.css';

export type ConnectionCardProps = Pick<
  SupportHealth,
  'breaker' | 'last_success_at' | 'last_failure'
>;

const icons = {
  closed: 'check',
  open: 'stop',
  trying: 'clock',
} as const satisfies Record<BreakerState, IconName>;

/** Whether calls go through, and how the last ones ended. */
export function ConnectionCard({ breaker, last_success_at, last_failure }: ConnectionCardProps) {
  return (
    <Card as="section">
      <h2>
        <Trans>Connection</Trans>
      </h2>
      <SummaryList>
        <SummaryRow term={<Trans>Calls</Trans>}>
          <span className={styles.state}>
            <Icon name={icons[breaker]} />
            {breaker === 'closed' && <Trans>All go through</Trans>}
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
