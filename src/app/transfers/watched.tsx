import { lazy, Suspense, useMemo, useSyncExternalStore } from 'react';
import { idPattern } from '../../contract/paths.ts';
import { tabStorage } from '../api/storage.ts';

// Lazy: most visits watch no transfer, and the live code would be in every page's first load.
const WatchedTransfer = lazy(async () => ({
  default: (await import('./watched-transfer.tsx')).WatchedTransfer,
}));

/** Rendered on every page, so that a notification comes wherever the person is. */
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

// In session storage: kept over a reload, cleared at sign-out. Where storage fails, nothing is watched, and the
// button shows that.
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

/** Ids of the transfers whose end will be notified. */
export function useWatched(): string[] {
  const text = useSyncExternalStore(tabStorage.subscribe, read, () => '');
  return useMemo(() => idsOf(text), [text]);
}
