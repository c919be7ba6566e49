import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { Approval } from '../../../../contract/api/approvals.ts';
import type { StepUpReturn } from '../../../../contract/api/step-up.ts';
import { type ApiError, isFailure } from '../../../api/api-error.ts';
import { approvalQuery, approvalsQuery } from '../../../api/approvals.ts';
import { hasProof, takeProof } from '../../../auth/kept-proof.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useHydrated } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useOnline } from '../../../live/use-online.ts';
import { paths } from '../../../router/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { Tip } from '../../../ui/tip.tsx';
import { ApprovalRows } from '../approval-rows.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { Done, isAskedAgain, TooLate } from './outcome.tsx';
import styles from './show.module.css';
import { SignCard } from './sign-card.tsx';
import { UnusualCard } from './unusual-card.tsx';
import { orderOf, useDecision } from './use-decision.ts';

const StepUpDialog = lazy(async () => ({
  default: (await import('../../../auth/step-up-dialog.tsx')).StepUpDialog,
}));

type Opened = { key: string; returned: StepUpReturn | null };

/** What one approves, exactly as it is sent, and the decision. */
export function Page() {
  const { t } = useLingui();
  const { key, returned } = useLoaderData<Opened>();
  const { data, error } = useQuery(approvalQuery(key));
  const isGone = isFailure(error, 'not-found', 'order-changed');
  if (error && !data && !isGone) throw error;
  return (
    <Stack>
      <PageTitle>{t`Approve or decline`}</PageTitle>
      <PageHead
        title={<Trans>Approve or decline</Trans>}
        back={{ to: paths.approvals(), label: <Trans>To approve</Trans> }}
      />
      {data ? (
        // Another one asks again.
        <Asked key={key} shown={data} returned={returned} gone={isGone ? error : null} />
      ) : isGone ? (
        <TooLate order={orderOf(error)} isRead />
      ) : (
        <Skeleton lines={8} />
      )}
      <AlsoWaiting current={key} />
    </Stack>
  );
}

type AskedProps = {
  shown: Approval;
  /** How a proof at the OpenID provider ended. */
  returned: StepUpReturn | null;
  /** It waits no more, as it was read since. */
  gone: ApiError | null;
};

function Asked({ shown, returned, gone }: AskedProps) {
  const decision = useDecision(shown);
  const { decided, late } = decision;
  const isOver = decided !== null || (late !== null && !isAskedAgain(late.order)) || gone !== null;
  return (
    <>
      {decided ? (
        <Done decided={decided} maker={shown.maker.name} />
      ) : late || decision.isOvertaken ? (
        <TooLate order={late?.order} isChanged={decision.isOvertaken} />
      ) : (
        gone && <TooLate order={orderOf(gone)} isRead />
      )}
      <div className={styles.layout}>
        <SignCard shown={shown} />
        <div className={styles.beside}>
          <UnusualCard shown={shown} />
        </div>
        {!isOver && <Choice shown={shown} returned={returned} decision={decision} />}
      </div>
    </>
  );
}

type ChoiceProps = Omit<AskedProps, 'gone'> & { decision: ReturnType<typeof useDecision> };

/** Decline or approve, and what keeps the person from it. */
function Choice({ shown, returned, decision }: ChoiceProps) {
  const { money } = useMoney();
  const isOnline = useOnline();
  const isHydrated = useHydrated();
  /** The revision that is about to be declined. */
  const [declining, setDeclining] = useState<number | null>(null);
  const { id, maker, is_own, account } = shown;
  if (is_own) {
    return <Notice tone="wait" title={<Trans>From you, so someone else approves it</Trans>} />;
  }
  const { press, pending, pressed, error, isProofAsked } = decision;
  const amount = money(shown.source_amount_cents, shown.source_amount_currency);
  const isOther = account !== null && account.fingerprint !== shown.destination_account_fingerprint;
  const isFailedApproval = error !== null && pressed?.kind === 'approve' && !isProofAsked;
  return (
    <Stack>
      {account === null && (
        <Notice
          tone="wait"
          role="status"
          title={<Trans>We can’t read the recipient’s details right now</Trans>}
        >
          <Trans>You can approve it once you see all of them.</Trans>
        </Notice>
      )}
      {isOther && (
        <Notice
          tone="stop"
          role="alert"
          title={<Trans>The recipient’s details changed since it was made</Trans>}
        >
          <Trans>Nothing is sent to other details. {maker.name} has to send it again.</Trans>
        </Notice>
      )}
      <ReturnNotice id={id} returned={returned} />
      {isFailedApproval && <NotApproved decision={decision} error={error} />}
      <div className={styles.choice}>
        <Button disabled={!isOnline || !isHydrated} onClick={() => setDeclining(shown.revision)}>
          <Trans>Decline</Trans>
        </Button>
        <Button
          variant="main"
          pending={pending && pressed?.kind === 'approve'}
          disabled={!isOnline || !isHydrated || account === null || isOther}
          aria-describedby="approve-hint"
          onClick={() => press({ kind: 'approve', proof: takeProof(id) })}
        >
          <span>
            <Trans>Approve {amount}</Trans>
          </span>
        </Button>
      </div>
      <Hint shown={shown} isOnline={isOnline} />
      {isProofAsked && pressed?.kind === 'approve' && account && (
        <Suspense>
          <StepUpDialog
            next={paths.approval(id)}
            transfer={{
              key: id,
              destination_account_id: shown.destination_account_id,
              destination_account_fingerprint: shown.destination_account_fingerprint,
              source_amount_cents: shown.source_amount_cents,
              source_amount_currency: shown.source_amount_currency,
              destination_amount_currency: shown.destination_amount_currency,
              approves: shown.revision,
            }}
            again={isFailure(error, 'step-up-refused')}
            submit={<Trans>Confirm and approve</Trans>}
            onProof={decision.prove}
            onClose={decision.closeProof}
          />
        </Suspense>
      )}
      {declining === shown.revision && decision.late === null && (
        <DeclineDialog shown={shown} decision={decision} onClose={() => setDeclining(null)} />
      )}
    </Stack>
  );
}

/** What approving asks of the person, and until when it can be done. */
function Hint({ shown, isOnline }: Pick<AskedProps, 'shown'> & { isOnline: boolean }) {
  const { whole } = useMoment();
  const when = whole(shown.expires_at);
  return (
    <div id="approve-hint">
      <Stack gap="s2">
        {!isOnline && (
          <p>
            <Trans>You’re offline. You can decide as soon as you are connected.</Trans>
          </p>
        )}
        <Tip icon="check">
          {shown.needs_proof ? (
            <Trans>You confirm that it’s you. Any change needs a new approval.</Trans>
          ) : (
            <Trans>Any change needs a new approval.</Trans>
          )}
        </Tip>
        <Tip icon="clock">
          <b>
            <Trans>Expires {when}</Trans>
          </b>
          {' · '}
          <Trans>After that nothing is sent.</Trans>
        </Tip>
      </Stack>
    </div>
  );
}

/** Why a press did not approve, or why that is not known. */
function NotApproved({
  decision: { isUnsure },
  error,
}: Pick<ChoiceProps, 'decision'> & { error: Error }): ReactNode {
  const failureMessage = useFailureMessage();
  if (isUnsure) {
    return (
      <Notice
        tone="wait"
        role="alert"
        title={<Trans>We don’t know yet whether it is approved</Trans>}
      >
        <Trans>Press Approve again: it is approved, and sent, only once.</Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="stop" role="alert" title={<Trans>Nothing was approved</Trans>}>
      {isFailure(error, 'ledger-held') ? (
        <Trans>Transfers are paused while we check which earlier ones went through.</Trans>
      ) : isFailure(error, 'recipient-changed') ? (
        <Trans>The recipient’s details changed. You see them above as they are now.</Trans>
      ) : isFailure(error, 'same-person') ? (
        <Trans>You made this transfer, so somebody else has to approve it.</Trans>
      ) : (
        failureMessage(error)
      )}
    </Notice>
  );
}

/** How the person's proof at the OpenID provider ended. They press Approve themselves: no address moves money. */
function ReturnNotice({ id, returned }: { id: string } & Pick<AskedProps, 'returned'>) {
  // Only the browser knows whether this tab has the proof.
  const isHydrated = useHydrated();
  if (returned === null || !isHydrated) return null;
  if (returned === 'given') {
    if (!hasProof(id)) return null;
    return (
      <Notice tone="done" role="status" title={<Trans>Nothing was approved yet</Trans>}>
        <Trans>You confirmed that it’s you. Press Approve within 5 minutes.</Trans>
      </Notice>
    );
  }
  return (
    <Notice tone="stop" role="alert" title={<Trans>Nothing was approved</Trans>}>
      {returned === 'unsupported' ? (
        <Trans>Your sign-in provider can’t confirm that it’s you. Ask your administrator.</Trans>
      ) : (
        <Trans>Your organisation did not confirm that it’s you. Press Approve to try again.</Trans>
      )}
    </Notice>
  );
}

/** The others, so that the next one is one press away. */
function AlsoWaiting({ current }: { current: string }) {
  const { t } = useLingui();
  const { data } = useQuery(approvalsQuery);
  const others = data?.items.filter(({ id }) => id !== current) ?? [];
  if (others.length === 0) return null;
  return (
    <Stack as="section" gap="s2">
      <h2>
        <Trans>Also waiting</Trans>
      </h2>
      <ApprovalRows rows={others} label={t`Also waiting`} />
    </Stack>
  );
}
