import { lazy, Suspense } from 'react';
import { useWatched } from '../live/watched.ts';

// Few transfers are watched, and what is live would be the heavier part of the frame.
const WatchedTransfer = lazy(async () => ({
  default: (await import('./watched-transfer.tsx')).WatchedTransfer,
}));

/** Stands on every page, so that a watched transfer is noticed wherever the person is. */
export function Watcher() {
  const watched = useWatched();
  return (
    <Suspense>
      {watched.map((id) => (
        <WatchedTransfer key={id} id={id} />
      ))}
    </Suspense>
  );
}
