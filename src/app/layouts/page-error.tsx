import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router-dom';
import type { Role } from '../../contract/api/session.ts';
import { ApiError } from '../api/api-error.ts';
import { PageTitle } from '../brand/page-title.tsx';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { useBeingSent } from '../open-sends/use-being-sent.ts';
import { paths } from '../router/paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import { useWindowEvent } from '../ui/use-window-event.ts';
import { SupportContact } from './support-contact.tsx';

const sendings = paths.sending('');

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

  useWindowEvent('online', tryAgain, error.failure === 'offline');

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

/** On the page of a sending that can't be shown: nobody is to send it a second time. */
function SendingWarning() {
  const isOnSending = useOnSending();
  const { amount, recipient } = useBeingSent() ?? {};
  if (!isOnSending) return null;
  return (
    <Notice tone="wait" title={<Trans>Please don’t send it again</Trans>}>
      {amount && (
        <p>
          <Trans>
            {amount} to {recipient}
          </Trans>
        </p>
      )}
      <p>
        <Trans>
          A transfer was under way here and may have gone through. The result appears here as soon
          as we can reach it.
        </Trans>
      </p>
    </Notice>
  );
}

/** True at the address of one sending, which a page has that was opened by pressing Send. */
function useOnSending(): boolean {
  return useLocation().pathname.startsWith(sendings);
}

export function NotFound() {
  const { t } = useLingui();
  return (
    <PageMessage title={t`Not found`} actions={<HomeLink />}>
      <p>
        <Trans>There is nothing at this address, or it isn't yours to see.</Trans>
      </p>
    </PageMessage>
  );
}

/** To the start; whoever has another home is sent on to it. */
function HomeLink() {
  return (
    <ButtonLink to={paths.quote()}>
      <Trans>Go to the start</Trans>
    </ButtonLink>
  );
}

type PageMessageProps = {
  title: string;
  children: ReactNode;
  /** What to do next: buttons and links. */
  actions: ReactNode;
};

/** A page that has only something to say. */
function PageMessage({ title, children, actions }: PageMessageProps) {
  return (
    <Stack reading>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} />
      {children}
      <Row>{actions}</Row>
    </Stack>
  );
}
