import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { isUnderWay } from '../../../contract/api/send-states.ts';
import { sendsLikeQuery } from '../../api/sends.ts';
import { paths } from '../../router/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWindowEvent } from '../../ui/use-window-event.ts';
import { ResendConfirmation } from './resend-confirmation.tsx';
import { type CheckSearch, termsOf } from './send-search.ts';

const pollMs = 30_000;
const outcomePollMs = 3_000;

/** The person's other sends of the same figures, and their choice about them. */
export type EarlierSends = {
  /** One that is not confirmed yet. It blocks Send. */
  underWay: Send | undefined;
  /** Those left to support, latest first. Sending again needs a confirmation. */
  unresolved: Send[];
  /** The latest one that was sent in the last 10 minutes. */
  sent: Send | undefined;
  /** Key of the unresolved send that the person confirmed to send again after; null if none. */
  again: string | null;
  choose: (again: boolean) => void;
};

/** Polls the earlier sends while the page is open, so that the notices stay true. */
export function useEarlierSends(search: CheckSearch, pending: boolean): EarlierSends {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data = [], refetch } = useQuery({
    ...sendsLikeQuery(termsOf(search)),
    // The loader has just fetched them. If that failed the page still works: the BFF refuses duplicates.
    refetchOnMount: false,
    retryOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (pending) return false;
      return state.data?.some((send) => isUnderWay(send.state)) ? outcomePollMs : pollMs;
    },
  });
  // Two windows side by side are both visible, so visibilitychange never fires: refetch on focus.
  useWindowEvent('focus', () => void refetch({ cancelRefetch: false }));
  const others = data.filter(({ key }) => key !== search.key);
  const unresolved = others.filter(({ state }) => state === 'unresolved');
  const latest = unresolved[0]?.key ?? null;
  return {
    underWay: others.find(({ state }) => isUnderWay(state)),
    unresolved,
    sent: others.find(({ state }) => state === 'sent'),
    // The confirmation counts for one send only, not for a later one.
    again: chosen === latest ? latest : null,
    choose: (again) => setChosen(again ? latest : null),
  };
}

type EarlierNoticesProps = {
  earlier: EarlierSends;
  /** Formatted amount to send now. */
  sends: string;
  alias: string;
  /** Key of the send because of which the BFF refused this one as a repetition. */
  refusedFor: string | undefined;
};

/** Notices of the person's earlier sends of the same figures. */
export function EarlierNotices({ earlier, sends, alias, refusedFor }: EarlierNoticesProps) {
  const { sent, underWay, unresolved, again, choose } = earlier;
  return (
    <>
      {sent && (
        <SentBeforeNotice
          key={sent.key}
          send={sent}
          alias={alias}
          isNews={sent.key === refusedFor}
        />
      )}
      {underWay && <UnderWayNotice sendKey={underWay.key} colleague={underWay.colleague} />}
      {!underWay && unresolved.length > 0 && (
        <ResendConfirmation
          earlier={unresolved}
          sends={sends}
          alias={alias}
          chosen={again !== null}
          onChoose={choose}
        />
      )}
    </>
  );
}

type SentBeforeNoticeProps = {
  send: Send;
  alias: string;
  /** Send was refused because of this send, so the notice takes the focus. */
  isNews: boolean;
};

/** Warns but does not block: sending the same twice may be intended. */
function SentBeforeNotice({ send, alias, isNews }: SentBeforeNoticeProps) {
  return (
    <div ref={isNews ? focus : null} tabIndex={-1}>
      <Notice
        tone="wait"
        role="status"
        title={
          <span>
            {send.colleague ? (
              <Trans>
                {send.colleague} sent the same amount to {alias} <Ago at={send.created_at} />
              </Trans>
            ) : (
              <Trans>
                You sent the same amount to {alias} <Ago at={send.created_at} />
              </Trans>
            )}
          </span>
        }
      >
        <p>
          {isNews ? (
            <Trans>Nothing was sent. If you press Send again, {alias} is paid twice.</Trans>
          ) : (
            <Trans>If you press Send, {alias} is paid twice.</Trans>
          )}
        </p>
        {send.transfer_id && (
          <ButtonLink to={paths.transfer(send.transfer_id)}>
            <span>
              <Trans>Show transfer {send.transfer_id}</Trans>
            </span>
          </ButtonLink>
        )}
      </Notice>
    </div>
  );
}

// Stable identity, so that React calls the ref only when the notice becomes news.
function focus(notice: HTMLElement | null) {
  notice?.focus();
}

type UnderWayNoticeProps = {
  /** Name of the colleague who started it; undefined if the person did. */
  colleague?: string | undefined;
  /** Key of the identical send. */
  sendKey: string | undefined;
};

/** An identical send is not confirmed yet, so this one is blocked. */
export function UnderWayNotice({ colleague, sendKey }: UnderWayNoticeProps) {
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        colleague ? (
          <Trans>{colleague} already started the same transfer</Trans>
        ) : (
          <Trans>The same transfer is not confirmed yet</Trans>
        )
      }
    >
      <p>
        <Trans>It may have gone through, so you can’t send it again yet.</Trans>
      </p>
      {sendKey && (
        <ButtonLink to={paths.sendOutcome(sendKey)}>
          <Trans>Show that transfer</Trans>
        </ButtonLink>
      )}
    </Notice>
  );
}
