import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import control from './control.module.css';
import { Field, type FieldWords } from './field.tsx';

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> &
  FieldWords & { id?: string | undefined };

/** One line of text, or another native input by `type`. */
export function TextField({
  id,
  label,
  labelHidden,
  optional,
  hint,
  warning,
  error,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id, label, labelHidden, optional, hint, warning, error }}>
      {(tied) => (
        <input
          {...input}
          {...tied}
          type={type}
          className={classNames(control.control, className)}
        />
      )}
    </Field>
  );
}

export type SearchFieldProps = Omit<TextFieldProps, 'type' | 'labelHidden'>;

/** A search box. Turns off autocorrection, because people type names and numbers. */
export function SearchField(props: SearchFieldProps) {
  return (
    <TextField
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
      {...props}
      type="search"
      labelHidden
    />
  );
}
