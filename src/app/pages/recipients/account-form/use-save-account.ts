import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { accountFields } from '../../../../contract/account-fields.ts';
import type { AccountRequest } from '../../../../contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { type FormField, fieldViews } from '../../../accounts/account-fields.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { ApiError, type FailureName, isFailure } from '../../../api/api-error.ts';
import { applyServerErrors, type ServerProblem } from '../../../form/field-errors.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useServiceWords } from '../../../i18n/service-words.ts';
import { toAccountRequest } from './account-conversion.ts';
import type { AccountValues } from './account-values.ts';

export type SaveAccount = {
  save: (request: AccountRequest) => Promise<DestinationAccount>;
  /** Where to go then; the form stays busy until it has gone. */
  onSaved: (account: DestinationAccount, request: AccountRequest) => unknown;
};

/** Sends the form, and puts what the service says of it where the person looks. */
export function useSaveAccount(form: UseFormReturn<AccountValues>, { save, onSaved }: SaveAccount) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const problemOf = useProblemOf(form);
  const [submitError, setSubmitError] = useState<readonly string[]>([]);
  const { mutateAsync, isPending, isSuccess, submittedAt, error, reset } = useMutation({
    mutationFn: save,
    onSuccess: (account, request) => onSaved(account, request),
  });

  async function submit(values: AccountValues) {
    setSubmitError([]);
    try {
      await mutateAsync(toAccountRequest(values));
    } catch (failure) {
      // The dialog over the page asks to sign in; then the button is pressed again.
      if (needsNotice(failure) || isFailure(failure, 'not-signed-in')) return;
      if (isAliasTaken(failure)) await client.ensureQueryData(accountsQuery).catch(() => []);
      setSubmitError(applyServerErrors(form, problemOf(failure), shownFields(values)));
    }
  }

  const sayAgain = useEffectEvent(() => {
    const shown = shownFields(form.getValues());
    const kindOf = (field: FormField | 'category') => form.getFieldState(field).error?.type;
    const own = (['country_id', ...shown] as const).filter((field) => kindOf(field) === 'custom');
    if (own.length > 0) void form.trigger(own);
    if (!error || needsNotice(error) || isFailure(error, 'not-signed-in')) return;
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

  return {
    submit,
    submitError,
    loading: isPending || isSuccess,
    /** When the save that is under way was begun. */
    submittedAt,
    /** The last failure, if there is more to do about it than to correct a field. */
    failure: needsNotice(error) ? error : null,
    dismiss: reset,
  };
}

/** Answers a function that says a failure to save in words: at the fields that are shown, and of the whole. */
function useProblemOf(form: UseFormReturn<AccountValues>) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();

  /** The service's words at a field: ours where they are known, else in quotation marks. */
  function atField(field: string, said: string): string {
    if (field === 'alias' && said === aliasTaken) {
      const other = sameAlias(client.getQueryData(accountsQuery.queryKey), form.getValues('alias'));
      if (other) return t`You already have a recipient called ${other.alias}.`;
    }
    const words = serviceWords(said);
    return words === said ? t`The payment service says: “${said}”` : words;
  }

  /** A fault in what the form doesn't show, which the person can't mend. */
  function atForm(key: string, said: string): string {
    const known = accountFields.find((field) => field === key);
    const name =
      known && known !== 'category' ? t(fieldViews[known].label) : key.replaceAll('_', ' ');
    const quoted = `${name} ${said}`;
    return t`The payment service did not accept this recipient: “${quoted}”. Contact support.`;
  }

  return function problemOf(failure: unknown): ServerProblem {
    const message = failureMessage(failure);
    if (!(failure instanceof ApiError)) return { message };
    const { detail, fieldErrors } = failure;
    const shown: readonly string[] = shownFields(form.getValues());
    const errors = Object.fromEntries(
      Object.entries(fieldErrors).map(([field, said]) => [
        field,
        shown.includes(field)
          ? [said.map((words) => atField(field, words)).join(' ')]
          : said.map((words) => atForm(field, words)),
      ]),
    );
    // The service may refuse without naming a field; its own words then say more than ours.
    const said = failure.failure === 'invalid-fields' ? detail : undefined;
    return { message: said === undefined ? message : serviceWords(said), errors };
  };
}

const aliasTaken = 'has already been taken';

const isAliasTaken = (failure: unknown) =>
  failure instanceof ApiError && (failure.fieldErrors.alias ?? []).includes(aliasTaken);

/** The recipient that has a name already, if it is one of the person's own. */
export function sameAlias(
  accounts: readonly DestinationAccount[] | undefined,
  alias: string,
): DestinationAccount | undefined {
  const plain = (text: string) => text.trim().toLowerCase();
  return accounts?.find((account) => plain(account.alias) === plain(alias));
}

/** Those of the contract that are in the form. */
const shownFields = (values: AccountValues) => accountFields.filter((field) => field in values);

function needsNotice(failure: unknown): boolean {
  return (
    failure instanceof EditConflict ||
    isFailure(failure, 'account-locked') ||
    isOutcomeUnknown(failure)
  );
}

// Of all other failures it is known that nothing was saved.
const unknown: FailureName[] = [
  'service-timeout',
  'service-unreachable',
  'service-answer',
  'internal',
  'offline',
  'unreadable',
];

/** True for a failure after which nobody knows whether the recipient was saved. */
function isOutcomeUnknown(failure: unknown): boolean {
  return isFailure(failure, ...unknown);
}

/** An edit that was not made, because the account is not what it was when the form opened. */
export class EditConflict extends Error {
  readonly before: DestinationAccount;
  readonly now: DestinationAccount;

  constructor(before: DestinationAccount, now: DestinationAccount) {
    super('the account was changed elsewhere meanwhile');
    this.name = 'EditConflict';
    this.before = before;
    this.now = now;
  }
}
