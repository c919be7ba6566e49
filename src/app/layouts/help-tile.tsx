import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import { Row } from '../ui/stack.tsx';
import { TileButton } from '../ui/tiles.tsx';

export type HelpTileProps = {
  /** The words of the tile, and the title of the dialog that it opens. */
  label: ReactNode;
  /** What to do, what to tell, and how to reach somebody. */
  children: ReactNode;
};

/** A tile that opens the ways to get help, so that they are one press away and take no room before. */
export function HelpTile({ label, children }: HelpTileProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TileButton icon="help" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </TileButton>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          {children}
          <Row>
            <CloseDialogButton>
              <Trans>Close</Trans>
            </CloseDialogButton>
          </Row>
        </Dialog>
      )}
    </>
  );
}
