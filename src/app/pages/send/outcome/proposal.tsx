import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { declineRequest, type Proposal } from '../../../../contract/api/case.ts';
import type { Send } from '../../../../contract/api/send.ts';
import { isOpen } from '../../../../contract/api/send-states.ts';
import {
  caseQuery,
  confirmProposal,
  declineProposal,
  withdrawProposal,
} from '../../../api/cases.ts';
import { candidatesQuery, seenOf } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import styles from '../../../cases/case.module.css';
import { refreshResolved, useCaseChange } from '../../../cases/use-case-change.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Figures, NotSentConsequence, takeFocus } from './resolve-dialog.tsx';

/** The open proposal of a send, or the latest one that was declined; null without one. */
export function useProposal({ key, state }: Send): Proposal | null {
  // CaseSide polls it.
  const { data } = useQuery({ ...caseQuery(key), enabled: false });
  return (isOpen(state) && data?.proposal) || null;
}

/** That one person of support says it was not sent, and what a second one or they themselves can do about it. */
export function ProposalPart({ send }: { send: Send }) {
  const { key } = send;
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const proposal = useProposal(send);
  // Not enabled: Candidates fetches it.
  const { data: listed } = useQuery({ ...candidatesQuery(key), enabled: false });
  const [step, setStep] = useState<'confirm' | 'decline' | null>(null);
  // Also after a failure: the transfer may have been resolved, or have turned up.
  const onSettled = () => {
    setStep(null);
    refreshResolved(client);
  };
  const id = proposal?.id ?? '';
  // What was seen before the dialog opened: a transfer that comes under it was not.
  const [seen, setSeen] = useState(() => seenOf(undefined));
  const confirm = useCaseChange(caseQuery(key).queryKey, () =>
    confirmProposal(key, { proposal: id, ...seen }),
  );
  const decline = useCaseChange(caseQuery(key).queryKey, (reason: string) =>
    declineProposal(key, { proposal: id, reason }),
  );
  const withdraw = useCaseChange(caseQuery(key).queryKey, () => withdrawProposal(key, id));
  const error = confirm.error ?? decline.error ?? withdraw.error;
  const failure = error && <Notice tone="stop" role="alert" title={failureMessage(error)} />;

  if (!proposal) {
    if (failure) return failure;
    if (confirm.isSuccess)
      return (
        <Said>
          <Trans>Resolved: the sender can read the reason</Trans>
        </Said>
      );
    return withdraw.isSuccess ? (
      <Said>
        <Trans>Your proposal was withdrawn</Trans>
      </Said>
    ) : null;
  }
  if (proposal.declined) {
    return (
      <>
        <Declined proposal={proposal} isNews={decline.isSuccess} />
        {failure}
      </>
    );
  }
  const isMine = proposal.by.id === user.id;
  const candidates = (listed?.transfers.length ?? 0) + (listed?.unread.length ?? 0);
  return (
    <>
      <Open proposal={proposal}>
        {failure}
        {user.role === 'support' &&
          (isMine ? (
            <Row>
              <Button
                pending={withdraw.isPending}
                onClick={() => withdraw.mutate(undefined, { onSettled })}
              >
                <Trans>Withdraw</Trans>
              </Button>
            </Row>
          ) : (
            <Row>
              <Button
                variant="main"
                onClick={() => {
                  setSeen(seenOf(listed));
                  setStep('confirm');
                }}
              >
                <Trans>Confirm it was not sent</Trans>
              </Button>
              <Button onClick={() => setStep('decline')}>
                <Trans>Decline</Trans>
              </Button>
            </Row>
          ))}
      </Open>
      {step === 'confirm' && (
        <Dialog title={<Trans>It was not sent</Trans>} onClose={() => setStep(null)}>
          <Figures send={send} />
          <p>
            <NotSentConsequence candidates={candidates} />
          </p>
          <Row>
            <Button
              variant="main"
              pending={confirm.isPending}
              onClick={() => confirm.mutate(undefined, { onSettled })}
            >
              <Trans>Confirm it was not sent</Trans>
            </Button>
            <CloseDialogButton variant="quiet">
              <Trans>Cancel</Trans>
            </CloseDialogButton>
          </Row>
        </Dialog>
      )}
      {step === 'decline' && (
        <DeclineDialog
          pending={decline.isPending}
          onDecline={(reason) => decline.mutate(reason, { onSettled })}
          onClose={() => setStep(null)}
        />
      )}
    </>
  );
}

/** What came of the reader's press. The button that held the focus is gone. */
function Said({ children }: { children: ReactNode }) {
  return (
    <div tabIndex={-1} ref={takeFocus}>
      <Notice tone="done" role="status" title={children} />
    </div>
  );
}

/** Who proposed it, when and why, and who has to confirm it. */
function Open({ proposal, children }: { proposal: Proposal; children: ReactNode }) {
  const headingId = useId();
  const { whole } = useMoment();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const name = verbatim(proposal.by.name);
  const isMine = proposal.by.id === user.id;
  return (
    <Card as="section" aria-labelledby={headingId}>
      <Stack gap="s3">
        <h2 id={headingId}>
          <Trans>Waits for a second person</Trans>
        </h2>
        <div role="status">
          <p>
            {isMine ? (
              <Trans>You proposed: it was not sent</Trans>
            ) : (
              <Trans>
                <b>{name}</b> proposed: it was not sent
              </Trans>
            )}
          </p>
          <p className={styles.quiet}>{whole(proposal.at)}</p>
        </div>
        <p className={styles.text}>{words(proposal.reason)}</p>
        {isMine && (
          <p className={styles.quiet}>
            <Trans>Somebody else must confirm it. Until then, the sender sees no change.</Trans>
          </p>
        )}
        {children}
      </Stack>
    </Card>
  );
}

type DeclinedProps = {
  proposal: Proposal;
  /** Whether the reader has just declined it. */
  isNews: boolean;
};

function Declined({ proposal: { by, declined }, isNews }: DeclinedProps) {
  const { user } = useSuspenseQuery(sessionQuery).data;
  if (!declined) return null;
  const name = verbatim(declined.by.name);
  const author = verbatim(by.name);
  const title =
    declined.by.id === user.id ? (
      <Trans>You declined the proposal by {author}</Trans>
    ) : by.id === user.id ? (
      <Trans>{name} declined your proposal</Trans>
    ) : (
      <Trans>
        {name} declined the proposal by {author}
      </Trans>
    );
  return (
    <div tabIndex={-1} ref={isNews ? takeFocus : undefined}>
      <Notice tone="wait" role="status" title={title}>
        <p className={styles.text}>{words(declined.reason)}</p>
      </Notice>
    </div>
  );
}

type DeclineDialogProps = {
  pending: boolean;
  onDecline: (reason: string) => void;
  onClose: () => void;
};

function DeclineDialog({ pending, onDecline, onClose }: DeclineDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [isRefused, setIsRefused] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const isValid = z.safeParse(declineRequest.shape.reason, reason).success;
    setIsRefused(!isValid);
    if (isValid) onDecline(reason);
  }

  return (
    <Dialog title={<Trans>Decline the proposal</Trans>} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <TextField
            label={t`Reason`}
            hint={t`Say what you saw at the payment service. The sender doesn’t see this.`}
            error={isRefused && t`Say why in a few words`}
            autoComplete="off"
            maxLength={500}
            required
            value={reason}
            onChange={setReason}
          />
          <Row>
            <Button type="submit" variant="main" pending={pending}>
              <Trans>Decline</Trans>
            </Button>
            <CloseDialogButton variant="quiet">
              <Trans>Cancel</Trans>
            </CloseDialogButton>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
