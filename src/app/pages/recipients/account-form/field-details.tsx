import { type ReactNode, useCallback, useState } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { FormField } from '../../../accounts/account-fields.ts';
import { flattenErrors } from '../../../form/field-errors.ts';
import { Details } from '../../../ui/details.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { AccountValues } from './account-values.ts';

type FieldDetailsProps = {
  form: UseFormReturn<AccountValues>;
  /** The fields inside. */
  names: readonly FormField[];
  summary?: ReactNode;
  children: ReactNode;
};

/** Folds fields that few people need. Opens if one is filled at first, or has an error after a submit. */
export function FieldDetails({ form, names, summary, children }: FieldDetailsProps) {
  const { errors, submitCount } = useFormState({ control: form.control });
  const faults = flattenErrors(errors);
  const isAtFault = names.some((name) => faults.has(name));
  const [wasFilled] = useState(() => {
    const values: Partial<Record<string, string>> = form.getValues();
    return names.some((name) => values[name]);
  });
  // Never closes by itself: that would hide the field while it is being corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed submit opens it again, even once closed
  const unfold = useCallback(
    (details: HTMLDetailsElement | null) => {
      if (details && isAtFault) details.open = true;
    },
    [isAtFault, submitCount],
  );

  return (
    <Details ref={unfold} summary={summary} open={wasFilled}>
      <Stack>{children}</Stack>
    </Details>
  );
}
