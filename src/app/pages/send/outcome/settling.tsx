import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Candidates as CandidatesAnswer,
  Send,
  SettleRequest,
} from '../../../../contract/api/send.ts';
import { nextSendState } from '../../../../contract/api/send-states.ts';
import { isFailure } from '../../../api/api-error.ts';
import { candidatesQuery, sendQuery, settleSend } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Candidates } from './candidates.tsx';
import { LookAlikes } from './look-alikes.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { type Draft, settleDraft } from './settle-draft.ts';

export type SettlingProps = { send: Send };

const noneListed: CandidatesAnswer = { transfers: [], unread: [] };
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
  const { data: listed = noneListed } = useQuery({ ...candidatesQuery(send.key), enabled: false });
  const settle = useMutation({
    mutationFn: (body: SettleRequest) => settleSend(send.key, withSeen(body)),
    onSuccess: (settled) => {
      stored.drop();
      setDraft(nothing);
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

  function withSeen(body: SettleRequest): SettleRequest {
    if (body.outcome === 'other') return body;
    return { ...body, seen_transfer_ids: listed.transfers.map((one) => one.id) };
  }

  function keep(draft: Draft) {
    setDraft(draft);
    if (draft.verdict || draft.reason) stored.keep(draft);
    else stored.drop();
  }

  const late = send.look_alikes ?? [];
  const said = settle.isSuccess && (
    <div key={settle.submittedAt} tabIndex={-1} ref={takeFocus}>
      <Notice tone="done" role="status" title={<Said send={send} request={settle.variables} />} />
    </div>
  );
  if (said && late.length === 0) return said;
  if (late.length === 0 && nextSendState(send.state, 'settled-sent') === null) {
    return isFailure(settle.error, 'send-settled') ? (
      <Notice
        tone="wait"
        role="alert"
        title={<Trans>Someone already resolved this. Your decision was not saved.</Trans>}
      />
    ) : null;
  }
  return (
    <>
      {said}
      {late.length > 0 ? (
        <LookAlikes ids={late} onChoose={(chosen) => keep({ verdict: chosen, reason })} />
      ) : (
        <Candidates send={send} onChoose={(chosen) => keep({ verdict: chosen, reason })} />
      )}
      {verdict && (
        <SettleDialog
          send={send}
          verdict={verdict}
          candidates={listed.transfers.length + listed.unread.length}
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

/** What was recorded, and who reads it. */
function Said({ send, request }: { send: Send; request: SettleRequest }) {
  if (request.outcome === 'other') {
    return <Trans>Transfer {request.transfer_id} was set aside</Trans>;
  }
  if (request.outcome === 'sent' && request.transfer_id !== send.transfer_id) {
    return <Trans>The sender now sees transfer {request.transfer_id} too</Trans>;
  }
  return <Trans>Resolved. The sender can read your reason.</Trans>;
}

/** The dialog is gone, and the focus with it. */
function takeFocus(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
