import { useLingui } from '@lingui/react/macro';
import { createContext, useContext } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  useController,
} from 'react-hook-form';

/** The id of the form around a field; '' outside one. */
export const FormId = createContext('');

/** The id of a field's control, by which the form's error summary finds it. */
export const fieldId = (formId: string, name: string) => `${formId}-${name}`;

export function useFieldId(name: string): string {
  return fieldId(useContext(FormId), name);
}

/** What every field of a form needs: its form's control and its name in the form's values. */
export type FormFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = Required<Pick<UseControllerProps<Values, Name, Output>, 'control' | 'name'>>;

/** Ties a text-like control to a form's value, its error and its place in the error summary. */
export function useFormField<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
>({ control, name }: FormFieldProps<Values, Name, Output>) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  const id = useFieldId(name);
  const { error } = fieldState;
  return {
    id,
    name,
    value: String(field.value ?? ''),
    onChange: (value: string) => field.onChange(value),
    // No ref: after a failed submit the error summary takes the focus, not the first field.
    onBlur: () => field.onBlur(),
    error: error && (error.message || t`Check this`),
  };
}
