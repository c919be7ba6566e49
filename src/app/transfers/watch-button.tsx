import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { browserStorage, pushKey } from '../api/storage.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import {
  askPermission,
  type NotificationsPermission,
  notificationsPermission,
} from './notifications.ts';
import styles from './watch-button.module.css';
import { unwatch, useWatched, watch } from './watched.tsx';

type WatchButtonProps = { id: string };

/** Turns on a notification for the end of a transfer, and says how it will come. */
export function WatchButton({ id }: WatchButtonProps) {
  const isWatched = useWatched().includes(id);
  const [permission, setPermission] = useState(notificationsPermission);
  const isPushed = useSyncExternalStore(browserStorage.subscribe, readsPush, () => false);

  async function toggle() {
    if (isWatched) return unwatch(id);
    watch(id);
    const answer = await askPermission();
    setPermission(answer);
    if (answer !== 'granted') return;
    // Lazy: few people press it. Without push messages the tab still notifies.
    const { turnOnPush } = await import('../api/push.ts');
    await turnOnPush().catch(() => undefined);
  }

  return (
    <div className={styles.watch}>
      <div className={styles.row}>
        {isWatched && (
          <span className={styles.told}>
            <Icon name="check" />
            <Trans>We’ll tell you</Trans>
          </span>
        )}
        {/* The same button in both states, so that it keeps the focus. */}
        <Button
          variant={isWatched ? 'quiet' : 'plain'}
          wide={!isWatched}
          onClick={() => void toggle()}
        >
          {isWatched ? <Trans>Turn off</Trans> : <Trans>Notify me</Trans>}
        </Button>
      </div>
      <p role="status" className={styles.how}>
        {isWatched && <How permission={permission} isPushed={isPushed} />}
      </p>
    </div>
  );
}

const readsPush = () => browserStorage.readText(pushKey) !== null;

type HowProps = { permission: NotificationsPermission; isPushed: boolean };

function How({ permission, isPushed }: HowProps) {
  if (isPushed) {
    return <Trans>We’ll notify you on this device when it ends. You can close this tab.</Trans>;
  }
  switch (permission) {
    case 'granted':
      return <Trans>Your browser will notify you when it ends. Keep this tab open.</Trans>;
    case 'none':
      return (
        <Trans>
          This browser can’t notify you here. The title of this tab will show when it ends.
        </Trans>
      );
    default:
      return (
        <Trans>
          This browser blocks our notifications. The title of this tab will show when it ends.
        </Trans>
      );
  }
}
