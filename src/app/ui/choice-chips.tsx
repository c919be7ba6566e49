import { type FocusEventHandler, type Ref, useId } from 'react';
import chips from './chip.module.css';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import type { FieldWords } from './field.tsx';
import { describedBy, FieldNotes } from './field-notes.tsx';
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
      <legend className={classNames(labelHidden ? hidden.hidden : styles.label)}>
        <span>{label}</span>
      </legend>
      <div className={classNames(chips.chips, chips.wrap)}>
        {options.map((option, position) => (
          <label key={option.value} className={chips.target}>
            <input
              ref={position === 0 ? ref : undefined}
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className={chips.radio}
            />
            <span className={chips.chip}>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} warning={warning} error={error} />
    </fieldset>
  );
}
