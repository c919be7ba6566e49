import type { ReactNode } from 'react';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Notice } from '../ui/notice.tsx';

export type OutdatedNoticeProps = {
  /** What it is of that is shown as it was. */
  title: ReactNode;
  /** Why it could not be read again. */
  error: Error;
};

/** Over what still stands though it could not be brought up to date. */
export function OutdatedNotice({ title, error }: OutdatedNoticeProps) {
  const failureMessage = useFailureMessage();
  return (
    <Notice tone="wait" role="status" title={title}>
      <p>{failureMessage(error)}</p>
    </Notice>
  );
}
