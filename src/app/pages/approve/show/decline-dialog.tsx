import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { type Approval, declineRequest } from '../../../../contract/api/approvals.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { NoteField } from '../../../cases/note-field.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { verbatim } from '../../../i18n/trans.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import type { useDecision } from './use-decision.ts';

type DeclineDialogProps = {
  shown: Approval;
  decision: ReturnType<typeof useDecision>;
  onClose: () => void;
};

/** Asks why, because its maker reads it. It closes by what came of it: the page tells that. */
export function DeclineDialog({ shown, decision, onClose }: DeclineDialogProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const failureMessage = useFailureMessage();
  const [reason, setReason] = useState('');
  const [isShort, setIsShort] = useState(false);
  const { press, pending, pressed, error, isUnsure } = decision;
  const isPressed = pressed?.kind === 'decline';
  const isRefused = error instanceof ApiError && error.fieldErrors.reason !== undefined;
  const amount = money(shown.source_amount_cents, shown.source_amount_currency);
  const alias = shown.alias ?? shown.destination_account_id;

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = z.safeParse(declineRequest, { revision: shown.revision, reason });
    setIsShort(!parsed.success);
    if (parsed.success && !pending) press({ kind: 'decline', reason: parsed.data.reason });
  }

  return (
    <Dialog title={<Trans>Decline this transfer?</Trans>} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <p>
            <strong>{verbatim(amount)}</strong> · {verbatim(alias)}
          </p>
          <p>
            <Trans>Nothing of it will be sent. {shown.maker.name} reads your reason.</Trans>
          </p>
          <NoteField
            label={<Trans>Reason</Trans>}
            rows={3}
            value={reason}
            onChange={setReason}
            error={isShort || (isPressed && isRefused) ? t`Say why in a few words` : undefined}
          />
          {isPressed && error && !isRefused && (
            <Notice
              tone="stop"
              role="alert"
              title={
                isUnsure ? (
                  <Trans>We don’t know yet whether it is declined</Trans>
                ) : isFailure(error, 'ledger-held') ? (
                  <Trans>Nothing was declined. Try again in a few minutes.</Trans>
                ) : (
                  failureMessage(error)
                )
              }
            >
              {isUnsure && <Trans>Press Decline again: it is done only once.</Trans>}
            </Notice>
          )}
          <Row>
            <Button type="submit" variant="main" pending={pending && isPressed}>
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
