import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiError } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/session.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { useServiceWords } from '../../i18n/service-words.ts';
import { SupportContact } from '../../layouts/support-contact.tsx';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UnderWayNotice } from './earlier-sends.tsx';
import type { CheckSearch } from './send-search.ts';

export type RefusalNoticeProps = {
  /** An answer by which this press sent nothing. */
  error: ApiError;
  /** When Send was pressed, in milliseconds since 1970. */
  pressedAt: number;
  search: CheckSearch;
};

/** Why it was not sent, and the way on. */
export function RefusalNotice({ error, pressedAt, search }: RefusalNoticeProps) {
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();
  // A key that was used is used up: going on without one gets another.
  const afresh = paths.send({ ...search, key: undefined });

  switch (error.failure) {
    case 'not-signed-in':
      return <SignedInAgain since={pressedAt} />;
    case 'identical-send-open':
      return <UnderWayNotice sendKey={error.sendKey} />;
    case 'send-settled':
      return (
        <Notice tone="wait" role="alert" title={<Trans>Your first transfer did go through</Trans>}>
          <p>
            <Trans>Support found it, so this one was not sent.</Trans>
          </p>
          {error.sendKey && (
            <ButtonLink to={paths.sending(error.sendKey)}>
              <Trans>Show that transfer</Trans>
            </ButtonLink>
          )}
        </Notice>
      );
    case 'key-reused':
      return (
        <Notice
          tone="wait"
          role="alert"
          title={<Trans>Something else was sent from this page</Trans>}
        >
          <p>{failureMessage(error)}</p>
          <ButtonLink to={paths.sending(search.key)}>
            <Trans>Show that transfer</Trans>
          </ButtonLink>
          <ButtonLink to={afresh}>
            <Trans>Check again</Trans>
          </ButtonLink>
        </Notice>
      );
    case 'send-not-made':
      return (
        <Notice
          tone="stop"
          role="alert"
          title={<Trans>It did not reach the service. Nothing was sent.</Trans>}
        >
          <ButtonLink to={afresh}>
            <Trans>Try again</Trans>
          </ButtonLink>
        </Notice>
      );
    case 'send-refused':
    case 'account-not-found':
    case 'rate-not-available':
      return (
        <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>{error.detail ? serviceWords(error.detail) : failureMessage(error)}</p>
          <ButtonLink to={afresh}>
            <Trans>Check again</Trans>
          </ButtonLink>
          {error.failure === 'send-refused' && <SupportContact about={error.requestId} />}
        </Notice>
      );
    default:
      return (
        <Notice tone="stop" role="alert" title={<Trans>Nothing was sent</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      );
  }
}

/** While nobody is signed in the dialog over the page says so; then the button is pressed again. */
function SignedInAgain({ since }: { since: number }) {
  const { dataUpdatedAt } = useSuspenseQuery(sessionQuery);
  if (dataUpdatedAt <= since) return null;
  return (
    <Notice tone="wait" role="status" title={<Trans>You are signed in again</Trans>}>
      <p>
        <Trans>Nothing was sent yet. Press Send when you are ready.</Trans>
      </p>
    </Notice>
  );
}
