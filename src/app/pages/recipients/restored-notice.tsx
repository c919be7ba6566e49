import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

export type RestoredNoticeProps = { onStartAgain: () => void };

/** Says that the form holds what was typed before it was left. */
export function RestoredNotice({ onStartAgain }: RestoredNoticeProps) {
  return (
    <Notice role="status" title={<Trans>What you had entered is still here</Trans>}>
      <Trans>It stays in this tab until you save it or sign out.</Trans>
      <Button
        onClick={() => {
          onStartAgain();
          // The button goes, and the form with it: the keyboard goes on from the page's beginning.
          document.getElementById('main')?.focus();
        }}
      >
        <Trans>Start again</Trans>
      </Button>
    </Notice>
  );
}
