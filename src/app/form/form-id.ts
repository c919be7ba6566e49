import { createContext, useContext } from 'react';

/** The id of the form around a field; '' outside one. */
export const FormId = createContext('');

/** The id of a field's control, by which the form's error summary finds it. */
export const fieldId = (formId: string, name: string) => `${formId}-${name}`;

export function useFieldId(name: string): string {
  return fieldId(useContext(FormId), name);
}
