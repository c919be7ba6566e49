import type { FieldPath, FieldValues } from 'react-hook-form';
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export type FormSelectFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = FormFieldProps<Values, Name, Output> &
  Omit<
    SelectFieldProps,
    'id' | 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref' | 'error'
  >;

export function FormSelectField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
>({ control, name, ...words }: FormSelectFieldProps<Values, Name, Output>) {
  const field = useFormField({ control, name });
  return (
    <SelectField
      {...words}
      {...field}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  );
}
