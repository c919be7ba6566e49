import { Plural } from '@lingui/react/macro';
import { type MouseEvent, useId } from 'react';
import { Details } from './details.tsx';
import styles from './error-summary.module.css';

export type SummaryError = {
  /** Of the control or of the fieldset of choices; without it the message is no link. */
  id?: string | undefined;
  label?: string | undefined;
  message: string;
};

export type ErrorSummaryProps = { errors: readonly SummaryError[] };

// More than that would push the form itself off a phone's screen.
const maxShown = 5;

// One function for all renders, so that React calls it only when the summary appears.
const focus = (summary: HTMLElement | null) => summary?.focus();

/** Leads to a control, or to the first one of a fieldset, whatever it is folded in. False where there is none. */
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

/** 'Enter the first names' says already where; what the label has in brackets is more than its name. */
function names(message: string, label: string): boolean {
  const name = label.replace(/\s*\(.*\)$/, '');
  return message.toLowerCase().includes(name.toLowerCase());
}

/** All that is to be fixed, linked to where, of many the first ones at once; takes the focus when it appears. */
export function ErrorSummary({ errors }: ErrorSummaryProps) {
  const headingId = useId();
  const count = errors.length;
  const shown = count > maxShown ? maxShown - 1 : count;
  const rest = errors.slice(shown);
  return (
    <section ref={focus} tabIndex={-1} aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId}>
        <Plural
          value={count}
          _2="Two things to fix"
          _3="Three things to fix"
          one="One thing to fix"
          other="# things to fix"
        />
      </h2>
      <Lines errors={errors.slice(0, shown)} />
      {rest.length > 0 && (
        <Details summary={<Plural value={rest.length} one="# more" other="# more" />}>
          <Lines errors={rest} />
        </Details>
      )}
    </section>
  );
}

function Lines({ errors }: ErrorSummaryProps) {
  return (
    <ul className={styles.list}>
      {errors.map(({ id, label, message }) => {
        const words = label && !names(message, label) ? `${label}: ${message}` : message;
        return (
          <li key={`${id}${words}`}>
            {id ? (
              <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
                {words}
              </a>
            ) : (
              words
            )}
          </li>
        );
      })}
    </ul>
  );
}
