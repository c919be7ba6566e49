import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Timeline, type TimelineStep } from '../../../ui/timeline.tsx';
import { useReason } from './use-reason.ts';

export type SendingTimelineProps = {
  /** Its outcome is not known. */
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
  /** Support reads it too. */
  bySender: boolean;
};

/** What was tried, what was seen and what happens next, for a sending whose outcome is not known. */
export function SendingTimeline({ send, lookedAt, bySender }: SendingTimelineProps) {
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
  const settles = <Trans>Support is checking with the payment service</Trans>;
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
            { key: 'settling', status: 'now', title: settles, detail: checked },
            known,
          ]}
        />
      );
  }
}
