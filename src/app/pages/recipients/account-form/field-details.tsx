import { type ReactNode, useCallback, useState } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { FormField } from '../../../accounts/account-fields.ts';
import { flattenErrors } from '../../../form/field-errors.ts';
import { Details } from '../../../ui/details.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { AccountValues } from './account-values.ts';

export type FieldDetailsProps = {
  form: UseFormReturn<AccountValues>;
  /** The fields inside. */
  names: readonly FormField[];
  summary?: ReactNode;
  children: ReactNode;
};

/** Fields that few people need; they open by themselves when one is filled at first, or at fault. */
export function FieldDetails({ form, names, summary, children }: FieldDetailsProps) {
  const { errors, submitCount } = useFormState({ control: form.control });
  const faults = flattenErrors(errors);
  const isAtFault = names.some((name) => faults.has(name));
  const [wasFilled] = useState(() => {
    const values: Partial<Record<string, string>> = form.getValues();
    return names.some((name) => values[name]);
  });
  // It never closes by itself, so that correcting a field does not fold it away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit opens it anew, though the person has closed it since
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
