import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../router/paths.ts';
import { PageTabs } from '../ui/page-tabs.tsx';

/** A sender's transfers: what was sent, and what is sent later. @param scheduled how many are, 0 while unknown */
export function TransferTabs({ scheduled }: { scheduled: number }) {
  const { t } = useLingui();
  const tabs = [
    { to: paths.transfers(), label: <Trans context="transfers">All</Trans> },
    {
      to: paths.scheduled(),
      label: scheduled > 0 ? <Trans>Scheduled: {scheduled}</Trans> : <Trans>Scheduled</Trans>,
    },
  ];
  return <PageTabs label={t`Transfers`} tabs={tabs} />;
}
