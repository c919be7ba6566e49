import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { EarlyForm } from '../hydration/hydrated-part.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Stack } from '../ui/stack.tsx';
import { flattenErrors, inScreenOrder } from './field-errors.ts';
import { FormId } from './use-form-field.ts';

type FormShellProps<Values extends FieldValues, Output = Values> = {
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
  const formId = useId();
  const { control } = form;
  const { errors, isSubmitting, submitCount } = useFormState({ control });
  const isPending = loading || isSubmitting;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isPending) void form.handleSubmit(onSubmit)(event);
  }

  return (
    <FormId value={formId}>
      <EarlyForm noValidate onSubmit={submit}>
        <Stack>
          {children}
          {submitCount > 0 && !isPending && (
            <Summary
              key={submitCount}
              formId={formId}
              messages={flattenErrors(errors)}
              submitError={submitError}
            />
          )}
          <Button type="submit" variant="main" wide pending={isPending}>
            {submitLabel}
          </Button>
          {footer}
        </Stack>
      </EarlyForm>
    </FormId>
  );
}

type SummaryProps = Pick<FormShellProps<FieldValues>, 'submitError'> & {
  formId: string;
  /** By the name of the field. */
  messages: ReadonlyMap<string, string>;
};

/** The errors of the last submit that are left: errors that appear while typing do not join them. */
function Summary({ formId, messages, submitError }: SummaryProps) {
  const { t } = useLingui();
  const [fields] = useState(() => inScreenOrder(formId, messages.keys()));
  const atFields = fields
    .filter(({ name }) => messages.has(name))
    .map(({ name, ...field }) => ({
      ...field,
      message: messages.get(name) || t`Check this field.`,
    }));
  const errors = [...atFields, ...submitError.map((message) => ({ message }))];
  return errors.length > 0 && <ErrorSummary errors={errors} />;
}
