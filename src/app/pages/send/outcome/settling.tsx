import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Send, SettleRequest } from '../../../../contract/api/send.ts';
import { nextSendState } from '../../../../contract/api/send-states.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sendQuery, settleSend } from '../../../api/sends.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Candidates } from './candidates.tsx';
import { SettleDialog, type Verdict } from './settle-dialog.tsx';

export type SettlingProps = { send: Send };

/** For support: says what became of a sending that nothing else can settle. */
export function Settling({ send }: SettlingProps) {
  const client = useQueryClient();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // Kept while one looks again at the candidates.
  const [reason, setReason] = useState('');
  const settle = useMutation({
    mutationFn: (body: SettleRequest) => settleSend(send.key, body),
    onSuccess: (settled) => {
      client.setQueryData(sendQuery(send.key).queryKey, settled);
      void client.invalidateQueries({ queryKey: ['sends'] });
      void client.invalidateQueries({ queryKey: ['transfers'] });
    },
    // The sending was settled by someone else, or the transfer became another's: both are read again.
    onError: (error) =>
      isFailure(error, 'send-settled')
        ? client.invalidateQueries({ queryKey: sendQuery(send.key).queryKey })
        : undefined,
  });

  if (settle.isSuccess) {
    return (
      <div tabIndex={-1} ref={takeFocus}>
        <Notice
          tone="done"
          role="status"
          title={<Trans>Settled. The sender sees it with your reason.</Trans>}
        />
      </div>
    );
  }
  if (nextSendState(send.state, 'settled-sent') === null) {
    return isFailure(settle.error, 'send-settled') ? (
      <Notice
        tone="wait"
        role="alert"
        title={<Trans>It was settled meanwhile. Your word was not recorded.</Trans>}
      />
    ) : null;
  }
  return (
    <>
      <Candidates sendKey={send.key} onChoose={setVerdict} />
      {verdict && (
        <SettleDialog
          verdict={verdict}
          reason={reason}
          onReason={setReason}
          error={settle.error}
          pending={settle.isPending}
          onSettle={settle.mutate}
          onClose={() => {
            setVerdict(null);
            settle.reset();
          }}
        />
      )}
    </>
  );
}

/** The dialog is gone, and the focus with it. */
function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
