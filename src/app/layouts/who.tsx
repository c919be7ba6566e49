import { Trans } from '@lingui/react/macro';
import type { User } from '../../contract/api/session.ts';
import { useSignOut } from '../auth/use-sign-out.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';
import styles from './who.module.css';

export type WhoProps = { user: User };

/** Who is signed in, and the way out. */
export function Who({ user }: WhoProps) {
  const { leave, isPending, error } = useSignOut();
  const failureMessage = useFailureMessage();
  const [name, domain] = user.email.split(/(?=@[^@]*$)/);
  return (
    <div className={styles.who}>
      <span className={styles.email}>
        {name}
        <wbr />
        {domain}
      </span>
      <Button variant="quiet" className={styles.out} pending={isPending} onClick={leave}>
        <Trans>Sign out</Trans>
      </Button>
      {error !== null && (
        <p role="alert" className={styles.error}>
          <Trans>You are still signed in. {failureMessage(error)}</Trans>
        </p>
      )}
    </div>
  );
}
