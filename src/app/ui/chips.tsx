import { type FocusEventHandler, type ReactNode, type Ref, useId } from 'react';
import styles from './chips.module.css';
import { classNames } from './class-names.ts';
import field from './field.module.css';
import { describedBy, FieldNotes, type FieldWords } from './field.tsx';
import { Link } from './link.tsx';
import type { SelectOption } from './select-field.tsx';
import hidden from './visually-hidden.module.css';

export type ChoiceChipsProps = Omit<FieldWords, 'optional'> & {
  id?: string | undefined;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  name?: string | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  /** Of the first radio button. */
  ref?: Ref<HTMLInputElement> | undefined;
};

/** A few options of which one holds: radio buttons that look like chips. */
export function ChoiceChips({
  id: givenId,
  label,
  labelHidden = false,
  hint,
  warning,
  error,
  options,
  value,
  onChange,
  name,
  onBlur,
  ref,
}: ChoiceChipsProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <fieldset id={id} aria-describedby={describedBy({ id, hint, warning, error })}>
      <legend className={classNames(labelHidden ? hidden.hidden : field.label)}>
        <span>{label}</span>
      </legend>
      <div className={classNames(styles.chips, styles.wrap)}>
        {options.map((option, position) => (
          <label key={option.value} className={styles.target}>
            <input
              ref={position === 0 ? ref : undefined}
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className={styles.radio}
            />
            <span className={styles.chip}>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} warning={warning} error={error} />
    </fieldset>
  );
}

export type FilterChip = { value: string; label: ReactNode; count?: number | string | undefined };

export type FilterChipsProps = {
  /** Says what is filtered. */
  label: string;
  chips: readonly FilterChip[];
  value: string;
} & (
  | { to: (value: string) => string; onChange?: undefined }
  | { onChange: (value: string) => void; to?: undefined }
);

/** Filters with how many each one holds: links when `to` is given, buttons otherwise. */
export function FilterChips({ label, chips, value, to, onChange }: FilterChipsProps) {
  return (
    <ul aria-label={label} className={classNames(styles.chips, styles.scroll)}>
      {chips.map((chip) => {
        const face = (
          <span className={styles.chip}>
            {chip.label}{' '}
            {chip.count !== undefined && <span className={styles.count}>{chip.count}</span>}
          </span>
        );
        const isCurrent = chip.value === value;
        return (
          <li key={chip.value}>
            {to ? (
              <Link
                to={to(chip.value)}
                aria-current={isCurrent ? 'true' : undefined}
                className={styles.target}
              >
                {face}
              </Link>
            ) : (
              <button
                type="button"
                aria-pressed={isCurrent}
                onClick={() => onChange(chip.value)}
                className={styles.target}
              >
                {face}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
