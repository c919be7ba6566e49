import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { IssuedReceipt } from '../../../../contract/api/receipt.ts';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { TileButton } from '../../../ui/tiles.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useReceiptWords } from './receipt-rows.ts';

type ShareTileProps = {
  /** The transfer, and its receipt with a code where there is one. */
  prepare: () => Promise<{ detail: TransferDetail; receipt: IssuedReceipt | null }>;
};

type Outcome = 'drawing' | 'saved' | 'failed';

// Lazy: few visits share a receipt.
const loadDrawing = () => import('./receipt-image.ts');

// A press tells if it fails.
const loadAhead = () => void loadDrawing().catch(() => undefined);

/** Shares the receipt as a picture; saves it where the browser can't share files. */
export function ShareTile({ prepare }: ShareTileProps) {
  const receiptWords = useReceiptWords();
  const [outcome, setOutcome] = useState<Outcome>();

  async function share() {
    if (outcome === 'drawing') return;
    setOutcome('drawing');
    try {
      const { detail, receipt } = await prepare();
      const words = receiptWords(detail, receipt);
      const { drawReceipt } = await loadDrawing();
      const image = await drawReceipt(words);
      const file = new File([image], `${words.fileName}.png`, { type: image.type });
      const isDone = await shareFile(file);
      if (!isDone) saveFile(file.name, image);
      setOutcome(isDone ? undefined : 'saved');
    } catch {
      // Without a connection the drawing can't be loaded.
      setOutcome('failed');
    }
  }

  return (
    <>
      <TileButton
        icon={outcome === 'saved' ? 'check' : 'share'}
        // Only a recent press may open the share sheet, so the drawing loads ahead of the press.
        onFocus={loadAhead}
        onPointerEnter={loadAhead}
        onBlur={() => setOutcome(undefined)}
        onClick={() => void share()}
      >
        <Words outcome={outcome} />
      </TileButton>
      <VisuallyHidden role="status">
        {outcome === 'saved' && <Trans>The receipt was saved as an image.</Trans>}
        {outcome === 'failed' && <Trans>The receipt could not be shared. Try again.</Trans>}
      </VisuallyHidden>
    </>
  );
}

function Words({ outcome }: { outcome: Outcome | undefined }) {
  switch (outcome) {
    case 'saved':
      return <Trans>Image saved</Trans>;
    case 'failed':
      return <Trans>Not shared</Trans>;
    default:
      return <Trans>Share</Trans>;
  }
}

/** Opens the share sheet. False if the browser can't share this file; true also if the person closed the sheet. */
async function shareFile(file: File): Promise<boolean> {
  const shared = { files: [file], title: file.name };
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(shared)) return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (error) {
    // AbortError: the person closed the sheet. Any other error means that nothing was shared.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
