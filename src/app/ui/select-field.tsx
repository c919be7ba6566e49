import { type ComponentProps, useId } from 'react';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import { classNames } from './class-names.ts';
import control from './control.module.css';
import { Field, type FieldWords } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './select-field.module.css';

export type SelectOption = { value: string; label: string };

export type SelectFieldProps = Omit<
  ComponentProps<'select'>,
  'id' | 'children' | 'value' | 'defaultValue' | 'onChange'
> &
  FieldWords & {
    id?: string | undefined;
    value?: string | undefined;
    onChange?: ((value: string) => void) | undefined;
    options: readonly SelectOption[];
    /** Shown while nothing is chosen. */
    placeholder?: string | undefined;
  };

/** A native select, for a few options; use a Combobox for many. */
export function SelectField({
  id: givenId,
  label,
  labelHidden,
  optional,
  hint,
  warning,
  error,
  className,
  options,
  placeholder,
  onChange,
  ...select
}: SelectFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const first = placeholder === undefined ? options[0]?.value : '';
  useEarlyEntry(id, select.value ?? first ?? '', (value) => onChange?.(value));
  return (
    <Field {...{ id, label, labelHidden, optional, hint, warning, error }}>
      {(tied) => (
        <div className={styles.frame}>
          <select
            {...select}
            {...tied}
            onChange={onChange && ((event) => onChange(event.currentTarget.value))}
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
