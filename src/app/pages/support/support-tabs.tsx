import { useLingui } from '@lingui/react/macro';
import { paths } from '../../router/paths.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';

/** The pages of support's work: finding, what is to be decided, and what was. */
export function SupportTabs() {
  const { t } = useLingui();
  const tabs = [
    { to: paths.support(), label: t`Look up` },
    { to: paths.cases(), label: t`Cases` },
    { to: paths.resolved(), label: t`Resolved` },
  ];
  return <PageTabs label={t`Support`} tabs={tabs} />;
}
