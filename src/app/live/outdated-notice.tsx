import type { ReactNode } from 'react';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Notice } from '../ui/notice.tsx';

type OutdatedNoticeProps = {
  /** Says what could not be updated. */
  title: ReactNode;
  /** Error of the refetch. */
  error: Error;
};

/** Notice above data that is still shown although its refetch failed. */
export function OutdatedNotice({ title, error }: OutdatedNoticeProps) {
  const failureMessage = useFailureMessage();
  return (
    <Notice tone="wait" role="status" title={title}>
      <p>{failureMessage(error)}</p>
    </Notice>
  );
}
