import { Trans } from '@lingui/react/macro';
import { isFailure } from '../../../api/api-error.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Notice } from '../../../ui/notice.tsx';
import { LockedNotice } from '../locked-notice.tsx';

export type EditFailureProps = { id: string; failure: Error };

/** A refused or lost edit. Unlike a new recipient, the same edit can be saved twice. */
export function EditFailure({ id, failure }: EditFailureProps) {
  const failureMessage = useFailureMessage();
  if (isFailure(failure, 'account-locked')) return <LockedNotice id={id} role="alert" />;
  return (
    <Notice tone="wait" role="alert" title={failureMessage(failure)}>
      <Trans>
        Your changes may have been saved all the same. What you entered stays here, and saving it
        again does no harm.
      </Trans>
    </Notice>
  );
}
