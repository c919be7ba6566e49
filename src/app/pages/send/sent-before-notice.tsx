import { Trans } from '@lingui/react/macro';
import type { Send } from '../../../contract/api/send.ts';
import { paths } from '../../router/paths.ts';
import { Ago } from '../../ui/ago.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export type SentBeforeNoticeProps = {
  send: Send;
  alias: string;
  /** Send was pressed before this was known, so it sent nothing: the focus goes here. */
  isNews: boolean;
};

/** A warning, not a block: the same may well be meant twice. */
export function SentBeforeNotice({ send, alias, isNews }: SentBeforeNoticeProps) {
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
