import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

export type ShareButtonProps = { id: string };

/** Hands on the page's address, which holds the transfer's number and nothing of a person. */
export function ShareButton({ id }: ShareButtonProps) {
  const { t } = useLingui();
  const [canShare, setCanShare] = useState(typeof navigator.share === 'function');
  const url = new URL(paths.transfer(id), window.location.origin).href;

  async function share() {
    try {
      await navigator.share({ title: t`Transfer ${id}`, url });
    } catch (error) {
      // Who closes the choice of where to has changed their mind; any other failure leaves copying.
      const isClosed = error instanceof DOMException && error.name === 'AbortError';
      if (!isClosed) setCanShare(false);
    }
  }

  return canShare ? (
    <Button onClick={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  ) : (
    <CopyButton variant="plain" text={url}>
      <Trans>Copy the link</Trans>
    </CopyButton>
  );
}
