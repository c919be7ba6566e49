import type { FieldPath, FieldValues } from 'react-hook-form';
import { ChoiceChips, type ChoiceChipsProps } from '../ui/choice-chips.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

export type FormChoiceChipsProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = FormFieldProps<Values, Name, Output> &
  Omit<ChoiceChipsProps, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'> & {
    /** After the form has taken the choice: to replace what depends on it. */
    onChoose?: ((value: string) => void) | undefined;
  };

export function FormChoiceChips<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
>({ control, name, onChoose, ...words }: FormChoiceChipsProps<Values, Name, Output>) {
  const field = useFormField({ control, name });
  return (
    <ChoiceChips
      {...words}
      {...field}
      onChange={(value) => {
        field.onChange(value);
        onChoose?.(value);
      }}
    />
  );
}
