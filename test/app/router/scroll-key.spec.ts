import { expect, it, vi } from 'vitest';

const location = { key: 'default', pathname: '/transfers', search: '', hash: '', state: null };

/** The key of a page that the browser has loaded into a history entry with this state. */
async function keyAfter(type: 'navigate' | 'reload' | 'back_forward', state: unknown) {
  window.history.replaceState(state, '');
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    Object.assign(new PerformanceEntryOf(), { type }),
  ]);
  vi.resetModules();
  const { scrollKey } = await import('../../../src/app/router/scroll-key.ts');
  return scrollKey(location);
}

/** JSDOM has no constructor of it. */
class PerformanceEntryOf implements PerformanceEntry {
  duration = 0;
  entryType = 'navigation';
  name = 'http://localhost/transfers';
  startTime = 0;
  toJSON = () => ({});
}

const opened = { giro_opened: '1700000000000' };

it('is the same after a reload and after Back', async () => {
  expect(await keyAfter('reload', opened)).toBe('/transfers 1700000000000');
  expect(await keyAfter('back_forward', opened)).toBe('/transfers 1700000000000');
});

it('is another once the address is opened anew, also where the browser keeps the state of its entry', async () => {
  const key = await keyAfter('navigate', opened);
  expect(key).toMatch(/^\/transfers \d+$/);
  expect(key).not.toBe('/transfers 1700000000000');
  // A reload from now on restores what this visit leaves.
  expect(await keyAfter('reload', window.history.state)).toBe(key);
});
