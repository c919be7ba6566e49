import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { describedBy, FieldNotes } from './field-notes.tsx';
import hidden from './visually-hidden.module.css';

export type FieldWords = {
  label: ReactNode;
  /** The label is there for screen readers alone. */
  labelHidden?: boolean | undefined;
  /** Says '(optional)' after the label. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** Looks odd but does not stop anyone. */
  warning?: ReactNode;
  error?: ReactNode;
};

export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = FieldWords & {
  id?: string | undefined;
  /** Gets the attributes that tie the control to its words. */
  children: (control: FieldControl) => ReactNode;
};

/** A label, a control, and what is to be said about it beneath. */
export function Field({
  label,
  labelHidden = false,
  optional = false,
  hint,
  warning,
  error,
  id: givenId,
  children,
}: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={styles.field}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={classNames(labelHidden ? hidden.hidden : styles.label)}
      >
        <span>{label}</span>
        {optional && (
          <>
            {' '}
            <Trans>(optional)</Trans>
          </>
        )}
      </label>
      {children({
        id,
        'aria-describedby': describedBy({ id, hint, warning, error }),
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNotes id={id} hint={hint} warning={warning} error={error} />
    </div>
  );
}
