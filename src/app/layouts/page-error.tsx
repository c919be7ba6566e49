import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router-dom';
import type { Audience } from '../../contract/api/session.ts';
import { ApiError } from '../api/api-error.ts';
import { isSomebodysDevice } from '../api/own-device.ts';
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

const sendPath = paths.sendOutcome('');

type PageErrorProps = {
  /** Whom the page is for; undefined for everybody. */
  audience?: Audience;
};

/** Error boundary of every page: what happened, and what to do. */
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

function Forbidden({ error, audience }: { error: ApiError; audience: Audience | undefined }) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();

  function words(): string {
    if (audience === 'support-or-auditor') return t`This page is for the support team.`;
    if (audience === 'sender' || audience === 'sender-support-or-auditor') {
      return t`This page is for people who send money.`;
    }
    return failureMessage(error);
  }

  return (
    <PageMessage title={t`You can’t open this page`} actions={<HomeLink />}>
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
      <SendWarning />
      <p>{failureMessage(error)}</p>
      {error.failure === 'offline' && <NothingKept />}
      {error.requestId && (
        <>
          <SupportContact about={error.requestId} />
          <p>
            <small>
              <Trans>If you ask for help, mention this number: {error.requestId}</Trans>
            </small>
          </p>
        </>
      )}
    </PageMessage>
  );
}

/** Why the list of transfers is not there without a network. */
function NothingKept() {
  const isList = useLocation().pathname === paths.transfers();
  if (!isList || isSomebodysDevice()) return null;
  return (
    <p>
      <Trans>
        This device keeps no transfers. If it’s yours, you can change that in Settings, under
        Security.
      </Trans>
    </p>
  );
}

function useTitle(error: ApiError): string {
  const { t } = useLingui();
  const isSendPage = useIsSendPage();
  if (isSendPage) return t`We can’t tell yet whether it was sent`;
  switch (error.failure) {
    case 'offline':
      return t`No connection`;
    case 'not-signed-in':
      return t`Your session ended`;
    case 'service-unreachable':
    case 'service-timeout':
      return t`The payment service isn’t answering`;
    case 'service-credentials':
      return t`No access to the payment service`;
    default:
      return t`We can’t show this page`;
  }
}

/** An error in the page's own code, often a chunk that a newer deployment removed. */
function Broken() {
  const { t } = useLingui();
  const isSendPage = useIsSendPage();
  return (
    <PageMessage
      title={isSendPage ? t`We can’t tell yet whether it was sent` : t`We can’t show this page`}
      actions={
        <Button variant="main" onClick={() => window.location.reload()}>
          <Trans>Reload</Trans>
        </Button>
      }
    >
      <SendWarning />
      <p>
        <Trans>Reload the page. The app may have been updated, or the connection was lost.</Trans>
      </p>
    </PageMessage>
  );
}

/** On the page of a send that can't be shown: asks the person not to send it again. */
function SendWarning() {
  const isSendPage = useIsSendPage();
  const { amount, recipient } = useBeingSent() ?? {};
  if (!isSendPage) return null;
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
        <Trans>The transfer may have gone through. The result will appear on this page.</Trans>
      </p>
    </Notice>
  );
}

/** True at the address of one send, where pressing Send leads. */
function useIsSendPage(): boolean {
  return useLocation().pathname.startsWith(sendPath);
}

export function NotFound() {
  const { t } = useLingui();
  return (
    <PageMessage title={t`Not found`} actions={<HomeLink />}>
      <p>
        <Trans>This page doesn’t exist, or you don’t have access to it.</Trans>
      </p>
    </PageMessage>
  );
}

/** To `/`, which redirects each role to its own home page. */
function HomeLink() {
  return (
    <ButtonLink to={paths.quote()}>
      <Trans>Go to homepage</Trans>
    </ButtonLink>
  );
}

type PageMessageProps = {
  title: string;
  children: ReactNode;
  /** What to do next: buttons and links. */
  actions: ReactNode;
};

/** A page with a title, a text and what to do next. */
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
