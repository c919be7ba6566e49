import { type FocusEventHandler, type Ref, useId } from 'react';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import styles from './chips.module.css';
import { classNames } from './class-names.ts';
import field from './field.module.css';
import { describedBy, FieldNotes, type FieldWords } from './field.tsx';
import type { SelectOption } from './select-field.tsx';
import hidden from './visually-hidden.module.css';

export type ChoiceChipsProps = Omit<FieldWords, 'optional'> & {
  id?: string | undefined;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  name?: string | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
  /** The id of the first radio button. */
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Radio buttons that look like chips, for a few options. */
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
  useEarlyEntry(id, value, onChange);
  return (
    <fieldset id={id} aria-describedby={describedBy({ id, hint, warning, error })}>
      <legend className={classNames(labelHidden ? hidden.hidden : field.label)}>
        <span>{label}</span>
      </legend>
      <div className={styles.chips}>
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
