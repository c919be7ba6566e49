import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';
import { paths } from '../router/paths.ts';
import { PageTabs } from '../ui/page-tabs.tsx';

/** A sender's transfers: what was sent, what is sent later, and in a team what they approve of others. @param scheduled how many are, 0 while unknown */
export function TransferTabs({ scheduled }: { scheduled: number }) {
  const { t } = useLingui();
  const { data: settings } = useQuery(settingsQuery);
  const tabs = [
    { to: paths.transfers(), label: <Trans context="transfers">All</Trans> },
    {
      to: paths.scheduled(),
      label: scheduled > 0 ? <Trans>Scheduled: {scheduled}</Trans> : <Trans>Scheduled</Trans>,
    },
    ...(settings?.approvals?.by_senders
      ? [{ to: paths.approvals(), label: <Trans>To approve</Trans> }]
      : []),
  ];
  return <PageTabs label={t`Transfers`} tabs={tabs} />;
}
