import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import {
  askPermission,
  type NotificationsPermission,
  notificationsPermission,
} from './notifications.ts';
import styles from './watch-button.module.css';
import { unwatch, useWatched, watch } from './watched.tsx';

export type WatchButtonProps = { id: string };

/** For a transfer that can still change: asks to be told when it ends, and says how that will be. */
export function WatchButton({ id }: WatchButtonProps) {
  const isWatched = useWatched().includes(id);
  const [permission, setPermission] = useState(notificationsPermission);

  async function toggle() {
    if (isWatched) return unwatch(id);
    watch(id);
    setPermission(await askPermission());
  }

  return (
    <div className={styles.watch}>
      <Button wide onClick={() => void toggle()}>
        {isWatched ? <Trans>Don’t tell me</Trans> : <Trans>Tell me when it ends</Trans>}
      </Button>
      <p role="status" className={styles.how}>
        {isWatched && <How permission={permission} />}
      </p>
    </div>
  );
}

function How({ permission }: { permission: NotificationsPermission }) {
  switch (permission) {
    case 'granted':
      return <Trans>Your browser will tell you when it ends, as long as this tab is open.</Trans>;
    case 'none':
      return (
        <Trans>
          This browser can’t show notices here. The title of this tab will tell when it ends.
        </Trans>
      );
    default:
      return (
        <Trans>
          Notices of this app are not allowed in this browser. The title of this tab will tell when
          it ends.
        </Trans>
      );
  }
}
