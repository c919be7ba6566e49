import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type AccountField, accountFields } from '../../../../contract/account-fields.ts';
import type { AccountRequest } from '../../../../contract/api/account-request.ts';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { type FormField, fieldLabel, missingMessage } from '../../../accounts/account-fields.ts';
import { accountsQuery } from '../../../api/accounts.ts';
import { ApiError, type FailureName, isFailure } from '../../../api/api-error.ts';
import { applyServerErrors, type ServerProblem } from '../../../form/field-errors.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { useFieldWords, useServiceWords } from '../../../i18n/service-words.ts';
import { toAccountRequest } from './account-conversion.ts';
import { type AccountValues, isCompany } from './account-values.ts';
import { sameAlias } from './nickname.ts';

export type SaveAccount = {
  save: (request: AccountRequest) => Promise<DestinationAccount>;
  /** Leaves the page; the form stays busy until then. */
  onSaved: (account: DestinationAccount, request: AccountRequest) => unknown;
};

/** Saves the form, and shows a refusal at the fields that it is about. */
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
      // A dialog over the page asks to sign in; then the person presses Save again.
      if (needsNotice(failure) || isFailure(failure, 'not-signed-in')) return;
      if (isAliasTaken(failure)) await client.ensureQueryData(accountsQuery).catch(() => []);
      setSubmitError(applyServerErrors(form, problemOf(failure), shownAs(values)));
    }
  }

  const sayAgain = useEffectEvent(() => {
    const shown = shownFields(form.getValues());
    const kindOf = (field: FormField | 'category') => form.getFieldState(field).error?.type;
    const own = (['country_id', ...shown] as const).filter((field) => kindOf(field) === 'custom');
    if (own.length > 0) void form.trigger(own);
    if (!error || needsNotice(error) || isFailure(error, 'not-signed-in')) return;
    // A field that was edited since the refusal has no error any more, and must not get it back.
    const fields = shownAs(form.getValues());
    const edited = shown.filter((field) => kindOf(fields[field] ?? field) !== 'server');
    const { message, errors = {} } = problemOf(error);
    const standing = Object.entries(errors).filter(([key]) => !edited.some((one) => one === key));
    const problem = { message, errors: Object.fromEntries(standing) };
    const rest = applyServerErrors(form, problem, fields);
    if (submitError.length > 0) setSubmitError(rest);
  });

  // Errors hold texts, not messages: after a change of language they would stay in the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new language only
  useEffect(() => sayAgain(), [i18n.locale]);

  return {
    submit,
    submitError,
    loading: isPending || isSuccess,
    /** When the save in progress began, in milliseconds since 1970. */
    submittedAt,
    /** The last failure, if correcting fields is not enough. */
    failure: needsNotice(error) ? error : null,
    dismiss: reset,
  };
}

/** Returns a function that says in words why saving failed: at the fields shown, and about the whole. */
function useProblemOf(form: UseFormReturn<AccountValues>) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const serviceWords = useServiceWords();
  const fieldWords = useFieldWords();

  /** What the service says about a field of the form, in a sentence that names the field. */
  function atField(field: AccountField, said: string): string {
    if (field === 'alias' && said === aliasTaken) {
      const other = sameAlias(client.getQueryData(accountsQuery.queryKey), form.getValues('alias'));
      return other
        ? t`You already have a recipient called ${other.alias}.`
        : t`Another recipient already has this nickname. Choose a different one.`;
    }
    const category = form.getValues('category');
    return fieldWords(said, {
      label: t(fieldLabel(field, category)),
      missing: t(missingMessage(field, category)),
    });
  }

  /** What it says about a field that the form doesn't show, and so can't be corrected there. */
  function atForm(key: string, said: string): string {
    const quoted = `${key.replaceAll('_', ' ')} ${said}`;
    return t`The payment service did not accept this recipient: “${quoted}”. Contact support.`;
  }

  return function problemOf(failure: unknown): ServerProblem {
    const message = failureMessage(failure);
    if (!(failure instanceof ApiError)) return { message };
    const { detail, fieldErrors } = failure;
    const shown = shownFields(form.getValues());
    const errors = Object.fromEntries(
      Object.entries(fieldErrors).map(([key, said]) => {
        const field = shown.find((one) => one === key);
        return [
          key,
          field
            ? [said.map((words) => atField(field, words)).join(' ')]
            : said.map((words) => atForm(key, words)),
        ];
      }),
    );
    // A refusal without fields says more in the service's own message than in ours.
    const isRefusal = isFailure(failure, 'invalid-fields', 'service-refused');
    const said = isRefusal ? detail : undefined;
    return { message: said === undefined ? message : serviceWords(said), errors };
  };
}

const aliasTaken = 'has already been taken';

const isAliasTaken = (failure: unknown) =>
  failure instanceof ApiError && (failure.fieldErrors.alias ?? []).includes(aliasTaken);

/** The contract's fields that the form has. */
const shownFields = (values: AccountValues) => accountFields.filter((field) => field in values);

/** The same with the field that shows each: a company's form has neither surname nor ID type. */
function shownAs(values: AccountValues): Record<string, AccountField> {
  const same = Object.fromEntries(shownFields(values).map((field) => [field, field]));
  return isCompany(values) ? { ...same, last_name: 'first_name', dni_type: 'dni' } : same;
}

function needsNotice(failure: unknown): boolean {
  return (
    failure instanceof EditConflict ||
    isFailure(failure, 'account-locked') ||
    isOutcomeUnknown(failure)
  );
}

// After any other failure, nothing was saved.
const unknown: FailureName[] = [
  'service-timeout',
  'service-unreachable',
  'service-answer',
  'internal',
  'ledger-failed',
  'ledger-busy',
  'offline',
  'unreadable',
];

/** True for a failure that leaves it unknown whether the recipient was saved. */
function isOutcomeUnknown(failure: unknown): boolean {
  return isFailure(failure, ...unknown);
}

/** An edit that was not sent, because the account changed since the form opened. */
export class EditConflict extends Error {
  readonly before: DestinationAccount;
  readonly now: DestinationAccount;

  constructor(before: DestinationAccount, now: DestinationAccount) {
    super('the account was changed elsewhere');
    this.name = 'EditConflict';
    this.before = before;
    this.now = now;
  }
}
