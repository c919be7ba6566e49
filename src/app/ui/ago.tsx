import { useSyncExternalStore } from 'react';
import { useFormat } from '../i18n/use-format.ts';
import { clockNow, subscribeToClock } from './clock.ts';

export type AgoProps = {
  /** ISO 8601. */
  at: string;
};

/** Seconds below a minute, then whole minutes: what is shown changes no more often. */
function age(at: string): number {
  const seconds = Math.max(0, Math.floor((clockNow() - Date.parse(at)) / 1000));
  return seconds < 60 ? seconds : seconds - (seconds % 60);
}

/** How long ago something was, kept up to date. */
export function Ago({ at }: AgoProps) {
  const seconds = useSyncExternalStore(subscribeToClock, () => age(at));
  const { ago, dateTime } = useFormat();
  return (
    <time dateTime={at} title={dateTime(at)}>
      {seconds < 24 * 60 * 60 ? ago(seconds) : dateTime(at)}
    </time>
  );
}
