import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type CopyButtonProps = ButtonLook & {
  /** What goes to the clipboard. */
  text: string;
  /** Instead of 'Copy'. */
  children?: ReactNode;
};

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, children, variant = 'quiet', wide }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  }

  const said =
    outcome === 'copied' ? (
      <Trans>Copied</Trans>
    ) : (
      outcome === 'refused' && <Trans>Could not copy</Trans>
    );

  return (
    <>
      <Button variant={variant} wide={wide} onClick={copy} onBlur={() => setOutcome(undefined)}>
        {said || children || <Trans>Copy</Trans>}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
