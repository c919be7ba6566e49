import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import type { Country } from '../../../../contract/country.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { FormFailure } from '../account-form/account-form.tsx';
import type { AccountValues } from '../account-form/account-values.ts';
import { ChangedElsewhere } from '../account-form/changed-elsewhere.ts';
import { newRecipientDraft } from '../draft.ts';
import { LockedNotice } from '../locked-notice.tsx';
import { takeTheirs } from './take-theirs.ts';

// Few recipients are changed twice at once.
const ChangedNotice = lazy(async () => ({
  default: (await import('./changed-notice.tsx')).ChangedNotice,
}));

export type EditFailureProps = FormFailure & {
  /** As the form opened with it. */
  account: DestinationAccount;
  countries: readonly Country[];
  /** The person has seen what the account is now, and the form holds what they made of it. */
  onSeen: (now: DestinationAccount, values: AccountValues) => void;
};

/** A refused or lost edit. Unlike a new recipient, the same edit can be saved twice. */
export function EditFailure({
  failure,
  form,
  dismiss,
  account,
  countries,
  onSeen,
}: EditFailureProps) {
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;

  if (failure instanceof ChangedElsewhere) {
    const { before, now } = failure;
    function settle() {
      onSeen(now, form.getValues());
      dismiss();
    }
    return (
      <Suspense>
        <ChangedNotice
          failure={failure}
          onKeepMine={settle}
          onTakeTheirs={() => {
            form.reset(takeTheirs(form.getValues(), before, now, countries));
            settle();
          }}
        />
      </Suspense>
    );
  }

  if (isFailure(failure, 'account-locked')) {
    const { id } = account;
    function copyTyped() {
      const values = form.getValues();
      // Two recipients can't have one name (contract 2.3).
      const alias = values.alias.trim() === account.alias ? '' : values.alias;
      newRecipientDraft(user.id, { copy: id }).keep({ ...values, alias });
    }
    return <LockedNotice id={id} role="alert" onCopy={copyTyped} />;
  }

  return (
    <Notice tone="wait" role="alert" title={failureMessage(failure)}>
      <Trans>
        Your changes may have been saved all the same. What you entered stays here, and saving it
        again does no harm.
      </Trans>
    </Notice>
  );
}
