import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom';
import type { Role } from '../../contract/api/session.ts';
import { ApiError } from '../api/api-error.ts';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { Button } from '../ui/button.tsx';
import { HomeLink } from './home-link.tsx';
import { NotFound } from './not-found.tsx';
import { PageMessage } from './page-message.tsx';
import { SendingWarning } from './sending-warning.tsx';
import { SupportContact } from './support-contact.tsx';
import { useOnSending } from './use-on-sending.ts';

export type PageErrorProps = {
  /** The page is for one role alone. */
  audience?: Role;
};

/** What stands in place of a page that could not be shown, in words that fit the failure. */
export function PageError({ audience }: PageErrorProps) {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (!(error instanceof ApiError)) return <Broken />;
  switch (error.failure) {
    case 'not-found':
      return <NotFound />;
    case 'forbidden':
      return <Forbidden error={error} audience={audience} />;
    default:
      return <Failed error={error} />;
  }
}

function Forbidden({ error, audience }: { error: ApiError; audience: Role | undefined }) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();

  function words(): string {
    if (audience === 'support') return t`This page is for support.`;
    if (audience === 'sender') return t`This page is for those who send money.`;
    return failureMessage(error);
  }

  return (
    <PageMessage title={t`Not for this account`} actions={<HomeLink />}>
      <p>{words()}</p>
    </PageMessage>
  );
}

function Failed({ error }: { error: ApiError }) {
  const title = useTitle(error);
  const failureMessage = useFailureMessage();
  const { reset } = useQueryErrorResetBoundary();
  const { revalidate, state } = useRevalidator();

  function tryAgain() {
    reset();
    void revalidate();
  }

  const comeBack = useEffectEvent(tryAgain);
  const isOffline = error.failure === 'offline';
  // The browser tells of the network by an event alone.
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', comeBack);
    return () => window.removeEventListener('online', comeBack);
  }, [isOffline]);

  return (
    <PageMessage
      title={title}
      actions={
        <Button variant="main" pending={state === 'loading'} onClick={tryAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <SendingWarning />
      <p>{failureMessage(error)}</p>
      {error.requestId && (
        <>
          <SupportContact about={error.requestId} />
          <p>
            <small>
              <Trans>If you ask for help, give this number: {error.requestId}</Trans>
            </small>
          </p>
        </>
      )}
    </PageMessage>
  );
}

function useTitle(error: ApiError): string {
  const { t } = useLingui();
  const isOnSending = useOnSending();
  if (isOnSending) return t`We can’t tell yet whether it was sent`;
  switch (error.failure) {
    case 'offline':
      return t`No connection`;
    case 'not-signed-in':
      return t`Signed out`;
    case 'service-unreachable':
    case 'service-timeout':
      return t`The service is not answering`;
    case 'service-credentials':
      return t`No access to the service`;
    default:
      return t`This page can't be shown`;
  }
}

/** A fault of the page itself: often its code is gone because a newer version was put in place. */
function Broken() {
  const { t } = useLingui();
  const isOnSending = useOnSending();
  return (
    <PageMessage
      title={isOnSending ? t`We can’t tell yet whether it was sent` : t`This page can't be shown`}
      actions={
        <Button variant="main" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      }
    >
      <SendingWarning />
      <p>
        <Trans>This app may have been updated, or the connection was lost. Reload the page.</Trans>
      </p>
    </PageMessage>
  );
}
