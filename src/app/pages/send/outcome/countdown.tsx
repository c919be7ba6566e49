import { Plural, Trans } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useSyncExternalStore } from 'react';
import type { Order } from '../../../../contract/api/order.ts';
import { serverTime } from '../../../i18n/intl.ts';
import { clockNow, subscribeToClock } from '../../../ui/clock.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './order.module.css';

/** Seconds until an order is due, by the server's time, below 0 afterwards; null if it does not wait for one. */
export function useSecondsLeft({ state, release_at }: Order): number | null {
  const left = () =>
    release_at === null || state !== 'waiting'
      ? null
      : Math.ceil((Date.parse(release_at) - serverTime(clockNow()).getTime()) / 1_000);
  return useSyncExternalStore(subscribeToClock, left, left);
}

type CountdownProps = { order: Order; secondsLeft: number | null };

/** The time that is left, as a ring that empties. A `timer` is not read out as it changes. */
export function Countdown({
  order: { state, created_at, release_at },
  secondsLeft,
}: CountdownProps) {
  const left = state === 'releasing' ? 0 : Math.max(0, secondsLeft ?? 0);
  const whole = (Date.parse(release_at ?? created_at) - Date.parse(created_at)) / 1_000;
  const part = whole > 0 ? Math.min(1, left / whole) : 0;
  const style: CSSProperties & { '--left': number } = { '--left': part };
  const isInMinutes = left > 99;
  const figure = isInMinutes
    ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    : String(left);
  return (
    <div role="timer" className={styles.ring} style={style}>
      <svg aria-hidden="true" viewBox="0 0 96 96">
        <circle cx="48" cy="48" r="42" />
        {/* A length of 1, so that a part of it needs no measuring. */}
        <circle cx="48" cy="48" r="42" pathLength="1" className={styles.left} />
      </svg>
      {/* The server's figure is older, and stays until the next tick. */}
      <Figure>
        <b
          // A browser that translates the page would do so each second.
          translate="no"
          className={isInMinutes ? styles.minutes : undefined}
          suppressHydrationWarning
        >
          {figure}
        </b>{' '}
        <small suppressHydrationWarning>
          {isInMinutes ? (
            <Trans context="under 4:32">minutes</Trans>
          ) : (
            <Plural value={left} one="second" other="seconds" />
          )}
        </small>
      </Figure>{' '}
      <VisuallyHidden>
        <Trans>left to stop it</Trans>
      </VisuallyHidden>
    </div>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <span className={styles.figure}>{children}</span>
);
