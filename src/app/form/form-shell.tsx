import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Stack } from '../ui/stack.tsx';
import { type FaultyField, flattenErrors, inScreenOrder } from './field-errors.ts';
import { FormId } from './use-form-field.ts';

export type FormShellProps<Values extends FieldValues, Output = Values> = {
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** The last submit has no answer yet. */
  loading: boolean;
  /** Errors that are of no field; [] for none. */
  submitError: readonly string[];
  submitLabel: ReactNode;
  children: ReactNode;
  /** Under the submit button. */
  footer?: ReactNode;
};

/** A form that lists its errors above its button after a failed submit, in the order of its fields. */
export function FormShell<Values extends FieldValues, Output = Values>({
  form,
  onSubmit,
  loading,
  submitError,
  submitLabel,
  children,
  footer,
}: FormShellProps<Values, Output>) {
  const { t } = useLingui();
  const formId = useId();
  const { control } = form;
  const { errors, isSubmitting, submitCount } = useFormState({ control });
  // The fields with errors after the last submit: errors that appear while typing do not join them.
  const [summed, setSummed] = useState<{ submit: number; fields: readonly FaultyField[] }>();
  const isAnswered = submitCount > 0 && !loading && !isSubmitting;
  const messages = flattenErrors(errors);

  // The order of the fields is known only once the page is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the errors once for each answered submit
  useEffect(() => {
    setSummed((known) => {
      if (!isAnswered) return undefined;
      if (known?.submit === submitCount) return known;
      return { submit: submitCount, fields: inScreenOrder(formId, messages.keys()) };
    });
  }, [isAnswered, submitCount, formId]);

  const atFields = (summed?.fields ?? [])
    .filter(({ name }) => messages.has(name))
    .map(({ name, ...field }) => ({
      ...field,
      message: messages.get(name) || t`Check this field.`,
    }));
  const atForm = submitError.map((message) => ({ message }));
  const summary = isAnswered ? [...atFields, ...atForm] : [];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!loading) void form.handleSubmit(onSubmit)(event);
  }

  return (
    <FormId value={formId}>
      <form noValidate onSubmit={submit}>
        <Stack>
          {children}
          {summary.length > 0 && <ErrorSummary key={submitCount} errors={summary} />}
          <Button type="submit" variant="main" wide pending={loading}>
            {submitLabel}
          </Button>
          {footer}
        </Stack>
      </form>
    </FormId>
  );
}
