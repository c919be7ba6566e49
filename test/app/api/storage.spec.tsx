import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { browserStorage, tabStorage } from '../../../src/app/api/storage.ts';
import { renderApp } from '../../support/render-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const place = z.object({ row: z.string() });

describe.each([
  ['of the tab', tabStorage, () => sessionStorage],
  ['of the browser', browserStorage, () => localStorage],
])('storage %s', (_, storage, native) => {
  test('stores values and texts until they are removed', () => {
    storage.write('place', { row: '104001' });
    expect(storage.read('place', place)).toEqual({ row: '104001' });
    storage.writeText('text', 'off');
    expect(storage.readText('text')).toBe('off');
    expect(native().getItem('text')).toBe('off');
    storage.remove('text');
    expect(storage.readText('text')).toBeNull();
    storage.clear();
    expect(storage.read('place', place)).toBeNull();
  });

  test.each(['', 'off', '{"row":1}', 'null', '{"row":'])('reads %j as null', (text) => {
    native().setItem('place', text);
    expect(storage.read('place', place)).toBeNull();
  });

  test('calls the listener on each change until it unsubscribes', () => {
    const listener = vi.fn();
    const stop = storage.subscribe(listener);
    storage.writeText('text', 'off');
    storage.remove('text');
    window.dispatchEvent(new StorageEvent('storage', { key: 'text' }));
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    storage.writeText('text', 'off');
    window.dispatchEvent(new StorageEvent('storage', { key: 'text' }));
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test('stores nothing and does not throw when storage is blocked', () => {
    storage.writeText('text', 'off');
    block();
    storage.writeText('text', 'on');
    storage.write('place', { row: '104001' });
    storage.remove('text');
    storage.clear();
    expect(storage.readText('text')).toBeNull();
    expect(storage.read('place', place)).toBeNull();
  });

  test('keeps the old value when storage is full', () => {
    storage.writeText('text', 'off');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    storage.writeText('text', 'on');
    expect(storage.readText('text')).toBe('off');
  });
});

test('shows the list of transfers when storage is blocked', async () => {
  const { router } = await renderApp('/recipients');
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  block();
  await act(() => router.navigate('/transfers'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
  await act(() => router.navigate('/recipients'));
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible();
});

function refuse(): never {
  throw new DOMException('no storage here', 'SecurityError');
}

/** Makes access to both storages throw, as a browser does that blocks site data. */
function block() {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(refuse);
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse);
}
