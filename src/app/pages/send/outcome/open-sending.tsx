import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../../contract/api/send.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Ago } from '../../../ui/ago.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { Tried } from './tried.tsx';
import { useReason } from './use-reason.ts';

export type OpenSendingProps = {
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
};

/** Nobody knows yet whether it was sent: what was tried, what was seen, what happens next. */
export function OpenSending({ send, lookedAt }: OpenSendingProps) {
  const { dateTime } = useFormat();
  const reason = useReason(send.reason);
  const unconfirmed = send.state === 'unconfirmed';

  return (
    <>
      <Tried send={send}>
        <Timeline
          steps={[
            {
              key: 'pressed',
              status: 'done',
              title: <Trans>You pressed Send</Trans>,
              detail: dateTime(send.created_at),
            },
            {
              key: 'asked',
              status: unconfirmed ? 'done' : 'now',
              title: <Trans>Giro asked the service, once</Trans>,
              detail: reason,
            },
            {
              key: 'looking',
              status: unconfirmed ? 'now' : 'next',
              title: <Trans>Giro looks for it in the service’s list</Trans>,
              detail: unconfirmed && (
                <Trans>
                  Checked <Ago at={new Date(lookedAt).toISOString()} />. This page updates itself.
                </Trans>
              ),
            },
            {
              key: 'known',
              status: 'next',
              title: <Trans>You see here what became of it</Trans>,
              detail: <Trans>After ten minutes without certainty, support settles it</Trans>,
            },
          ]}
        />
      </Tried>
      <Notice tone="wait" title={<Trans>Do not send it again</Trans>}>
        <p>
          <Trans>
            It may have gone through. Giro keeps looking at the service’s list; you can close this
            page and come back.
          </Trans>
        </p>
      </Notice>
    </>
  );
}
