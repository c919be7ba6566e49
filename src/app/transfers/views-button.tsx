import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { optionalPart } from '../hydration/optional-part.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import type { ViewsDialogProps } from './views-dialog.tsx';

// Lazy: most people never save a view.
const ViewsDialog = optionalPart<ViewsDialogProps>(
  async () => (await import('./views-dialog.tsx')).ViewsDialog,
);

type ViewsButtonProps = Omit<ViewsDialogProps, 'onClose'> & Pick<ButtonLook, 'variant'>;

/** Opens the saved views. */
export function ViewsButton({ variant, ...views }: ViewsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Views</Trans>
      </Button>
      <Suspense>{isOpen && <ViewsDialog {...views} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
