import { useEffect, useState } from 'react';

/**
 * Debounces a value; 0 returns it at once.
 * @param after milliseconds without a change
 * @param first returned until then
 */
export function useDebouncedValue<T>(value: T, after: number, first = value): T {
  const [debounced, setDebounced] = useState(first);
  // Each change starts the timer again.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return after === 0 ? value : debounced;
}
