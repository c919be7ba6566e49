import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { askLeave, type NoticeLeave, noticeLeave } from '../../../live/notices.ts';
import { unwatch, useWatched, watch } from '../../../live/watched.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './transfer.module.css';

export type WatchButtonProps = { id: string };

/** For a transfer that can still change: asks to be told when it ends, and says how that will be. */
export function WatchButton({ id }: WatchButtonProps) {
  const isWatched = useWatched().includes(id);
  const [leave, setLeave] = useState(noticeLeave);

  async function toggle() {
    if (isWatched) return unwatch(id);
    watch(id);
    setLeave(await askLeave());
  }

  return (
    <div className={styles.watch}>
      <Button wide onClick={() => void toggle()}>
        {isWatched ? <Trans>Don’t tell me</Trans> : <Trans>Tell me when it ends</Trans>}
      </Button>
      <p role="status" className={styles.quiet}>
        {isWatched && <How leave={leave} />}
      </p>
    </div>
  );
}

function How({ leave }: { leave: NoticeLeave }) {
  switch (leave) {
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
