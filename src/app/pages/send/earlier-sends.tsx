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
import { type CheckSearch, sendingOf } from './send-search.ts';

const lookAgainEvery = 30_000;
const lookForOutcomeEvery = 3_000;

/** This person's other sendings of the same, and what they chose to do about them. */
export type EarlierSends = {
  /** Its outcome is still being found out: until then nothing like it can be sent. */
  underWay: Send | undefined;
  /** Nobody knows whether they went through, the latest first: sending again is the person's choice. */
  unresolved: Send[];
  /** The latest that was sent in the last ten minutes. */
  sent: Send | undefined;
  /** The key of the unresolved sending that the person chose to send again after. */
  again: string | null;
  choose: (again: boolean) => void;
};

/** Reads them again while the page is open, so that it never speaks of what has ended meanwhile. */
export function useEarlierSends(search: CheckSearch, pending: boolean): EarlierSends {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data = [], refetch } = useQuery({
    ...sendsLikeQuery(sendingOf(search)),
    // The loader has just asked. Without an answer the page still works: the BFF refuses what it must.
    refetchOnMount: false,
    retryOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => {
      if (pending) return false;
      return state.data?.some((send) => isUnderWay(send.state))
        ? lookForOutcomeEvery
        : lookAgainEvery;
    },
  });
  // Of two windows side by side both are visible all the time: only the focus tells which one is used.
  useWindowEvent('focus', () => void refetch({ cancelRefetch: false }));
  const others = data.filter(({ key }) => key !== search.key);
  const unresolved = others.filter(({ state }) => state === 'unresolved');
  const latest = unresolved[0]?.key ?? null;
  return {
    underWay: others.find(({ state }) => isUnderWay(state)),
    unresolved,
    sent: others.find(({ state }) => state === 'sent'),
    // To send again after one sending says nothing of a later one.
    again: chosen === latest ? latest : null,
    choose: (again) => setChosen(again ? latest : null),
  };
}

export type EarlierNoticesProps = {
  earlier: EarlierSends;
  /** What would be sent now, as written for the person. */
  sends: string;
  alias: string;
  /** The key of the sending that Send was refused for, as just sent. */
  refusedFor: string | undefined;
};

/** What the person is to know of their own sendings of the same, and decide. */
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
  /** Send was pressed before this was known, so it sent nothing: the focus goes here. */
  isNews: boolean;
};

/** A warning, not a block: the same may well be meant twice. */
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
            <Trans>
              Nothing was sent now. If you press Send again, the recipient gets it a second time.
            </Trans>
          ) : (
            <Trans>If you press Send, the recipient gets it a second time.</Trans>
          )}
        </p>
        {send.transfer_id && (
          <ButtonLink to={paths.transfer(send.transfer_id)}>
            <Trans>Show transfer {send.transfer_id}</Trans>
          </ButtonLink>
        )}
      </Notice>
    </div>
  );
}

// One function for all renders, so that React calls it only when it becomes news.
function focus(notice: HTMLElement | null) {
  notice?.focus();
}

export type UnderWayNoticeProps = {
  /** Who sends it, where it is not the person. */
  colleague?: string | undefined;
  /** Of the identical sending. */
  sendKey: string | undefined;
};

/** An identical sending is open, so this one can't be sent. */
export function UnderWayNotice({ colleague, sendKey }: UnderWayNoticeProps) {
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        colleague ? (
          <Trans>{colleague} is sending the same already</Trans>
        ) : (
          <Trans>The same transfer is not confirmed yet</Trans>
        )
      }
    >
      <p>
        <Trans>It may have gone through, so you can’t send it again yet.</Trans>
      </p>
      {sendKey && (
        <ButtonLink to={paths.sending(sendKey)}>
          <Trans>Show that transfer</Trans>
        </ButtonLink>
      )}
    </Notice>
  );
}
