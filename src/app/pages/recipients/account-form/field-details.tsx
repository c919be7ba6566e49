import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { FormField } from '../../../accounts/field-labels.ts';
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
  // Kept once set, so that correcting a field does not close what is around it.
  const [openSince, setOpenSince] = useState(() => (isFilled() ? 0 : undefined));
  if (isAtFault && openSince !== submitCount) setOpenSince(submitCount);

  function isFilled(): boolean {
    const values: Partial<Record<string, string>> = form.getValues();
    return names.some((name) => values[name]);
  }

  return (
    // A new key opens it again although the person has closed it since.
    <Details key={openSince} summary={summary} open={openSince !== undefined}>
      <Stack>{children}</Stack>
    </Details>
  );
}
