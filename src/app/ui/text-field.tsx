import { type ChangeEvent, type ComponentProps, useId } from 'react';
import { useEarlyEntry } from '../hydration/hydrated-part.tsx';
import { classNames } from './class-names.ts';
import control from './control.module.css';
import { Field, type FieldWords } from './field.tsx';

export type TextFieldProps = Omit<
  ComponentProps<'input'>,
  'id' | 'value' | 'defaultValue' | 'onChange'
> &
  FieldWords & {
    id?: string | undefined;
    value?: string | undefined;
    defaultValue?: string | undefined;
    /** Without an event, it is what was typed before hydration. */
    onChange?: ((text: string, event?: ChangeEvent<HTMLInputElement>) => void) | undefined;
  };

/** One line of text, or another native input by `type`. */
export function TextField({
  id: givenId,
  label,
  labelHidden,
  optional,
  hint,
  warning,
  error,
  className,
  type = 'text',
  onChange,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  useEarlyEntry(id, input.value ?? input.defaultValue ?? '', (text) => onChange?.(text));
  return (
    <Field {...{ id, label, labelHidden, optional, hint, warning, error }}>
      {(tied) => (
        <input
          // A name is shown in the direction of its script while it is typed.
          dir={type === 'text' || type === 'search' ? 'auto' : undefined}
          {...input}
          {...tied}
          type={type}
          onChange={onChange && ((event) => onChange(event.currentTarget.value, event))}
          className={classNames(control.control, className)}
        />
      )}
    </Field>
  );
}

type SearchFieldProps = Omit<TextFieldProps, 'type' | 'labelHidden'>;

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
