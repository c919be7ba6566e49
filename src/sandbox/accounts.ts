import { type AccountFields, countryOf, readAccount } from './account-rules.ts';
import { type Answer, type FieldErrors, ok, Refusal } from './answer.ts';
import { readFields } from './fields.ts';
import type { Call, Route } from './http.ts';
import { idOf } from './ids.ts';
import type { Player } from './player.ts';
import type { Country } from './reference/countries.ts';
import type { Behaviour, ScenarioCall } from './scenarios.ts';

export type Account = { id: bigint } & AccountFields & { country: Country };

export type AccountOptions = { player: Player; hasExecutedTransfer(account: bigint): boolean };

const firstId = 501n;

/** contract 4.3: destination accounts, and the calls that create, edit, show and list them. */
export function createAccounts({ player, hasExecutedTransfer }: AccountOptions) {
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

  /** Validates a body and saves it as the account `id`, or as a new one. */
  function alter(call: ScenarioCall, body: Uint8Array, message: string, id: bigint | null): Answer {
    const fields = readFields(body);
    const wanted = readAccount(fields);
    const { alias, city, bank_number } = wanted;
    const taken = accounts.values().some((other) => other.alias === alias && other.id !== id);
    if (alias !== null && taken) fields.errors.alias = ['has already been taken'];
    const asked = player.asked(call, { alias, city, bank_number });
    Object.assign(fields.errors, askedErrors(asked));
    fields.refuseErrors(message);
    return player.play(asked, () => ok(id === null ? add(wanted) : save(id, wanted)));
  }

  const create = ({ body }: Call): Answer =>
    alter('create account', body, 'error creating destination account', null);

  function edit({ id: segment, body }: Call): Answer {
    const { id } = existing(segment);
    // contract 3: refused, but the answer is not shown; the sandbox answers 400.
    if (hasExecutedTransfer(id)) {
      throw new Refusal(400, 'destination_account has successful transfers and cannot be edited');
    }
    return alter('edit account', body, 'error updating destination account', id);
  }

  const show = ({ id }: Call): Answer => ok(existing(id));
  const list = (): Answer => ok([...accounts.values()].map(withoutAssetMark));

  // contract 4.3: each path is spelled its own way.
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

/** contract 2.3: in the list the country may omit is_asset. */
function withoutAssetMark(account: Account) {
  const { id, name, code } = account.country;
  return { ...account, country: { id, name, code } };
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
