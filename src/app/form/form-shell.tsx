import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Stack } from '../ui/stack.tsx';
import { type FaultyField, flattenErrors, inScreenOrder } from './field-errors.ts';
import { FormId } from './form-id.ts';

export type FormShellProps<Values extends FieldValues, Output = Values> = {
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** The answer to the last submit is under way. */
  loading: boolean;
  /** What is wrong with the whole; [] while nothing is. */
  submitError: readonly string[];
  submitLabel: ReactNode;
  children: ReactNode;
  /** Under the submit button. */
  footer?: ReactNode;
};

const none: readonly FaultyField[] = [];

/** A form that sums up its errors after a failed submit, in the order of its fields on screen. */
export function FormShell<Values extends FieldValues, Output = Values>({
  form,
  onSubmit,
  loading,
  submitError,
  submitLabel,
  children,
  footer,
}: FormShellProps<Values, Output>) {
  const { t, i18n } = useLingui();
  const formId = useId();
  const { control } = form;
  const { errors, isSubmitting, submitCount } = useFormState({ control });
  const [faulty, setFaulty] = useState(none);
  const settled = submitCount > 0 && !loading && !isSubmitting;
  const messages = flattenErrors(errors);

  // The summary is of the last submit: errors that appear while typing do not join it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each settled submit
  useEffect(() => {
    setFaulty(settled ? inScreenOrder(formId, messages.keys()) : none);
  }, [settled, submitCount, formId]);

  // Another language has other labels.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is what it waits for
  useEffect(() => {
    setFaulty((known) => {
      if (known === none) return none;
      const names = known.map(({ name }) => name);
      return inScreenOrder(formId, names);
    });
  }, [i18n.locale, formId]);

  const atFields = faulty
    .filter(({ name }) => messages.has(name))
    .map(({ name, ...field }) => ({ ...field, message: messages.get(name) || t`Check this` }));
  const atForm = submitError.map((message) => ({ message }));
  const summary = settled ? [...atFields, ...atForm] : [];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!loading) void form.handleSubmit(onSubmit)(event);
  }

  return (
    <FormId value={formId}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {summary.length > 0 && <ErrorSummary key={submitCount} errors={summary} />}
          {children}
          <Button type="submit" variant="main" wide pending={loading}>
            {submitLabel}
          </Button>
          {footer}
        </Stack>
      </form>
    </FormId>
  );
}
