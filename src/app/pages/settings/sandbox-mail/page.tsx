import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { sandboxMailsQuery } from '../../../api/news.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { verbatim } from '../../../i18n/trans.ts';
import { paths } from '../../../router/paths.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import styles from '../settings.module.css';

/** The mails that the sandbox would have sent. */
export function Page() {
  const { t } = useLingui();
  const { mails } = useSuspenseQuery(sandboxMailsQuery).data;
  return (
    <Stack gap="s5" reading>
      <PageTitle>{t`Sandbox mail`}</PageTitle>
      <PageHead
        title={<Trans>Sandbox mail</Trans>}
        back={{ to: paths.notifications(), label: <Trans>Notifications</Trans> }}
      />
      {mails.length === 0 && (
        <p>
          <Trans>No email yet. Send a transfer, or a test from Settings.</Trans>
        </p>
      )}
      {mails.map(({ message_id, at, to, subject, text }) => (
        <Card key={message_id} as="article">
          <Stack gap="s3">
            <h2>{subject}</h2>
            <p className={styles.note}>
              {verbatim(to)} · <Ago at={at} />
            </p>
            <pre className={styles.mail}>{text}</pre>
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
