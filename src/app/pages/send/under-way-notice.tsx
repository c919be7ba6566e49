import { Trans } from '@lingui/react/macro';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';

export type UnderWayNoticeProps = {
  /** Of the identical sending. */
  sendKey: string | undefined;
};

/** An identical sending is open, so this one can't be sent. */
export function UnderWayNotice({ sendKey }: UnderWayNoticeProps) {
  return (
    <Notice tone="wait" role="alert" title={<Trans>You are sending the same already</Trans>}>
      <p>
        <Trans>
          An identical sending has no known outcome yet. It may have gone through, so this one can’t
          be sent until that is known.
        </Trans>
      </p>
      {sendKey && (
        <ButtonLink to={paths.sending(sendKey)}>
          <Trans>Show that sending</Trans>
        </ButtonLink>
      )}
    </Notice>
  );
}
