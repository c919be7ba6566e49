import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useReason } from '../../../open-sends/use-reason.ts';
import { paths } from '../../../router/paths.ts';
import { Ago } from '../../../ui/ago.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Details } from '../../../ui/details.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { Timeline, type TimelineStep } from '../../../ui/timeline.tsx';
import { AttemptCard, useResendParams } from './attempt-card.tsx';

export type OpenSendingProps = {
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
  /** For support there is the resolving in place of the sender's notices and actions. */
  bySender: boolean;
};

/** Nobody knows yet whether it was sent: what to do, what was tried, what was seen, what happens next. */
export function OpenSending({ send, lookedAt, bySender }: OpenSendingProps) {
  const unresolved = send.state === 'unresolved';
  return (
    <>
      {bySender && (
        <Notice tone="wait" title={<Trans>Please don’t send it again</Trans>}>
          <p>
            {unresolved ? (
              <Trans>It may have gone through. Support is checking with the payment service.</Trans>
            ) : (
              <Trans>It may have gone through. You can close this page; we’ll keep checking.</Trans>
            )}
          </p>
          {unresolved && <SupportContact about={referenceOf(send.key)} />}
        </Notice>
      )}
      <AttemptCard send={send}>
        <SendingTimeline send={send} lookedAt={lookedAt} bySender={bySender} />
      </AttemptCard>
      {bySender && unresolved && <SenderActions send={send} />}
      {bySender && !unresolved && <SupportContact about={referenceOf(send.key)} />}
    </>
  );
}

type SendingTimelineProps = {
  /** Its outcome is not known. */
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
  /** Support reads it too. */
  bySender: boolean;
};

/** What was tried, what was seen and what happens next, for a sending whose outcome is not known. */
function SendingTimeline({ send, lookedAt, bySender }: SendingTimelineProps) {
  const { dateTime } = useFormat();
  const reason = useReason(send.reason);
  const lost = useReason(send.no_answer);
  const pressed: TimelineStep = {
    key: 'pressed',
    status: 'done',
    title: bySender ? <Trans>You pressed Send</Trans> : <Trans>The sender pressed Send</Trans>,
    detail: dateTime(send.created_at),
  };
  const asked = <Trans>We sent it to the payment service, once</Trans>;
  const looks = <Trans>Checking whether it arrived</Trans>;
  const resolves = <Trans>Support is checking with the payment service</Trans>;
  const known: TimelineStep = {
    key: 'known',
    status: 'next',
    title: <Trans>The result appears here</Trans>,
  };
  const checked = (
    <Trans>
      Checked <Ago at={new Date(lookedAt).toISOString()} />. This page updates itself.
    </Trans>
  );
  const ifUncertain = <Trans>If we still don’t know after 10 minutes, support takes over.</Trans>;

  switch (send.state) {
    case 'intended':
      return (
        <Timeline
          steps={[
            pressed,
            { key: 'asked', status: 'now', title: asked, detail: reason },
            { key: 'looking', status: 'next', title: looks },
            { ...known, detail: ifUncertain },
          ]}
        />
      );
    case 'unconfirmed':
      return (
        <Timeline
          steps={[
            pressed,
            { key: 'asked', status: 'done', title: asked, detail: reason },
            { key: 'looking', status: 'now', title: looks, detail: checked },
            { ...known, detail: ifUncertain },
          ]}
        />
      );
    default:
      return (
        <Timeline
          steps={[
            pressed,
            {
              key: 'asked',
              status: 'done',
              title: asked,
              detail: send.no_answer === null ? <Trans>We got no confirmation.</Trans> : lost,
            },
            {
              key: 'looking',
              status: 'done',
              title: <Trans>We checked whether it arrived</Trans>,
              detail: reason,
            },
            { key: 'resolving', status: 'now', title: resolves, detail: checked },
            known,
          ]}
        />
      );
  }
}

type SenderActionsProps = {
  /** Left to support. */
  send: Send;
};

/** What the sender can do while support has not resolved it. */
function SenderActions({ send }: SenderActionsProps) {
  const again = useResendParams(send);
  return (
    <>
      <Row>
        <ButtonLink to={paths.transfers({ destination_account_id: send.destination_account_id })}>
          <Trans>Transfers to this recipient</Trans>
        </ButtonLink>
      </Row>
      {again && (
        // Behind a fold: it can pay twice, and few have a reason to.
        <Details summary={<Trans>I can’t wait</Trans>}>
          <Stack gap="s3">
            <p>
              <Trans>If both transfers go through, the recipient is paid twice.</Trans>
            </p>
            <Row>
              <ButtonLink to={paths.send(again)}>
                <Trans>Send again anyway</Trans>
              </ButtonLink>
            </Row>
          </Stack>
        </Details>
      )}
    </>
  );
}
