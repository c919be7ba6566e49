import { Plural, Trans } from '@lingui/react/macro';
import { type MouseEvent, useId } from 'react';
import styles from './error-summary.module.css';

export type SummaryError = {
  /** Of the control, or of the fieldset of choices; without it the message is no link. */
  id?: string | undefined;
  /** A whole sentence that names its field. */
  message: string;
};

type ErrorSummaryProps = { errors: readonly SummaryError[] };

// The same function in all renders, so that React calls it only when the summary appears.
const focus = (summary: HTMLElement | null) => summary?.focus();

/** Focuses a control, or the chosen or first one of a fieldset, and unfolds it. False if there is none. */
export function focusControl(id: string): boolean {
  const field = document.getElementById(id);
  const control =
    field instanceof HTMLFieldSetElement
      ? (field.querySelector<HTMLElement>('input:checked') ??
        field.querySelector<HTMLElement>('input'))
      : field;
  if (!control) return false;
  const folded = control.closest('details:not([open])');
  if (folded instanceof HTMLDetailsElement) folded.open = true;
  control.scrollIntoView?.({ block: 'center' });
  control.focus({ preventScroll: true });
  return true;
}

function goTo(event: MouseEvent, id: string) {
  if (focusControl(id)) event.preventDefault();
}

/** Lists a form's errors with links to their fields. Takes the focus when it appears. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const headingId = useId();
  const count = errors.length;
  return (
    <section ref={focus} tabIndex={-1} aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId}>
        {errors.some(({ id }) => id) ? (
          <Plural value={count} one="# thing to fix" other="# things to fix" />
        ) : (
          <Trans>Nothing was saved</Trans>
        )}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ id, message }) => (
          <li key={`${id}${message}`}>
            {id ? (
              <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
