import { useLingui } from '@lingui/react/macro';
import { createContext, useContext } from 'react';
import {
  type FieldPath,
  type FieldValues,
  type UseControllerProps,
  useController,
} from 'react-hook-form';

/** The id of the form around a field; '' outside a form. */
export const FormId = createContext('');

/** The id of a field's control, by which the error summary finds it. */
export const fieldId = (formId: string, name: string) => `${formId}-${name}`;

function useFieldId(name: string): string {
  return fieldId(useContext(FormId), name);
}

/** The form's control, and the field's name in the form's values. */
export type FormFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Output = Values,
> = Required<Pick<UseControllerProps<Values, Name, Output>, 'control' | 'name'>>;

/** Connects a text-like control to its value and error in the form. */
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
    // No ref: after a failed submit the error summary takes the focus, not the first field with an error.
    onBlur: () => field.onBlur(),
    error: error && (error.message || t`Check this field.`),
  };
}
