import { type AccountFields, countryOf, readAccount } from './account-rules.ts';
import { type Answer, type FieldErrors, ok, Refusal } from './answer.ts';
import type { FailureInjector } from './failure-injector.ts';
import { readFields } from './fields.ts';
import type { Call, Route } from './http.ts';
import { idOf } from './ids.ts';
import type { Country } from './reference/countries.ts';
import type { Behaviour, ScenarioCall } from './scenarios.ts';

export type Account = { id: bigint } & AccountFields & { country: Country };

type AccountOptions = {
  injector: FailureInjector;
  hasExecutedTransfer(account: bigint): boolean;
  first_id?: bigint | undefined;
  /** Whether an edit keeps or clears the fields that it leaves out: contract 4.3 doesn't say. */
  edits: 'merge' | 'replace';
};

const defaultFirstId = 501n;

/** Creates the store of destination accounts, with routes to create, edit, show and list them (contract 4.3). */
export function createAccounts(options: AccountOptions) {
  const { injector, hasExecutedTransfer, edits, first_id: firstId = defaultFirstId } = options;
  const accounts = new Map<bigint, Account>();

  function save(id: bigint, fields: AccountFields): Account {
    const account = { id, ...fields, country: countryOf(fields) };
    accounts.set(id, account);
    return account;
  }

  function add(fields: AccountFields): Account {
    return save(firstId + BigInt(accounts.size), fields);
  }

  function existing(segment: string): Account {
    const account = accounts.get(idOf(segment));
    if (!account) throw new Refusal(404, 'record_not_found');
    return account;
  }

  /** Validates a body and saves it over `account`, or as a new one when that is null. */
  function alter(call: ScenarioCall, body: Uint8Array, account: Account | null): Answer {
    const id = account?.id ?? null;
    const fields = readFields(body);
    const wanted = readAccount(fields, edits === 'merge' ? account : null);
    const { alias, city, bank_number } = wanted;
    const taken = accounts.values().some((other) => other.alias === alias && other.id !== id);
    if (alias !== null && taken) fields.errors.alias = ['has already been taken'];
    const asked = injector.asked(call, { alias, city, bank_number });
    Object.assign(fields.errors, askedErrors(asked));
    // contract 7: a refused edit has the same shape as a refused creation.
    fields.refuseErrors('error creating destination account');
    return injector.run(asked, () => ok(answered(id === null ? add(wanted) : save(id, wanted))));
  }

  const create = ({ body }: Call): Answer => alter('create account', body, null);

  function edit({ id: segment, body }: Call): Answer {
    const account = existing(segment);
    // contract 3 forbids this edit without showing the answer; the sandbox answers 400.
    if (hasExecutedTransfer(account.id)) {
      throw new Refusal(400, 'destination_account has successful transfers and cannot be edited');
    }
    return alter('edit account', body, account);
  }

  const show = ({ id }: Call): Answer => ok(answered(existing(id)));
  const list = (): Answer => ok([...accounts.values()].map(withoutAssetMark));

  // contract 4.3: the paths are spelled differently on purpose.
  const routes: Route[] = [
    { method: 'POST', path: '/api/v3/distination_accounts', auth: 'bearer', answer: create },
    { method: 'PUT', path: '/api/v3/destination_accounts/:id', auth: 'bearer', answer: edit },
    { method: 'GET', path: '/api/v3/destination_account/:id', auth: 'bearer', answer: show },
    { method: 'GET', path: '/api/v3/destination_accounts', auth: 'bearer', answer: list },
  ];

  return {
    routes,
    add,
    has: (id: bigint) => accounts.has(id),
    all: (): Account[] => [...accounts.values()],
  };
}

/** Drops is_asset of the country, which the list may omit (contract 2.3). */
function withoutAssetMark(account: Account) {
  const { id, name, code } = account.country;
  return { ...answered(account), country: { id, name, code } };
}

// contract 2.3 types these 'or null', except bank_id, which is an integer and null for a wallet.
const nullable = ['birthdate', 'aba_number', 'iban_number', 'cpf_number', 'bank_id'];

/** An account as an answer writes it: null stays null in nullable fields and becomes '' in all others. */
function answered(account: Account) {
  const texts = Object.entries(account).filter(
    ([name, value]) => value === null && !nullable.includes(name),
  );
  return { ...account, ...Object.fromEntries(texts.map(([name]) => [name, ''])) };
}

function askedErrors(asked: ReadonlySet<Behaviour>): FieldErrors {
  return {
    ...(asked.has('alias taken') && { alias: ['has already been taken'] }),
    ...(asked.has('strange error') && { compliance_review: ['is waiting for the operator'] }),
    ...(asked.has('bank refused') && {
      bank_number: ['is invalid'],
      destination_account_bank: ['must exist'],
    }),
  };
}
