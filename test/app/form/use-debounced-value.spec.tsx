import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebouncedValue } from '../../../src/app/form/use-debounced-value.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const debounced = (start: string) =>
  renderHook(({ value }) => useDebouncedValue(value, 200), { initialProps: { value: start } });

test('returns a value once it has not changed for the delay', () => {
  const { result, rerender } = debounced('a');
  rerender({ value: 'ab' });
  act(() => vi.advanceTimersByTime(199));
  expect(result.current).toBe('a');
  rerender({ value: 'abc' });
  act(() => vi.advanceTimersByTime(199));
  expect(result.current).toBe('a');
  act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe('abc');
});

test('cancels its timer when it unmounts', () => {
  const { rerender, unmount } = debounced('a');
  rerender({ value: 'ab' });
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
