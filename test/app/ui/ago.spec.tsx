import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Ago } from '../../../src/app/ui/ago.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const start = new Date('2026-03-01T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('updates the age in seconds, then minutes, then hours', () => {
  renderUi(<Ago at={start.toISOString()} />);
  expect(screen.getByText('just now')).toBeVisible();
  wait(12_000);
  expect(screen.getByText('12 s ago')).toBeVisible();
  wait(60_000);
  expect(screen.getByText('1 min ago')).toBeVisible();
  wait(2 * 3_600_000);
  expect(screen.getByText('2 h ago')).toBeVisible();
});

test('shows a time in the future as now', () => {
  renderUi(<Ago at="2026-03-01T10:00:30Z" />);
  expect(screen.getByText('just now')).toBeVisible();
});

test('shows the date after a day', () => {
  renderUi(<Ago at="2026-02-27T10:00:00Z" />);
  expect(screen.getByText(/Feb 27, 2026/)).toBeVisible();
});

test('stops while the page is hidden, and catches up when it is shown', () => {
  renderUi(<Ago at={start.toISOString()} />);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(vi.getTimerCount()).toBe(0);
  wait(30_000);
  hidden.mockReturnValue(false);
  act(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByText('30 s ago')).toBeVisible();
});

test('the clock stops with its last subscriber', () => {
  const { unmount } = renderUi(<Ago at={start.toISOString()} />);
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
