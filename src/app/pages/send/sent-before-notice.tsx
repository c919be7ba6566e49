import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../contract/api/send.ts';
import { paths } from '../../paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';

export type SentBeforeNoticeProps = { send: Send; alias: string };

/** A warning, not a block: the same may well be meant twice. */
export function SentBeforeNotice({ send, alias }: SentBeforeNoticeProps) {
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        <span>
          <Trans>
            You sent the same amount to {alias} <Ago at={send.created_at} />
          </Trans>
        </span>
      }
    >
      <p>
        <Trans>If you press Send, they get it a second time.</Trans>
      </p>
      {send.transfer_id && (
        <ButtonLink to={paths.transfer(send.transfer_id)}>
          <Trans>Show transfer {send.transfer_id}</Trans>
        </ButtonLink>
      )}
    </Notice>
  );
}
