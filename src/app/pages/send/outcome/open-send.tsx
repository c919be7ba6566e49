import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { looksFor } from '../../../../contract/api/send-states.ts';
import { serverTime } from '../../../i18n/intl.ts';
import { useFormat, useMoment } from '../../../i18n/use-format.ts';
import { HelpTile } from '../../../layouts/help-tile.tsx';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useReason } from '../../../open-sends/use-reason.ts';
import { paths } from '../../../router/paths.ts';
import { TransferLayout } from '../../../transfers/transfer-layout.tsx';
import { Ago } from '../../../ui/ago.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Details } from '../../../ui/details.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { SummaryRow } from '../../../ui/summary-list.tsx';
import { TileLink, Tiles } from '../../../ui/tiles.tsx';
import { Timeline, type TimelineStep } from '../../../ui/timeline.tsx';
import { AttemptCard, useResendParams } from './attempt-card.tsx';

type OpenSendProps = {
  /** A send that is not confirmed or needs review. */
  send: Send;
  /** When the page last polled, in milliseconds since 1970. */
  lookedAt: number;
};

/** For support: what was tried, and what was seen. */
export function OpenSend({ send, lookedAt }: OpenSendProps) {
  return (
    <>
      <AttemptCard send={send} bySender={false}>
        <SummaryRow term={<Trans>Checked</Trans>}>
          <Ago at={serverTime(lookedAt).toISOString()} />
        </SummaryRow>
        <TakeOverRow send={send} />
      </AttemptCard>
      <Card as="section">
        <Stack>
          <h2>
            <Trans>What happened so far</Trans>
          </h2>
          <SendingTimeline send={send} bySender={false} />
        </Stack>
      </Card>
    </>
  );
}

type OwnOpenSendProps = OpenSendProps & {
  /** The card of its state. */
  state: ReactNode;
};

/** For its sender, in the form of a transfer's page: what was tried, and whom to ask. */
export function OwnOpenSend({ send, lookedAt, state }: OwnOpenSendProps) {
  return (
    <TransferLayout
      state={state}
      actions={
        <Stack>
          <OpenSendTiles send={send} />
          {send.state === 'unresolved' && <ResendAnyway send={send} />}
        </Stack>
      }
      facts={
        <AttemptCard send={send} bySender>
          <TakeOverRow send={send} />
        </AttemptCard>
      }
      foot={
        <p>
          <Trans>
            Checked <Ago at={serverTime(lookedAt).toISOString()} />.
          </Trans>
        </p>
      }
    />
  );
}

type SendProps = Pick<OpenSendProps, 'send'>;

/** When support takes over; nothing once it has, or that time is over and a last look is due. */
function TakeOverRow({ send: { state, created_at } }: SendProps) {
  const { whole } = useMoment();
  const until = Date.parse(created_at) + looksFor;
  if (state === 'unresolved' || until <= serverTime().getTime()) return null;
  return (
    <SummaryRow term={<Trans>Support takes over</Trans>}>
      {whole(new Date(until).toISOString())}
    </SummaryRow>
  );
}

/** For the sender: the support contact, and where the transfer would appear. */
function OpenSendTiles({ send }: SendProps) {
  const reference = referenceOf(send.key);
  return (
    <Tiles>
      <HelpTile label={<Trans>Contact support</Trans>}>
        <p>
          <Trans>Tell support the reference {reference}.</Trans>
        </p>
        <SupportContact about={reference} />
      </HelpTile>
      <TileLink icon="list" to={paths.transfers()}>
        <Trans>Your transfers</Trans>
      </TileLink>
    </Tiles>
  );
}

type SendingTimelineProps = {
  /** A send without a known outcome. */
  send: Send;
  /** Whether the sender reads it, or support. */
  bySender: boolean;
};

/** What was tried, what was seen, and what happens next. */
export function SendingTimeline({ send, bySender }: SendingTimelineProps) {
  const { t } = useLingui();
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
  const checked = <Trans>This page updates itself.</Trans>;
  const ifUncertain = <Trans>If we still don’t know after 10 minutes, support takes over.</Trans>;

  switch (send.state) {
    case 'intended':
      return (
        <Timeline
          label={t`Progress`}
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
          label={t`Progress`}
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
          label={t`Progress`}
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

/** For a send that needs review. Folded, because it can pay twice and few people need it. */
function ResendAnyway({ send }: SendProps) {
  const again = useResendParams(send);
  if (!again) return null;
  return (
    <Details summary={<Trans>Send another now</Trans>}>
      <Stack gap="s3">
        <p>
          <Trans>If both transfers go through, the recipient is paid twice.</Trans>
        </p>
        <Row>
          <ButtonLink to={paths.send(again)}>
            <Trans>Send again anyway</Trans>
          </ButtonLink>
          <ButtonLink to={paths.transfers({ destination_account_id: send.destination_account_id })}>
            <Trans>Transfers to this recipient</Trans>
          </ButtonLink>
        </Row>
      </Stack>
    </Details>
  );
}
