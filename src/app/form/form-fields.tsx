import type { FieldPath, FieldValues } from 'react-hook-form';
import { ChoiceChips, type ChoiceChipsProps } from '../ui/chips.tsx';
import { Combobox, type ComboboxProps } from '../ui/combobox.tsx';
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx';
import { TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { type FormFieldProps, useFormField } from './use-form-field.ts';

type FormTextFieldProps<
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
      onChange={(text) => field.onChange(text)}
      onBlur={(event) => {
        field.onBlur();
        onBlur?.(event);
      }}
    />
  );
}

type FormSelectFieldProps<
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
  return <SelectField {...words} {...field} />;
}

type FormComboboxProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = FormFieldProps<Values, Name, Output> &
  Omit<ComboboxProps, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'> & {
    /** Called after the form has the choice, to load or clear what depends on it. */
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

type FormChoiceChipsProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = FormFieldProps<Values, Name, Output> &
  Omit<ChoiceChipsProps, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'error'> & {
    /** Called after the form has the choice, to replace what depends on it. */
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
