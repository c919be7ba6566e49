import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ProposeRequest } from '../../../../contract/api/case.ts';
import type {
  Candidates as CandidatesAnswer,
  ResolveRequest,
  Send,
} from '../../../../contract/api/send.ts';
import { nextSendState } from '../../../../contract/api/send-states.ts';
import { isFailure } from '../../../api/api-error.ts';
import { caseQuery, proposeNotSent } from '../../../api/cases.ts';
import { candidatesQuery, resolveSend, seenOf, sendQuery } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import { refreshResolved, useCaseChange } from '../../../cases/use-case-change.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Candidates, LookAlikes } from './candidates.tsx';
import { ProposalPart, useProposal } from './proposal.tsx';
import {
  ResolveDialog,
  type ResolveDraft,
  storedDraft,
  takeFocus,
  useResolveForm,
  type Verdict,
} from './resolve-dialog.tsx';

type ResolvingProps = { send: Send };

const noneListed: CandidatesAnswer = { transfers: [], unread: [] };
/** Closes the dialog, so that what appeared since it opened is seen. */
const isUnseen = (error: Error | null) => isFailure(error, 'candidates-changed');
const nothing: ResolveDraft = { verdict: null, reason: '' };

/** For support: resolves a send that only a person can decide, or that takes two. */
export function Resolving({ send }: ResolvingProps) {
  return (
    <>
      <ProposalPart send={send} />
      <Deciding send={send} />
    </>
  );
}

function Deciding({ send }: ResolvingProps) {
  const client = useQueryClient();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const stored = storedDraft(user.id, send.key);
  const [restored] = useState(stored.read);
  // Created here, so that the reason survives closing the dialog.
  const form = useResolveForm(restored ?? nothing);
  const verdict = useWatch({ control: form.control, name: 'verdict' });
  // Not enabled: Candidates fetches it.
  const { data: listed = noneListed } = useQuery({ ...candidatesQuery(send.key), enabled: false });
  const resolve = useResolve(send.key, forget);
  const propose = useCaseChange(caseQuery(send.key).queryKey, (body: ProposeRequest) =>
    proposeNotSent(send.key, body),
  );
  const proposal = useProposal(send);
  const isProposed = proposal !== null && proposal.declined === null;
  // CaseSide polls it.
  const { data: found } = useQuery({ ...caseQuery(send.key), enabled: false });
  const needsSecond = verdict?.outcome === 'not_sent' && found?.not_sent_alone === false;

  function forget() {
    stored.drop();
    form.reset(nothing);
  }

  function keep() {
    const draft = form.getValues();
    if (draft.verdict || draft.reason) stored.keep(draft);
    else stored.drop();
  }

  function decide(body: ResolveRequest) {
    const seen = form.getValues('seen');
    if (!needsSecond) return resolve.mutate({ ...body, ...seen }, { onError });
    const { reason } = body;
    const last = propose.error ? propose.variables : undefined;
    // Repeated after a lost answer, the same is proposed once.
    const id = last?.reason === reason ? last.id : crypto.randomUUID();
    propose.mutate(
      { id, reason, ...seen },
      {
        onError,
        onSuccess() {
          forget();
          void client.invalidateQueries({ queryKey: ['sends'] });
        },
      },
    );
  }

  /** The reason stays for the next try. */
  function onError(error: Error) {
    if (isUnseen(error)) choose(null);
  }

  function choose(chosen: Verdict | null) {
    form.setValue('verdict', chosen);
    form.setValue('seen', chosen ? seenOf(listed) : undefined);
    keep();
  }

  function open(chosen: Verdict) {
    resolve.reset();
    propose.reset();
    choose(chosen);
  }

  const late = send.look_alikes ?? [];
  const saved = propose.isSuccess && isProposed && proposal.by.id === user.id && (
    <div key={propose.submittedAt} tabIndex={-1} ref={takeFocus}>
      <Notice
        tone="done"
        role="status"
        title={<Trans>Saved: somebody else can now confirm it</Trans>}
      />
    </div>
  );
  const said = resolve.isSuccess && (
    <div key={resolve.submittedAt} tabIndex={-1} ref={takeFocus}>
      <Notice tone="done" role="status" title={<Said send={send} request={resolve.variables} />} />
    </div>
  );
  if (said && late.length === 0) return said;
  if (late.length === 0 && nextSendState(send.state, 'resolved-sent') === null) {
    return isFailure(resolve.error, 'send-settled') ? (
      <Notice tone="wait" role="alert" title={<Trans>Someone already resolved this</Trans>}>
        <p>
          <Trans>Your decision was not saved.</Trans>
        </p>
      </Notice>
    ) : null;
  }
  return (
    <>
      {said}
      {saved}
      {!verdict && <NotSaved error={propose.error ?? resolve.error} />}
      {late.length > 0 ? (
        <LookAlikes ids={late} onChoose={open} />
      ) : (
        <Candidates send={send} isProposed={isProposed} onChoose={open} />
      )}
      {verdict && (
        <ResolveDialog
          send={send}
          form={form}
          verdict={verdict}
          candidates={listed.transfers.length + listed.unread.length}
          restored={Boolean(restored?.reason)}
          onEdit={keep}
          needsSecond={needsSecond}
          error={propose.error ?? resolve.error}
          pending={propose.isPending || resolve.isPending}
          onResolve={decide}
          onClose={() => {
            choose(null);
            form.clearErrors();
            resolve.reset();
            propose.reset();
          }}
        />
      )}
    </>
  );
}

/** Saves the decision of one person. @param onSaved called first */
function useResolve(key: string, onSaved: () => void) {
  const client = useQueryClient();
  const { queryKey } = sendQuery(key);
  return useMutation({
    mutationFn: (body: ResolveRequest) => resolveSend(key, body),
    onSuccess: (resolved) => {
      onSaved();
      client.setQueryData(queryKey, resolved);
      refreshResolved(client);
    },
    // Someone else resolved it, the transfer now belongs to another send, another one appeared, or it takes two
    // people since: refetch.
    onError: (error) =>
      isFailure(error, 'send-settled') ||
      isFailure(error, 'second-person-required') ||
      isUnseen(error)
        ? client.invalidateQueries({ queryKey })
        : undefined,
  });
}

/** Says that the decision was made on an older list than the one that the page now shows. */
function NotSaved({ error }: { error: Error | null }) {
  const failureMessage = useFailureMessage();
  return error && isUnseen(error) ? (
    <div tabIndex={-1} ref={takeFocus}>
      <Notice tone="stop" role="alert" title={failureMessage(error)} />
    </div>
  ) : null;
}

/** What was saved, and who reads it. */
function Said({ send, request }: { send: Send; request: ResolveRequest }) {
  if (request.outcome === 'other') {
    return <Trans>Transfer {request.transfer_id} was dismissed</Trans>;
  }
  if (request.outcome === 'sent' && request.transfer_id !== send.transfer_id) {
    return <Trans>The sender now sees transfer {request.transfer_id} too</Trans>;
  }
  return <Trans>Resolved: the sender can read your reason</Trans>;
}
