import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Order } from '../../../../contract/api/order.ts';
import { isToday } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useOnline } from '../../../live/use-online.ts';
import { ChangeDialog } from '../../../orders/change-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Drawing } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { NeedsYou } from './needs-you.tsx';
import styles from './order.module.css';
import { SkipNext } from './skip-next.tsx';
import type { StopMutation } from './use-stop.ts';

type OrderChoicesProps = { order: Order; stop: StopMutation; alias: string | undefined };

/** Stop, and for one that needs the person what else they can do. Others of a team do nothing in their name. */
export function OrderChoices({ order, stop, alias }: OrderChoicesProps) {
  const isOnline = useOnline();
  const { time, dateTime } = useFormat();
  const [isStopAsked, setStopAsked] = useState(false);
  const { release_at, colleague, waits_for } = order;
  // One press ends all days that are to come.
  const isSeries = order.kind === 'weekly' || order.kind === 'monthly';
  const at =
    release_at && (isToday(new Date(release_at)) ? time(release_at) : dateTime(release_at));
  if (colleague !== undefined && order.kind !== 'held') {
    return (
      <p>
        <Trans>Only {colleague} can send, change or stop it.</Trans>
      </p>
    );
  }
  return (
    <Stack gap="s3">
      {order.state === 'needs_you' &&
        (colleague === undefined ? (
          <NeedsYou order={order} />
        ) : (
          <p>
            <Trans>Only {colleague} can send it now.</Trans>
          </p>
        ))}
      {isSeries && !isPaused(order) && order.state !== 'releasing' && <SkipNext order={order} />}
      <Button
        wide
        className={styles.stop}
        pending={stop.pending}
        disabled={!isOnline}
        aria-describedby={isOnline ? undefined : 'stop-hint'}
        onClick={() => (isSeries ? setStopAsked(true) : stop.press(order))}
      >
        <Drawing
          path="M4.500 3h7A1.500 1.500 0 0 1 13 4.500v7a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 3 11.500v-7A1.500 1.500 0 0 1 4.500 3Z"
          size={18}
        />
        {isSeries ? <Trans>Stop all</Trans> : <Trans context="of a transfer">Stop</Trans>}
      </Button>
      {isStopAsked && (
        <ChangeDialog
          change={{ kind: 'stop' }}
          alias={alias}
          pending={false}
          error={null}
          onConfirm={() => {
            setStopAsked(false);
            stop.press(order);
          }}
          onClose={() => setStopAsked(false)}
        />
      )}
      {!isOnline && (
        <p id="stop-hint" role="status" className={styles.hint}>
          {order.state !== 'needs_you' && waits_for === 'time' && at ? (
            <Trans>You’re offline, so you can’t stop it here now. It is sent at {at}.</Trans>
          ) : (
            <Trans>You’re offline. You can stop it as soon as you are connected.</Trans>
          )}
        </p>
      )}
      {stop.heldAt === order.revision && (
        <Notice
          tone="wait"
          role="alert"
          title={<Trans>Nothing is sent right now, and it is not stopped yet</Trans>}
        >
          <p>
            <Trans>
              We’re checking which earlier transfers went through. Press Stop again in a few
              minutes.
            </Trans>
          </p>
        </Notice>
      )}
      {stop.isUnsure && (
        <Notice
          tone="wait"
          role="alert"
          title={<Trans>We don’t know yet whether it is stopped</Trans>}
        >
          <p>
            <Trans>Press Stop again. This page shows what happened to it.</Trans>
          </p>
        </Notice>
      )}
    </Stack>
  );
}

const isPaused = ({ state, waits_for }: Order) => state === 'waiting' && waits_for === 'person';
