import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lastListKey, setOwnDevice } from '../../../src/app/api/own-device.ts';
import { createQueryClient } from '../../../src/app/api/query-client.ts';
import { transferKeys } from '../../../src/app/api/query-keys.ts';
import { sessionEndedKey, sessionQuery } from '../../../src/app/api/session.ts';
import { browserStorage } from '../../../src/app/api/storage.ts';
import { takeOver } from '../../../src/app/auth/signed-out.ts';
import { keepLastList, keepOnLeave, takeIfOffline } from '../../../src/app/offline/last-list.ts';
import type { Role } from '../../../src/contract/api/session.ts';

const wholeList = [...transferKeys.windows, {}];
const at = Date.UTC(2026, 10, 27, 9);
const page = (id: string) => ({ items: [{ id, source_amount_cents: 9_007_199_254_740_993n }] });

/** A tab in which this person has seen a list of two pages, and one with a filter. */
function openTab(role: Role = 'sender', id = 'ana') {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, {
    user: { id, email: `${id}@giro.example`, name: id, role },
  });
  const seen = { pages: [page('1'), page('2')], pageParams: ['', 'next'] };
  client.setQueryData(wholeList, seen, { updatedAt: at });
  client.setQueryData([...transferKeys.windows, { q: 'Canary' }], seen);
  return client;
}

async function openOffline() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const client = createQueryClient();
  await takeIfOffline(client);
  return client;
}
const kept = () => browserStorage.readText(lastListKey);

beforeEach(() => browserStorage.clear());

describe('on a device that is theirs', () => {
  beforeEach(() => setOwnDevice('ana'));

  test('keeps the first page of the list for an opening without a network, exactly and with its age', async () => {
    keepLastList(openTab());
    const client = await openOffline();
    expect(client.getQueryData(wholeList)).toEqual({ pages: [page('1')], pageParams: [''] });
    expect(client.getQueryState(wholeList)?.dataUpdatedAt).toBe(at);
    expect(client.getQueryData(sessionQuery.queryKey)?.user.id).toBe('ana');
    expect(kept()).not.toContain('Canary');
  });

  test('does not show it while the server answers', async () => {
    keepLastList(openTab());
    const unauthorized = { type: '/problems/not-signed-in', title: '', status: 401 };
    vi.stubGlobal('fetch', async () => Response.json(unauthorized, { status: 401 }));
    const client = createQueryClient();
    await takeIfOffline(client);
    expect(client.getQueryData(wholeList)).toBeUndefined();
  });

  test('forgets it when the session has ended', async () => {
    keepLastList(openTab());
    expect(kept()).not.toBeNull();
    const unauthorized = { type: '/problems/not-signed-in', title: '', status: 401 };
    vi.stubGlobal('fetch', async () => Response.json(unauthorized, { status: 401 }));
    await createQueryClient()
      .fetchQuery(sessionQuery)
      .catch(() => null);
    expect(kept()).toBeNull();
    // Signed in again, they need not say once more that the device is theirs.
    keepLastList(openTab());
    expect(kept()).not.toBeNull();
  });

  test('keeps nothing behind the sign-in dialog, until the session goes on', async () => {
    const client = openTab();
    keepOnLeave(client);
    const leave = () => document.dispatchEvent(new Event('visibilitychange'));
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    leave();
    expect(kept()).not.toBeNull();
    const unauthorized = { type: '/problems/not-signed-in', title: '', status: 401 };
    vi.stubGlobal('fetch', async () => Response.json(unauthorized, { status: 401 }));
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
    leave();
    expect(kept()).toBeNull();
    client.setQueryData(sessionEndedKey, false);
    leave();
    expect(kept()).not.toBeNull();
  });

  test('forgets it, and whose the device is, when another person signs in', () => {
    keepLastList(openTab());
    takeOver('ben');
    expect(kept()).toBeNull();
    keepLastList(openTab());
    expect(kept()).toBeNull();
  });

  test('keeps nothing of another person, of support, or without a list', () => {
    keepLastList(openTab('sender', 'ben'));
    keepLastList(openTab('support'));
    keepLastList(createQueryClient());
    expect(kept()).toBeNull();
  });

  test.each([
    ['no JSON', '{'],
    ['data of another shape', JSON.stringify({ at, data: '{"queries":1}' })],
  ])('opens without it where it is %s', async (_name, text) => {
    browserStorage.writeText(lastListKey, text);
    const client = await openOffline();
    expect(client.getQueryData(wholeList)).toBeUndefined();
  });
});

test('keeps nothing on a device of which nobody said that it is theirs', () => {
  keepLastList(openTab());
  expect(kept()).toBeNull();
});
