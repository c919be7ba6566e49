import type { ReactNode } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

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
