import { Trans, useLingui } from '@lingui/react/macro';
import {
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
  useSyncExternalStore,
} from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { clockNow, subscribeToClock } from '../ui/clock.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Stack } from '../ui/stack.tsx';
import { type FaultyField, flattenErrors, inScreenOrder } from './field-errors.ts';
import { FormId } from './use-form-field.ts';

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
  // Of the last submit: errors that appear while typing do not join it.
  const [summed, setSummed] = useState<{ submit: number; fields: readonly FaultyField[] }>();
  const settled = submitCount > 0 && !loading && !isSubmitting;
  const messages = flattenErrors(errors);

  // Which fields stand where, and under which label in which language, the drawn page alone tells.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each settled submit and language
  useEffect(() => {
    setSummed((known) => {
      if (!settled) return undefined;
      const isKnown = known?.submit === submitCount;
      const names = isKnown ? known.fields.map(({ name }) => name) : messages.keys();
      return { submit: submitCount, fields: inScreenOrder(formId, names) };
    });
  }, [settled, submitCount, formId, i18n.locale]);

  const atFields = (summed?.fields ?? [])
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

const patienceMs = 3_000;

export type StillWaitingProps = {
  /** When the call was begun, in milliseconds since 1970. */
  since: number;
};

/** Says after three seconds that the payment service is still being waited for. */
export function StillWaiting({ since }: StillWaitingProps) {
  const now = useSyncExternalStore(subscribeToClock, clockNow);
  return (
    <p role="status">
      {now - since >= patienceMs && <Trans>Still waiting for the payment service…</Trans>}
    </p>
  );
}
