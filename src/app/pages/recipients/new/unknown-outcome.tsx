import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Notice } from '../../../ui/notice.tsx';

export type UnknownOutcomeProps = { failure: Error; alias: string };

/** After a lost answer the recipient may exist: the list tells, in a tab of its own, so that the form stays. */
export function UnknownOutcome({ failure, alias }: UnknownOutcomeProps) {
  const failureMessage = useFailureMessage();
  return (
    <Notice tone="wait" role="alert" title={failureMessage(failure)}>
      <Trans>
        This recipient may have been saved all the same. Look in the list before you save it again;
        what you entered stays here.
      </Trans>
      <ButtonLink to={paths.recipients({ q: alias.trim() })} target="_blank">
        <Trans>Look in the list (new tab)</Trans>
      </ButtonLink>
    </Notice>
  );
}
