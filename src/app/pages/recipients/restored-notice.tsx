import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type RestoredNoticeProps = { onStartAgain: () => void };

/** Says that the form was restored from a draft. */
export function RestoredNotice({ onStartAgain }: RestoredNoticeProps) {
  return (
    <Notice role="status" title={<Trans>What you had entered is still here</Trans>}>
      <Trans>It stays in this tab until you save it or sign out.</Trans>
      <Button
        onClick={() => {
          onStartAgain();
          // The focused button disappears with the form, so focus moves to the start of the page.
          document.getElementById('main')?.focus();
        }}
      >
        <Trans>Start again</Trans>
      </Button>
    </Notice>
  );
}
