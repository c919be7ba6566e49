import { Trans } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { NewsSettings } from '../../../../contract/api/news.ts';
import type { User } from '../../../../contract/api/session.ts';
import { newsSettingsQuery, sendTestNews } from '../../../api/news.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from '../settings.module.css';
import { SettingsFrame } from '../settings-frame.tsx';
import { DeviceCard } from './device-card.tsx';
import { NewsForm } from './news-form.tsx';

export function Page() {
  const { data: settings } = useSuspenseQuery(newsSettingsQuery);
  const { user } = useSuspenseQuery(sessionQuery).data;
  return (
    <SettingsFrame group="notifications">
      {/* Admins and auditors hear only of their own account, which is always mailed. */}
      {user.role !== 'admin' && user.role !== 'auditor' && (
        <>
          <Card>
            <NewsForm settings={settings} role={user.role} />
          </Card>
          <DeviceCard />
        </>
      )}
      <MailCard settings={settings} user={user} />
    </SettingsFrame>
  );
}

/** Where mail goes, and a test of every way. */
function MailCard({ settings, user }: { settings: NewsSettings; user: User }) {
  const failureMessage = useFailureMessage();
  const test = useMutation({ mutationFn: sendTestNews });
  const { email } = user;
  const { mail, devices } = settings;
  const isTold = mail !== 'off' || devices > 0;
  return (
    <Card as="section" aria-labelledby="mail">
      <Stack gap="s3">
        <h2 id="mail">
          <Trans>Email</Trans>
        </h2>
        {mail === 'on' && (
          <p className={styles.address}>
            <Trans>We write to {email}.</Trans>
          </p>
        )}
        {mail === 'sandbox' && (
          <p>
            <Trans>
              The sandbox sends no email.{' '}
              <Link to={paths.sandboxMail()}>See what it would send</Link>
            </Trans>
          </p>
        )}
        {mail === 'off' && (
          <p>
            <Trans>Email is not set up here. Your administrator can turn it on.</Trans>
          </p>
        )}
        {isTold && (
          <Row>
            <Button pending={test.isPending} onClick={() => test.mutate()}>
              <Trans>Send a test</Trans>
            </Button>
          </Row>
        )}
        <p role="status" className={styles.note}>
          {test.isSuccess && <Trans>Sent. It should arrive within a minute.</Trans>}
        </p>
        {test.error && <p role="alert">{failureMessage(test.error)}</p>}
      </Stack>
    </Card>
  );
}
