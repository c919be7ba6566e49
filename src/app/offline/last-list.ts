import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readInitialData, writeInitialData } from '../../contract/api/initial-data.ts';
import { isFailure } from '../api/api-error.ts';
import { forgetLastList, isOwnDevice, lastListKey } from '../api/own-device.ts';
import { sendKeys, transferKeys } from '../api/query-keys.ts';
import { countriesQuery, currenciesQuery } from '../api/reference.ts';
import { sessionEndedKey, sessionQuery, settingsQuery } from '../api/session.ts';
import { browserStorage } from '../api/storage.ts';

const keptList = z.object({ at: z.number(), data: z.string() });

/** The list without a filter: its first page is what is kept. */
const wholeList = [...transferKeys.windows, {}];

const firstPage = z.object({ pages: z.array(z.unknown()).check(z.minLength(1)) });

const watched = new WeakSet<QueryClient>();

/** Keeps the last list whenever the person leaves the tab, which a phone may then end without a word. */
export function keepOnLeave(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepLastList(client);
  });
}

/** Keeps the list of transfers as it was last seen, where the person said that the device is theirs. */
export function keepLastList(client: QueryClient): void {
  // The page behind the sign-in dialog still has the list of a session that ended, which is forgotten here on purpose.
  if (client.getQueryData(sessionEndedKey) === true) return;
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  const list = client.getQueryState(wholeList);
  const { data } = z.safeParse(firstPage, list?.data);
  if (user?.role !== 'sender' || !isOwnDevice(user.id) || !list || !data) return;
  const first = { pages: data.pages.slice(0, 1), pageParams: [''] };
  const others = [
    ...[sessionQuery.queryKey, settingsQuery.queryKey],
    ...[countriesQuery.queryKey, currenciesQuery.queryKey, sendKeys.any],
  ].flatMap((queryKey) => {
    const known: unknown = client.getQueryData(queryKey);
    return known === undefined ? [] : [{ queryKey: [...queryKey], data: known }];
  });
  const queries = [...others, { queryKey: wholeList, data: first }];
  browserStorage.write(lastListKey, {
    at: list.dataUpdatedAt,
    data: writeInitialData({ queries, texts: {} }),
  });
}

/** Without a network, puts the kept list into the cache, with its age. */
export async function takeIfOffline(client: QueryClient): Promise<void> {
  const kept = browserStorage.read(lastListKey, keptList);
  if (!kept) return;
  try {
    await client.fetchQuery(sessionQuery);
  } catch (error) {
    if (!isFailure(error, 'offline')) return;
    try {
      for (const { queryKey, data } of readInitialData(kept.data).queries)
        client.setQueryData(queryKey, data, { updatedAt: kept.at });
    } catch {
      // An older version wrote it in another shape.
      forgetLastList();
    }
  }
}
