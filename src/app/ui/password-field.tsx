import { Trans } from '@lingui/react/macro';
import { type ReactNode, useCallback, useState } from 'react';
import { useHydrated } from '../hydration/hydrated-part.tsx';
import control from './control.module.css';
import { Field } from './field.tsx';
import styles from './password-field.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type PasswordFieldProps = {
  label: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
};

/** A password that is signed in with, named `password`; a button inside the field shows it. */
export function PasswordField({ label, error, required }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  // Before hydration the button would do nothing.
  const isHydrated = useHydrated();
  // Submitted as plain text, browsers could offer it for other fields.
  const hideOnSubmit = useCallback((input: HTMLInputElement | null) => {
    const form = input?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <Field label={label} error={error}>
      {(tied) => (
        <div className={styles.frame}>
          <input
            {...tied}
            ref={hideOnSubmit}
            type={isShown ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            required={required}
            className={`${control.control} ${styles.input}`}
          />
          <button
            type="button"
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
