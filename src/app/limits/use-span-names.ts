import { useLingui } from '@lingui/react/macro';
import type { LimitSpan } from '../../contract/api/limits.ts';

/** What each limit counts. */
export function useSpanNames(): Record<LimitSpan, string> {
  const { t } = useLingui();
  return { transfer: t`In one transfer`, day: t`In 24 hours`, month: t`In 30 days` };
}
