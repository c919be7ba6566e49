import { useEffect, useState } from 'react';

/**
 * A value once it has stood still for so many milliseconds, at once for none; until then, the last one that did.
 * @param first what stands until one has
 */
export function useDebouncedValue<T>(value: T, after: number, first = value): T {
  const [settled, setSettled] = useState(first);
  // Only a timer can tell that nothing has come since.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return after === 0 ? value : settled;
}
