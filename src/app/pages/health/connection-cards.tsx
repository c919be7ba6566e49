import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Ago } from '../../ui/ago.tsx';
import { Card } from '../../ui/card.tsx';
import { Meter } from '../../ui/chart-table.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../ui/summary-list.tsx';
import { writeDuration } from './duration.ts';
import { FailureKind } from './failure-cards.tsx';
import styles from './health.module.css';
import type { Verdict } from './verdict.tsx';

type ConnectionCardProps = Pick<SupportHealth, 'breaker' | 'last_success_at' | 'last_failure'> & {
  verdict: Verdict;
};

/** Whether calls get answers, the state of the circuit breaker, and the last answer and failure. */
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
            {breaker === 'open' && <Trans>Paused for a few seconds after repeated failures</Trans>}
            {breaker === 'trying' && <Trans>Testing with 1 call</Trans>}
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
  const isBad =
    breaker === 'open' || is === 'unreachable' || is === 'failing' || is === 'unauthorized';
  return isBad ? 'stop' : 'check';
}

/** The verdict in terms of calls. Derived from it, so that the card never contradicts the notice. */
function Calls({ verdict: { is } }: { verdict: Verdict }): ReactElement {
  switch (is) {
    case 'unknown':
      return <Trans>None yet</Trans>;
    case 'unreachable':
      return <Trans>No answers</Trans>;
    case 'failing':
      return <Trans>Answered with errors</Trans>;
    case 'unauthorized':
      return <Trans>Refused: our credentials are not accepted</Trans>;
    case 'healthy':
    case 'slow':
    case 'unreadable-list':
    case 'unreadable-records':
      return <Trans>Answered normally</Trans>;
  }
}

type TokenCardProps = Pick<SupportHealth, 'token'>;

/** How long the access token is still valid; the BFF refreshes it before it expires. */
export function TokenCard({ token }: TokenCardProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const remaining = token && writeDuration(token.remaining_ms, locale);
  const life = token && writeDuration(token.life_ms, locale);
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>Access token</Trans>
        </h2>
        {token ? (
          <>
            <p>
              <Trans>
                {remaining} left of {life}
              </Trans>
            </p>
            <Meter
              label={t`Access token`}
              text={t`${remaining} left of ${life}`}
              share={Math.min(token.remaining_ms / token.life_ms, 1)}
              tone={token.remaining_ms < token.life_ms / 10 ? 'stop' : undefined}
            />
            <p className={styles.note}>
              <Trans>We renew it when 20% is left.</Trans>
            </p>
          </>
        ) : (
          <p>
            <Trans>No token now. The next call gets one.</Trans>
          </p>
        )}
      </Stack>
    </Card>
  );
}
