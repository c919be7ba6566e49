import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import {
  readableLength,
  type Send,
  type SettleRequest,
  shortestReason,
} from '../../../../contract/api/send.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useServiceWords } from '../../../i18n/service-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Verdict } from './settle-draft.ts';
import { SettleFigures } from './settle-figures.tsx';

export type SettleDialogProps = {
  send: Send;
  verdict: Verdict;
  /** How many transfers can be it. */
  candidates: number;
  reason: string;
  /** The reason was typed before the page was left. */
  restored: boolean;
  onReason: (reason: string) => void;
  error: Error | null;
  pending: boolean;
  onSettle: (request: SettleRequest) => void;
  onClose: () => void;
};

/** The last step before what can't be undone, with the reason. */
export function SettleDialog(props: SettleDialogProps) {
  const { send, verdict, candidates, reason, restored, onReason, onSettle, onClose } = props;
  const { error, pending } = props;
  const { t } = useLingui();
  const [tooShort, setTooShort] = useState(false);
  // Of a transfer beside the one it already is, the reason is kept on record alone.
  const isRead = verdict.outcome !== 'other' && send.state !== 'sent';
  const serviceWords = useServiceWords();
  const atReason =
    error instanceof ApiError ? error.fieldErrors.reason?.map(serviceWords).join(', ') : undefined;

  function settle(event: FormEvent) {
    event.preventDefault();
    const words = reason.trim();
    const short = readableLength(words) < shortestReason;
    setTooShort(short);
    if (pending || short) return;
    onSettle({ ...verdict, reason: words });
  }

  return (
    <Dialog title={<Title verdict={verdict} />} onClose={onClose}>
      <form noValidate onSubmit={settle}>
        <Stack>
          <SettleFigures send={send} />
          <p>
            <Consequence send={send} verdict={verdict} candidates={candidates} />
          </p>
          {restored && (
            <Notice role="status" title={<Trans>What you had entered is still here</Trans>}>
              <Trans>It stays in this tab until you save it or sign out.</Trans>
            </Notice>
          )}
          <TextField
            label={t`Reason`}
            hint={
              isRead
                ? t`What you saw in the service’s own records. The sender reads it.`
                : t`What you saw in the service’s own records. The sender does not read it.`
            }
            error={tooShort ? t`Say why in a few words` : atReason}
            autoComplete="off"
            maxLength={500}
            required
            value={reason}
            onChange={(event) => onReason(event.currentTarget.value)}
          />
          {error && atReason === undefined && <Problem error={error} />}
          <Row>
            <Button type="submit" variant="main" pending={pending}>
              <Settle outcome={verdict.outcome} />
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
    </Dialog>
  );
}

function Title({ verdict }: Pick<SettleDialogProps, 'verdict'>) {
  switch (verdict.outcome) {
    case 'sent':
      return <Trans>It was sent as transfer {verdict.transfer_id}</Trans>;
    case 'not_sent':
      return <Trans>It was not sent</Trans>;
    case 'other':
      return <Trans>Transfer {verdict.transfer_id} is another one</Trans>;
  }
}

function Settle({ outcome }: Pick<Verdict, 'outcome'>) {
  switch (outcome) {
    case 'sent':
      return <Trans>Resolve as sent</Trans>;
    case 'not_sent':
      return <Trans>Resolve as not sent</Trans>;
    case 'other':
      return <Trans>Set it aside</Trans>;
  }
}

type ConsequenceProps = Pick<SettleDialogProps, 'send' | 'verdict' | 'candidates'>;

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
