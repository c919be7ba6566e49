import { Trans } from '@lingui/react/macro';
import type { Sender } from '../../contract/api/sender.ts';
import { paths } from '../router/paths.ts';
import { Link } from '../ui/link.tsx';
import styles from './from-sender.module.css';

export type FromSenderProps = {
  sender: Sender;
  /** The state of the location of their page. */
  state?: unknown;
};

/** The sender of a transfer or a send, for support, with a link to their page. */
export function FromSender({ sender, state }: FromSenderProps) {
  const { id, name, email } = sender;
  const to = paths.sender(id);
  if (name === '') {
    return (
      <Trans>
        From{' '}
        <Link to={to} state={state} className={styles.link}>
          {email}
        </Link>
      </Trans>
    );
  }
  return (
    <Trans>
      From{' '}
      <Link to={to} state={state} className={styles.link}>
        {name}
      </Link>
      , {email}
    </Trans>
  );
}

/** The name of a sender, which leads to their page. */
export function SenderLink({ sender: { id, name, email } }: Pick<FromSenderProps, 'sender'>) {
  return (
    <Link to={paths.sender(id)}>
      <bdi>{name || email}</bdi>
    </Link>
  );
}
