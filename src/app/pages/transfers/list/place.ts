import * as z from 'zod/mini';
import { idPattern } from '../../../../contract/paths.ts';
import { tabStorage } from '../../../api/storage.ts';

const storageKey = 'giro-transfers-place';

const place = z.object({
  /** Path and filters of the list that was left. */
  address: z.string(),
  windows: z.int(),
  scroll: z.number(),
  /** The row that had the focus. */
  id: z.nullable(z.string().check(z.regex(idPattern))),
});

/** Where a person was in the list, kept in this tab until they sign out. It holds ids alone. */
export type Place = z.infer<typeof place>;

export function keepPlace(kept: Place): void {
  tabStorage.write(storageKey, kept);
}

/** Undefined when the list that was left last is another one. */
export function placeIn(address: string): Place | undefined {
  const kept = tabStorage.read(storageKey, place);
  return kept?.address === address ? kept : undefined;
}
