import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';
import hidden from './visually-hidden.module.css';

export type FieldWords = {
  label: ReactNode;
  /** Only screen readers get the label. */
  labelHidden?: boolean | undefined;
  /** Adds '(optional)' to the label. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  /** Something looks wrong, but does not block saving. */
  warning?: ReactNode;
  error?: ReactNode;
};

type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = FieldWords & {
  id?: string | undefined;
  /** Gets the attributes that connect the control to its label and notes. */
  children: (control: FieldControl) => ReactNode;
};

/** A label, a control, and notes under it. */
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

type FieldNotesProps = {
  /** The control's id, from which the notes' ids are made. */
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

/** The notes under a control. */
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
          <span>{warning}</span>
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="stop" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}
