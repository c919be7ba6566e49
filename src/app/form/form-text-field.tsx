import type { FieldPath, FieldValues } from 'react-hook-form';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export type FormTextFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = FormFieldProps<Values, Name, Output> &
  Omit<TextFieldProps, 'id' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'ref' | 'error'>;

export function FormTextField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
>({ control, name, onBlur, ...words }: FormTextFieldProps<Values, Name, Output>) {
  const field = useFormField({ control, name });
  return (
    <TextField
      {...words}
      {...field}
      onChange={(event) => field.onChange(event.currentTarget.value)}
      onBlur={(event) => {
        field.onBlur();
        onBlur?.(event);
      }}
    />
  );
}
