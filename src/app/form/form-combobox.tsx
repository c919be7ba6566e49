import type { FieldPath, FieldValues } from 'react-hook-form';
import { Combobox, type ComboboxProps } from '../ui/combobox.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export type FormComboboxProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = FormFieldProps<Values, Name, Output> &
  Omit<ComboboxProps, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'> & {
    /** After the form has taken the choice: to load or clear what follows from it. */
    onChoose?: ((value: string) => void) | undefined;
  };

export function FormCombobox<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
>({ control, name, onChoose, ...words }: FormComboboxProps<Values, Name, Output>) {
  const field = useFormField({ control, name });
  return (
    <Combobox
      {...words}
      {...field}
      onChange={(value) => {
        field.onChange(value);
        onChoose?.(value);
      }}
    />
  );
}
