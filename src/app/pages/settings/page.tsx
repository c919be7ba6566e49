import { Trans, useLingui } from '@lingui/react/macro';
import { PageTitle } from '../../brand/page-title.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack, useIsWide } from '../../ui/stack.tsx';
import { ProfileGroup } from './profile-group.tsx';
import styles from './settings.module.css';
import { GroupList } from './settings-frame.tsx';

/** The groups of the settings, one press from each. A wide screen shows the first one beside them. */
export function Page() {
  const { t } = useLingui();
  const isWide = useIsWide();
  return (
    <div className={styles.frame}>
      <Stack>
        <PageTitle>{t`Settings`}</PageTitle>
        <PageHead title={<Trans>Settings</Trans>} />
        <GroupList shown={isWide ? 'profile' : null} />
      </Stack>
      {isWide && (
        <Stack as="section" aria-labelledby="first-group">
          <h2 id="first-group" className={styles.title}>
            <Trans>Profile</Trans>
          </h2>
          <ProfileGroup />
        </Stack>
      )}
    </div>
  );
}
