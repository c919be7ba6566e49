import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type ResolveRequest, resolveRequest, type Send } from '../../../../contract/api/send.ts';
import { id } from '../../../../contract/api/wire.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { type SessionDraft, sessionDraft } from '../../../form/session-draft.ts';
import { FormId, useFormField } from '../../../form/use-form-field.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useServiceWords } from '../../../i18n/service-words.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { SummaryList, SummaryRow } from '../../../ui/summary-list.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** What support is about to say. */
const verdict = z.union([
  z.object({ outcome: z.literal('sent'), transfer_id: id }),
  z.object({ outcome: z.literal('not_sent') }),
  z.object({ outcome: z.literal('other'), transfer_id: id }),
]);
export type Verdict = z.infer<typeof verdict>;

const resolveDraft = z.object({
  /** Null once the dialog is closed: the reason alone is kept. */
  verdict: z.nullable(verdict),
  reason: z.string(),
});
export type ResolveDraft = z.infer<typeof resolveDraft>;

/** A word on a sending that is not said yet, as this tab keeps it. */
export function storedDraft(user_id: string, key: string): SessionDraft<ResolveDraft> {
  return sessionDraft(resolveDraft, 'settle', user_id, [key]);
}

export type ResolveForm = UseFormReturn<ResolveDraft, unknown, ResolveRequest>;

/** The draft, which is parsed to what is sent as it is submitted. */
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

export type ResolveDialogProps = {
  send: Send;
  form: ResolveForm;
  verdict: Verdict;
  /** How many transfers can be it. */
  candidates: number;
  /** The reason was typed before the page was left. */
  restored: boolean;
  /** After the form has taken what was typed. */
  onEdit: () => void;
  error: Error | null;
  pending: boolean;
  onResolve: (request: ResolveRequest) => void;
  onClose: () => void;
};

/** The last step before what can't be undone, with the reason. */
export function ResolveDialog(props: ResolveDialogProps) {
  const { send, form, verdict, candidates, restored, onEdit, onResolve, onClose } = props;
  const { error, pending } = props;
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
              <Consequence send={send} verdict={verdict} candidates={candidates} />
            </p>
            {restored && (
              <Notice role="status" title={<Trans>What you had entered is still here</Trans>}>
                <Trans>It stays in this tab until you save it or sign out.</Trans>
              </Notice>
            )}
            <ReasonField
              form={form}
              // Of a transfer beside the one it already is, the reason is kept on record alone.
              isRead={verdict.outcome !== 'other' && send.state !== 'sent'}
              refused={atReason}
              onEdit={onEdit}
            />
            {error && atReason === undefined && <Problem error={error} />}
            <Row>
              <Button type="submit" variant="main" pending={pending}>
                <Resolve outcome={verdict.outcome} />
              </Button>
              <Button
                variant="quiet"
                // Closed by its own method, it gives the focus back to the button that opened it.
                onClick={(event) => event.currentTarget.closest('dialog')?.close()}
              >
                <Trans>Cancel</Trans>
              </Button>
            </Row>
          </Stack>
        </form>
      </FormId>
    </Dialog>
  );
}

type ReasonFieldProps = Pick<ResolveDialogProps, 'form' | 'onEdit'> & {
  isRead: boolean;
  /** What the server says of it. */
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
          ? t`What you saw in the service’s own records. The sender reads it.`
          : t`What you saw in the service’s own records. The sender does not read it.`
      }
      error={field.error || refused?.map(serviceWords).join(', ')}
      autoComplete="off"
      maxLength={500}
      required
      onChange={(event) => {
        field.onChange(event.currentTarget.value);
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
      return <Trans>Set it aside</Trans>;
  }
}

type ConsequenceProps = Pick<ResolveDialogProps, 'send' | 'verdict' | 'candidates'>;

function Consequence({ send, verdict: { outcome }, candidates }: ConsequenceProps) {
  if (outcome === 'other') {
    return <Trans>Support is not told of this transfer again. This can’t be undone.</Trans>;
  }
  if (outcome === 'sent' && send.state === 'sent') {
    return (
      <Trans>The sender sees it beside transfer {send.transfer_id}. This can’t be undone.</Trans>
    );
  }
  if (outcome === 'sent') {
    return <Trans>The sender sees this transfer as the result. This can’t be undone.</Trans>;
  }
  return (
    <>
      <Trans>The sender can then send the same again. This can’t be undone.</Trans>{' '}
      {candidates > 0 && (
        <Plural
          value={candidates}
          one="One transfer can be this sending: make sure that it is not."
          other="# transfers can be this sending: make sure that none of them is."
        />
      )}
    </>
  );
}

function Problem({ error }: { error: Error }) {
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();
  // The dialog over the page says it; then the button is pressed again.
  if (isFailure(error, 'not-signed-in')) return null;
  const faults = error instanceof ApiError ? Object.values(error.fieldErrors).flat() : [];
  return (
    <Notice tone="stop" role="alert" title={failureMessage(error)}>
      {faults.length > 0 && <p>{faults.map(serviceWords).join(', ')}</p>}
    </Notice>
  );
}

/** Which sending it is, said once more where it is resolved. */
function Figures({ send }: { send: Send }) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const { sender } = send;
  const alias = useQuery(accountQuery(send.destination_account_id)).data?.alias;
  return (
    <SummaryList>
      <SummaryRow term={<Trans>Amount</Trans>} note={dateTime(send.created_at)}>
        {money(send.source_amount_cents, send.source_amount_currency)}
      </SummaryRow>
      <SummaryRow term={<Trans>To</Trans>}>
        {alias ?? <Trans>Recipient {send.destination_account_id}</Trans>}
      </SummaryRow>
      {sender && (
        <SummaryRow term={<Trans>Sender</Trans>} note={<bdi>{sender.email}</bdi>}>
          <bdi>{sender.name}</bdi>
        </SummaryRow>
      )}
    </SummaryList>
  );
}
