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

/** @throws ProblemError invalid-fields, with a message of the service, for empty required fields (contract 2.3) */
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

/** The country code of the account's bank. A bank names its country only by name (contract 2.6). */
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
    // Without the country the service checks its fields. The client has logged the failure.
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The service's field errors (contract 7) by the contract's field names; unknown keys stay. */
export function fieldProblem(error: ServiceError): ProblemError {
  const errors = new Map<string, string[]>();
  for (const [key, messages] of Object.entries(error.errors ?? {})) {
    const field = fieldOfErrorKey(key) ?? key;
    errors.set(field, [...(errors.get(field) ?? []), ...messages]);
  }
  // Unlike an assignment, fromEntries also sets a key '__proto__'.
  const named = Object.fromEntries(errors);
  return new ProblemError('invalid-fields', { detail: error.message, errors: named });
}

/** True for a 4xx that may be the service's refusal of an edit: the contract doesn't show its status. */
export function isRefusedSomehow(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.status === undefined) return false;
  const { status, kind } = error;
  return (
    status >= 400 && status < 500 && kind !== 'credentials' && kind !== 'busy' && status !== 408
  );
}
