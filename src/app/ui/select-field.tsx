import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import control from './control.module.css';
import { Field, type FieldWords } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './select-field.module.css';

export type SelectOption = { value: string; label: string };

export type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'children'> &
  FieldWords & {
    id?: string | undefined;
    options: readonly SelectOption[];
    /** Shown while nothing is chosen. */
    placeholder?: string | undefined;
  };

/** A native select, for a few options; use a Combobox for many. */
export function SelectField({
  id,
  label,
  labelHidden,
  optional,
  hint,
  warning,
  error,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ id, label, labelHidden, optional, hint, warning, error }}>
      {(tied) => (
        <div className={styles.frame}>
          <select
            {...select}
            {...tied}
            className={classNames(control.control, styles.select, className)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </div>
      )}
    </Field>
  );
}
