import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
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

export type FieldNotesProps = {
  /** Of the control; the notes' ids follow from it. */
  id: string;
  hint?: ReactNode;
  warning?: ReactNode;
  error?: ReactNode;
};

/** The value of aria-describedby for a control with these notes. */
export function describedBy({ id, hint, warning, error }: FieldNotesProps): string | undefined {
  const ids = [hint && `${id}-hint`, warning && `${id}-warning`, error && `${id}-error`];
  return ids.filter(Boolean).join(' ') || undefined;
}

/** What stands under a control: what to know, what looks odd, what is wrong. */
export function FieldNotes({ id, hint, warning, error }: FieldNotesProps) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {warning && (
        <p id={`${id}-warning`} className={styles.warning}>
          <Icon name="warning" />
          <span className={styles.words}>{warning}</span>
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="stop" />
          <span className={styles.words}>{error}</span>
        </p>
      )}
    </>
  );
}
