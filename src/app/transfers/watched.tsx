import { lazy, Suspense, useMemo, useSyncExternalStore } from 'react';
import { idPattern } from '../../contract/paths.ts';
import { tabStorage } from '../api/storage.ts';

// Few transfers are watched, and what is live would be the heavier part of the frame.
const WatchedTransfer = lazy(async () => ({
  default: (await import('./watched-transfer.tsx')).WatchedTransfer,
}));

/** Stands on every page, so that a watched transfer is noticed wherever the person is. */
export function WatchedTransfers() {
  const watched = useWatched();
  return (
    <Suspense>
      {watched.map((id) => (
        <WatchedTransfer key={id} id={id} onEnd={() => unwatch(id)} />
      ))}
    </Suspense>
  );
}

// Outlives a reload and goes with the tab; cleared at sign-out. Where nothing can be kept, nothing is watched,
// as the page goes on to show.
const key = 'giro watched';

const read = () => tabStorage.readText(key) ?? '';
const write = (ids: string[]) => tabStorage.writeText(key, ids.join(' '));

const idsOf = (text: string) => text.split(' ').filter((id) => idPattern.test(id));

export function watch(id: string): void {
  write([...idsOf(read()), id]);
}

export function unwatch(id: string): void {
  write(idsOf(read()).filter((one) => one !== id));
}

/** The transfers whose end the person asked to be told of. */
export function useWatched(): string[] {
  const text = useSyncExternalStore(tabStorage.subscribe, read, read);
  return useMemo(() => idsOf(text), [text]);
}
