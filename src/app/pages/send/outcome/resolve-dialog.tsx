import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type ResolveRequest,
  resolveRequest,
  type Send,
  seenTransferIds,
  seenUnread,
} from '../../../../contract/api/send.ts';
import { id } from '../../../../contract/api/wire.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { type SessionDraft, sessionDraft } from '../../../form/session-draft.ts';
import { FormId, useFormField } from '../../../form/use-form-field.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useServiceWords } from '../../../i18n/service-words.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** The resolution that support is about to save. */
const verdict = z.union([
  z.object({ outcome: z.literal('sent'), transfer_id: id }),
  z.object({ outcome: z.literal('not_sent') }),
  z.object({ outcome: z.literal('other'), transfer_id: id }),
]);
export type Verdict = z.infer<typeof verdict>;

const resolveDraft = z.object({
  /** Null after the dialog was closed: only the reason is kept. */
  verdict: z.nullable(verdict),
  reason: z.string(),
  /** The candidates that were seen before the dialog opened: one that comes under it was not. */
  seen: z.optional(z.object({ seen_transfer_ids: seenTransferIds, seen_unread: seenUnread })),
});
export type ResolveDraft = z.infer<typeof resolveDraft>;

/** The unsaved resolution of a send, kept in this tab's session storage. */
export function storedDraft(user_id: string, key: string): SessionDraft<ResolveDraft> {
  return sessionDraft(resolveDraft, 'settle', user_id, [key]);
}

type ResolveForm = UseFormReturn<ResolveDraft, unknown, ResolveRequest>;

/** The form; submitting parses the draft to the request. */
export function useResolveForm(defaultValues: ResolveDraft): ResolveForm {
  const { t } = useLingui();
  return useForm<ResolveDraft, unknown, ResolveRequest>({
    defaultValues,
    reValidateMode: 'onSubmit',
    resolver({ verdict, reason }) {
      const parsed = z.safeParse(resolveRequest, { ...verdict, reason });
      if (parsed.success) return { values: parsed.data, errors: {} };
      const message = t`Say why in a few words`;
      return { values: {}, errors: { reason: { type: 'custom', message } } };
    },
  });
}

type ResolveDialogProps = {
  send: Send;
  form: ResolveForm;
  verdict: Verdict;
  /** How many transfers match. */
  candidates: number;
  /** Whether a second person must confirm it. */
  needsSecond: boolean;
  /** Whether the reason was restored after the page was left. */
  restored: boolean;
  /** Called after each edit. */
  onEdit: () => void;
  error: Error | null;
  pending: boolean;
  onResolve: (request: ResolveRequest) => void;
  onClose: () => void;
};

/** The last step before a resolution that can't be undone. */
export function ResolveDialog(props: ResolveDialogProps) {
  const { send, form, verdict, candidates, needsSecond, restored } = props;
  const { error, pending, onEdit, onResolve, onClose } = props;
  const formId = useId();
  const atReason = error instanceof ApiError ? error.fieldErrors.reason : undefined;

  return (
    <Dialog title={<Title verdict={verdict} />} onClose={onClose}>
      <FormId value={formId}>
        <form
          noValidate
          onSubmit={form.handleSubmit((request) => (pending ? undefined : onResolve(request)))}
        >
          <Stack>
            <Figures send={send} />
            <p>
              <Consequence {...{ send, verdict, candidates, needsSecond }} />
            </p>
            {restored && (
              <Notice role="status" title={<Trans>What you had entered is still here</Trans>}>
                <Trans>It stays in this tab until you save it or sign out.</Trans>
              </Notice>
            )}
            <ReasonField
              form={form}
              // The sender never sees the reason for a transfer that is dismissed or added.
              isRead={verdict.outcome !== 'other' && send.state !== 'sent'}
              refused={atReason}
              onEdit={onEdit}
            />
            {error && atReason === undefined && <Problem error={error} />}
            <Row>
              <Button type="submit" variant="main" pending={pending}>
                {needsSecond ? (
                  <Trans>Ask a second person</Trans>
                ) : (
                  <Resolve outcome={verdict.outcome} />
                )}
              </Button>
              <CloseDialogButton variant="quiet">
                <Trans>Cancel</Trans>
              </CloseDialogButton>
            </Row>
          </Stack>
        </form>
      </FormId>
    </Dialog>
  );
}

type ReasonFieldProps = Pick<ResolveDialogProps, 'form' | 'onEdit'> & {
  isRead: boolean;
  /** The server's field errors. */
  refused: readonly string[] | undefined;
};

function ReasonField({ form, isRead, refused, onEdit }: ReasonFieldProps) {
  const { t } = useLingui();
  const serviceWords = useServiceWords();
  const field = useFormField({ control: form.control, name: 'reason' });
  return (
    <TextField
      {...field}
      label={t`Reason`}
      hint={
        isRead
          ? t`Say what you saw at the payment service. The sender reads this.`
          : t`Say what you saw at the payment service. The sender doesn’t see this.`
      }
      error={field.error || refused?.map(serviceWords).join(', ')}
      autoComplete="off"
      maxLength={500}
      required
      onChange={(text) => {
        field.onChange(text);
        onEdit();
      }}
    />
  );
}

function Title({ verdict }: Pick<ResolveDialogProps, 'verdict'>) {
  switch (verdict.outcome) {
    case 'sent':
      return <Trans>It was sent as transfer {verdict.transfer_id}</Trans>;
    case 'not_sent':
      return <Trans>It was not sent</Trans>;
    case 'other':
      return <Trans>Transfer {verdict.transfer_id} is another one</Trans>;
  }
}

function Resolve({ outcome }: Pick<Verdict, 'outcome'>) {
  switch (outcome) {
    case 'sent':
      return <Trans>Resolve as sent</Trans>;
    case 'not_sent':
      return <Trans>Resolve as not sent</Trans>;
    case 'other':
      return <Trans>Dismiss transfer</Trans>;
  }
}

type ConsequenceProps = Pick<ResolveDialogProps, 'send' | 'verdict' | 'candidates' | 'needsSecond'>;

function Consequence({ send, verdict, candidates, needsSecond }: ConsequenceProps) {
  const { outcome } = verdict;
  if (outcome === 'other') {
    return <Trans>Support won’t see this transfer here again. This can’t be undone.</Trans>;
  }
  if (outcome === 'sent' && send.state === 'sent') {
    return (
      <Trans>
        The sender will see it next to transfer {send.transfer_id}. This can’t be undone.
      </Trans>
    );
  }
  if (outcome === 'sent') {
    return <Trans>The sender will see this transfer as the result. This can’t be undone.</Trans>;
  }
  return <NotSentConsequence candidates={candidates} needsSecond={needsSecond} />;
}

type NotSentConsequenceProps = { candidates: number; needsSecond?: boolean };

export function NotSentConsequence({ candidates, needsSecond = false }: NotSentConsequenceProps) {
  return (
    <>
      {needsSecond ? (
        <Trans>Somebody else must confirm it. Until then, the sender sees no change.</Trans>
      ) : (
        <Trans>The sender can then send it again. This can’t be undone.</Trans>
      )}{' '}
      {candidates > 0 && (
        <Plural
          value={candidates}
          one="# transfer may be this one. Make sure that it is not."
          other="# transfers may be this one. Make sure that none of them is."
        />
      )}
    </>
  );
}

function Problem({ error }: { error: Error }) {
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();
  // The sign-in dialog handles it.
  if (isFailure(error, 'not-signed-in')) return null;
  const faults = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  return (
    <Notice tone="stop" role="alert" title={failureMessage(error)}>
      {faults.length > 0 && <p>{faults.map(serviceWords).join(', ')}</p>}
    </Notice>
  );
}

/** Repeats which transfer is being resolved. */
export function Figures({ send }: { send: Send }) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const { sender } = send;
  const alias = useQuery(accountQuery(send.destination_account_id)).data?.alias;
  return (
    <SummaryList>
      <SummaryRow term={<Trans>Amount</Trans>} note={dateTime(send.created_at)}>
        {verbatim(money(send.source_amount_cents, send.source_amount_currency))}
      </SummaryRow>
      <SummaryRow term={<Trans>To</Trans>}>
        {alias ? verbatim(alias) : <Trans>Recipient {send.destination_account_id}</Trans>}
      </SummaryRow>
      {sender && (
        <SummaryRow term={<Trans>Sender</Trans>} note={<bdi translate="no">{sender.email}</bdi>}>
          <bdi translate="no">{sender.name}</bdi>
        </SummaryRow>
      )}
    </SummaryList>
  );
}

/** Called with what tells the result: the dialog or button that held the focus is gone. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
