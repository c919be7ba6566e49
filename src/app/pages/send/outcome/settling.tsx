import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Send, SettleRequest } from '../../../../contract/api/send.ts';
import { nextSendState } from '../../../../contract/api/send-states.ts';
import { isFailure } from '../../../api/api-error.ts';
import { candidatesQuery, sendQuery, settleSend } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Candidates } from './candidates.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { type Draft, settleDraft } from './settle-draft.ts';

export type SettlingProps = { send: Send };

const nothing: Draft = { verdict: null, reason: '' };

/** For support: says what became of a sending that nothing else can settle. */
export function Settling({ send }: SettlingProps) {
  const client = useQueryClient();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const stored = settleDraft(user.id, send.key);
  const [restored] = useState(stored.read);
  // The reason is kept while one looks again at the candidates.
  const [{ verdict, reason }, setDraft] = useState(restored ?? nothing);
  // Asked for by those that are shown to choose from.
  const { data: candidates = [] } = useQuery({ ...candidatesQuery(send.key), enabled: false });
  const settle = useMutation({
    mutationFn: (body: SettleRequest) => settleSend(send.key, body),
    onSuccess: (settled) => {
      stored.drop();
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

  function keep(draft: Draft) {
    setDraft(draft);
    if (draft.verdict || draft.reason) stored.keep(draft);
    else stored.drop();
  }

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
      <Candidates send={send} onChoose={(chosen) => keep({ verdict: chosen, reason })} />
      {verdict && (
        <SettleDialog
          send={send}
          verdict={verdict}
          candidates={candidates.length}
          reason={reason}
          restored={Boolean(restored?.reason)}
          onReason={(typed) => keep({ verdict, reason: typed })}
          error={settle.error}
          pending={settle.isPending}
          onSettle={settle.mutate}
          onClose={() => {
            keep({ verdict: null, reason });
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
