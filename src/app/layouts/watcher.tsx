import { useWatched } from '../live/watched.ts';
import { WatchedTransfer } from './watched-transfer.tsx';

/** Stands on every page, so that a watched transfer is noticed wherever the person is. */
export function Watcher() {
  return useWatched().map((id) => <WatchedTransfer key={id} id={id} />);
}
