import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useState } from 'react';
import { useHydrated } from '../hydration/hydrated-part.tsx';
import control from './control.module.css';
import { Field } from './field.tsx';
import styles from './password-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type PasswordFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  name?: string;
  autoComplete?: 'current-password' | 'new-password';
  /** Moves the focus into the field at once. */
  focus?: boolean;
};

/** A password; a button inside the field shows it. */
export function PasswordField({
  name = 'password',
  autoComplete = 'current-password',
  focus = false,
  required,
  ...words
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  // Before hydration the button would do nothing.
  const isHydrated = useHydrated();
  const attach = useCallback(
    (input: HTMLInputElement | null) => {
      if (focus) input?.focus();
      // Submitted as plain text, browsers could offer it for other fields.
      const form = input?.form;
      const hide = () => setShown(false);
      form?.addEventListener('submit', hide);
      return () => form?.removeEventListener('submit', hide);
    },
    [focus],
  );

  return (
    <Field {...words}>
      {(tied) => (
        <div className={styles.frame}>
          <input
            {...tied}
            ref={attach}
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            required={required}
            className={`${control.control} ${styles.input}`}
          />
          <button
            type="button"
            // Beside another password, it says which one.
            aria-describedby={`${tied.id}-label`}
            className={styles.show}
            disabled={!isHydrated}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? (
              <Trans>
                Hide <VisuallyHidden>password</VisuallyHidden>
              </Trans>
            ) : (
              <Trans>
                Show <VisuallyHidden>password</VisuallyHidden>
              </Trans>
            )}
          </button>
        </div>
      )}
    </Field>
  );
}
