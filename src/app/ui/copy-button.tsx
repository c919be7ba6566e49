import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import styles from './copy-button.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type CopyButtonProps = ButtonLook & {
  /** The text for the clipboard. */
  text: string;
  /** Replaces 'Copy'. */
  children?: ReactNode;
};

/** Copies a text and says whether that worked. */
export function CopyButton({ text, children, variant = 'quiet', wide }: CopyButtonProps) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  }

  return (
    <>
      <Button variant={variant} wide={wide} onClick={copy} onBlur={() => setOutcome(undefined)}>
        {/* As wide as the wider of both words, so that the neighbours stay where they are. */}
        <span className={styles.words} data-copied={t`Copied`}>
          <span aria-hidden={outcome !== undefined} className={outcome && styles.unseen}>
            {children || <Trans>Copy</Trans>}
          </span>
          {outcome === 'copied' && <span>{t`Copied`}</span>}
          {outcome === 'refused' && <span className={styles.refused}>{t`Could not copy`}</span>}
        </span>
      </Button>
      <VisuallyHidden role="status">
        {outcome === 'copied' && t`Copied`}
        {outcome === 'refused' && t`Could not copy`}
      </VisuallyHidden>
    </>
  );
}
