import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { supportHealthQuery } from '../../api/support.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { OutdatedNotice } from '../../live/outdated-notice.tsx';
import { Ago } from '../../ui/ago.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Split } from '../../ui/split.tsx';
import { Stack } from '../../ui/stack.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import styles from './health.module.css';
import { LatencyCard } from './latency-card.tsx';
import { ListCard } from './list-card.tsx';
import { OpenSendsCard } from './open-sends-card.tsx';
import { TokenCard } from './token-card.tsx';
import { UnreadCard } from './unread-card.tsx';
import { verdictOf } from './verdict.ts';
import { VerdictNotice } from './verdict-notice.tsx';

export function Page() {
  const { t } = useLingui();
  const { data: health, dataUpdatedAt, error } = useSuspenseQuery(supportHealthQuery);

  const verdict = verdictOf(health);
  return (
    <Stack gap="s5">
      <PageTitle>{t`Health`}</PageTitle>
      <PageHead title={<Trans>Health of the service</Trans>} />
      <VerdictNotice verdict={verdict} />
      {error && (
        <OutdatedNotice
          title={<Trans>This page could not be brought up to date</Trans>}
          error={error}
        />
      )}
      <Split>
        <Stack gap="s5">
          <UnreadCard lists={health.lists} />
          <LatencyCard latency={health.latency} attempts={health.attempts} />
          <FailuresCard failures={health.failures} />
          <OpenSendsCard open_sends={health.open_sends} />
        </Stack>
        <Stack gap="s5">
          <ConnectionCard
            breaker={health.breaker}
            verdict={verdict}
            last_success_at={health.last_success_at}
            last_failure={health.last_failure}
          />
          <TokenCard token={health.token} />
          <ListCard list={health.list} />
        </Stack>
      </Split>
      <p className={styles.note}>
        <Trans>
          Updated <Ago at={new Date(dataUpdatedAt).toISOString()} />
        </Trans>
      </p>
    </Stack>
  );
}
