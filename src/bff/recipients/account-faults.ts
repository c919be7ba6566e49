import type { CountryFieldRules } from '../../contract/bank-codes.ts';
import type { AccountRequest } from '../../contract/destination-account.ts';
import { fieldOfErrorKey, requiredFields } from '../../contract/field-rules.ts';
import { ProblemError } from '../lib/problem.ts';
import type { Reference } from '../quotes/reference.ts';
import { ServiceError } from '../service/errors.ts';

export type FieldRules = {
  reference: Pick<Reference, 'banks' | 'countries'>;
  countryFieldRules: CountryFieldRules;
};

/** @throws ProblemError invalid-fields, in the service's own words, for fields that must not be empty */
export async function checkRequired(
  request: AccountRequest,
  { reference, countryFieldRules }: FieldRules,
) {
  const code = await countryCodeOf(request, reference);
  const missing = requiredFields(request.category, code, countryFieldRules).filter(
    (field) => !request[field],
  );
  if (missing.length === 0) return;
  const errors = Object.fromEntries(missing.map((field) => [field, ["can't be blank"]]));
  throw new ProblemError('invalid-fields', { errors });
}

/** The country of the account's bank (contract 2.6), by which it is named alone. */
async function countryCodeOf(
  { category, bank_id }: AccountRequest,
  reference: FieldRules['reference'],
): Promise<string | undefined> {
  if (category === 'wallet' || !bank_id) return undefined;
  try {
    const [banks, countries] = await Promise.all([reference.banks(), reference.countries()]);
    const name = banks.find(({ id }) => id === bank_id)?.country_name;
    return countries.find((country) => country.name === name)?.code;
  } catch (error) {
    // Which country it is can't be told, so the service judges its code alone. The client has logged it.
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** contract 7: the service's field errors under the contract's field names; unknown keys as they came. */
export function fieldProblem(error: ServiceError): ProblemError {
  const errors = new Map<string, string[]>();
  for (const [key, messages] of Object.entries(error.errors ?? {})) {
    const field = fieldOfErrorKey(key) ?? key;
    errors.set(field, [...(errors.get(field) ?? []), ...messages]);
  }
  // Unlike an assignment, this also takes '__proto__' for a name like any other.
  const named = Object.fromEntries(errors);
  return new ProblemError('invalid-fields', { detail: error.message, errors: named });
}

/** True for an answer by which the service can have refused an edit, whatever its status. */
export function isRefusedSomehow(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.status === undefined) return false;
  const { status, kind } = error;
  return (
    status >= 400 && status < 500 && kind !== 'credentials' && kind !== 'busy' && status !== 408
  );
}
