import { useState } from 'react';

/**
 * Why something could not be read, also while it is read again: what is said of it stays and does not
 * flicker. `asked` tells one thing from another.
 */
export function useKeptFailure(asked: string, error: Error | null, reading: boolean) {
  const [kept, setKept] = useState({ asked, error });
  const isSame = kept.asked === asked;
  const now = error ?? (isSame && reading ? kept.error : null);
  if (!isSame || kept.error !== now) setKept({ asked, error: now });
  return now;
}
