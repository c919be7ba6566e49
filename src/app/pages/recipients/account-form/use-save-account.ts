import { useLingui } from '@lingui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type {
  AccountRequest,
  DestinationAccount,
} from '../../../../contract/api/destination-account.ts';
import { accountFields } from '../../../../contract/destination-account.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { applyServerErrors, type ServerProblem } from '../../../form/apply-server-errors.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useServiceWords } from '../../../i18n/service-words.ts';
import { toAccountRequest } from './account-conversion.ts';
import type { AccountValues } from './account-values.ts';
import type { FormField } from './account-words.ts';
import { ChangedElsewhere } from './changed-elsewhere.ts';
import { isOutcomeUnknown } from './outcome-unknown.ts';

export type SaveAccount = {
  save: (request: AccountRequest) => Promise<DestinationAccount>;
  /** Where to go then; the form stays busy until it has gone. */
  onSaved: (account: DestinationAccount) => unknown;
};

/** Sends the form, and puts what the service says of it where the person looks. */
export function useSaveAccount(form: UseFormReturn<AccountValues>, { save, onSaved }: SaveAccount) {
  const { i18n } = useLingui();
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();
  const [submitError, setSubmitError] = useState<readonly string[]>([]);
  const { mutateAsync, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: save,
    onSuccess: (account) => onSaved(account),
  });

  async function submit(values: AccountValues) {
    setSubmitError([]);
    try {
      await mutateAsync(toAccountRequest(values));
    } catch (failure) {
      if (needsNotice(failure)) return;
      setSubmitError(applyServerErrors(form, problemOf(failure), shownFields(values)));
    }
  }

  const sayAgain = useEffectEvent(() => {
    const shown = shownFields(form.getValues());
    const kindOf = (field: FormField | 'category') => form.getFieldState(field).error?.type;
    const own = (['country_id', ...shown] as const).filter((field) => kindOf(field) === 'custom');
    if (own.length > 0) void form.trigger(own);
    if (!error || needsNotice(error)) return;
    // What was mended since the service refused it stays so.
    const mended = shown.filter((field) => kindOf(field) !== 'server');
    const { message, errors = {} } = problemOf(error);
    const standing = Object.entries(errors).filter(([key]) => !mended.some((one) => one === key));
    const problem = { message, errors: Object.fromEntries(standing) };
    const rest = applyServerErrors(form, problem, shown);
    if (submitError.length > 0) setSubmitError(rest);
  });

  // In another language, what stands at the fields was said in the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is what it waits for
  useEffect(() => sayAgain(), [i18n.locale]);

  function problemOf(failure: unknown): ServerProblem {
    const message = failureMessage(failure);
    if (!(failure instanceof ApiError)) return { message };
    const { detail, fieldErrors } = failure;
    const errors = Object.fromEntries(
      Object.entries(fieldErrors).map(([field, said]) => [field, said.map(serviceWords)]),
    );
    // The service may refuse without naming a field; its own words then say more than ours.
    const said = failure.failure === 'invalid-fields' ? detail : undefined;
    return { message: said === undefined ? message : serviceWords(said), errors };
  }

  return {
    submit,
    submitError,
    loading: isPending || isSuccess,
    /** The last failure, if there is more to do about it than to correct a field. */
    failure: needsNotice(error) ? error : null,
    dismiss: reset,
  };
}

/** Those of the contract that are in the form. */
const shownFields = (values: AccountValues) => accountFields.filter((field) => field in values);

function needsNotice(failure: unknown): boolean {
  return (
    failure instanceof ChangedElsewhere ||
    isFailure(failure, 'account-locked') ||
    isOutcomeUnknown(failure)
  );
}
