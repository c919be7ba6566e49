import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../ui/dialog.tsx';
import { Row } from '../ui/stack.tsx';
import { TileButton } from '../ui/tiles.tsx';

export type HelpTileProps = {
  /** The words of the tile, and the title of the dialog that it opens. */
  label: ReactNode;
  /** What to do, what to tell, and how to reach somebody. */
  children: ReactNode;
  /** As the main button of the page, where help comes first. */
  main?: boolean | undefined;
};

/** A tile that opens the ways to get help, so that they are one press away and take no room before. */
export function HelpTile({ label, children, main = false }: HelpTileProps) {
  const [isOpen, setOpen] = useState(false);
  const open = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const;
  return (
    <>
      {main ? (
        <Button variant="main" wide {...open}>
          {label}
        </Button>
      ) : (
        <TileButton icon="help" {...open}>
          {label}
        </TileButton>
      )}
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
