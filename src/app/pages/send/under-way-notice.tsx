import { Trans } from '@lingui/react/macro';
import { paths } from '../../router/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

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
