import { useSyncExternalStore } from 'react';
import { serverTime } from '../i18n/intl.ts';
import { useFormat } from '../i18n/use-format.ts';
import { clockNow, subscribeToClock } from './clock.ts';

type AgoProps = {
  /** ISO 8601. */
  at: string;
};

/** Rounds an age to seconds below a minute, then to minutes, so that it re-renders no more often. */
function age(at: string): number {
  const seconds = Math.max(
    0,
    Math.floor((serverTime(clockNow()).getTime() - Date.parse(at)) / 1000),
  );
  return seconds < 60 ? seconds : seconds - (seconds % 60);
}

/** How long ago something was; updates itself. */
export function Ago({ at }: AgoProps) {
  const now = () => age(at);
  const seconds = useSyncExternalStore(subscribeToClock, now, now);
  const { ago, dateTime } = useFormat();
  return (
    // The server's text is older, and stays until the next tick.
    <time dateTime={at} title={dateTime(at)} suppressHydrationWarning>
      {seconds < 24 * 60 * 60 ? ago(seconds) : dateTime(at)}
    </time>
  );
}
