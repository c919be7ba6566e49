import { gzipSync } from 'node:zlib';
import { type Answer, Refusal } from './answer.ts';
import type { Clock } from './clock.ts';
import { readJson, writeJson } from './wire.ts';

/** Odd answers that `--odd` switches on for the whole run, apart from the values of scenarios.ts. */
export const oddities = [
  { name: 'rows', effect: 'each list contains a record that cannot be parsed' },
  { name: 'nameless-row', effect: 'the list of transfers contains an empty object' },
  { name: 'unlisted', effect: 'the list of transfers is an object, not an array' },
  { name: 'slow-recipients', effect: 'the list of accounts answers after 2.5 seconds' },
  { name: 'no-recipients', effect: 'the list of accounts and each single account answer 500' },
  { name: 'no-banks', effect: 'the list of banks answers 400 with a message' },
  { name: 'taken-back', effect: 'a transfer returns to assigned 5 seconds after it ended' },
  { name: 'gzip', effect: 'every answer is gzip-compressed, although no call asks for it' },
  { name: 'forbidden', effect: 'an invalid bearer token is answered 403 instead of 401' },
  { name: 'null-errors', effect: 'every error has `errors: null` beside its message' },
  {
    name: 'other-id',
    effect: 'a single transfer or account is answered with another id',
  },
  { name: 'long-ids', effect: 'ids of transfers and accounts have 20 digits' },
  { name: 'redirect', effect: 'every call is redirected to https' },
  { name: 'members', effect: 'pending transfers have the state `constructor`' },
  { name: 'token-break', effect: 'a token contains a line break' },
  { name: 'null-countries', effect: 'the country of an account has null for code and is_asset' },
] as const;
export type Oddity = (typeof oddities)[number]['name'];

/** The first id with `long-ids`: just below 2^64. */
export const longIdsFrom = 18_446_744_073_709_000_000n;

const slowRecipients_ms = 2_500;
const takenBackAfter_ms = 5_000;

type Asked = { method: string; path: string };

/** Alters answers on their way out; `odd` may change while the sandbox runs. */
export function createOddities(odd: ReadonlySet<Oddity>, clock: Clock) {
  const ended = new Map<string, number>();

  function altered({ method, path }: Asked, answer: Answer): Answer {
    const isList = (name: string) => method === 'GET' && path === `/api/v3/${name}`;
    if (odd.has('redirect')) {
      return { status: 301, text: '', headers: { location: `https://service.invalid${path}` } };
    }
    if (answer.status === 401 && odd.has('forbidden') && !path.includes('/auth/')) {
      return { ...answer, status: 403 };
    }
    if (answer.status >= 400) {
      return odd.has('null-errors')
        ? edited(answer, (body) => ({ ...body, errors: null }))
        : answer;
    }
    if (odd.has('unlisted') && isList('transfers')) return { ...answer, text: '{}' };
    if (odd.has('no-recipients') && method === 'GET' && path.includes('/destination_account')) {
      if (!path.endsWith('_banks')) return new Refusal(500, 'internal server error').answer();
    }
    if (odd.has('no-banks') && isList('destination_account_banks')) {
      return new Refusal(400, 'banks are not available').answer();
    }
    const late = odd.has('slow-recipients') && isList('destination_accounts');
    const written = withText(answer, method, path);
    return late ? { ...written, delay_ms: slowRecipients_ms } : written;
  }

  /** The same answer with its body altered. */
  function withText(answer: Answer, method: string, path: string): Answer {
    const list = method === 'GET' ? oddRows[path] : undefined;
    const rows = [
      ...(odd.has('rows') && list ? [list] : []),
      ...(odd.has('nameless-row') && path === '/api/v3/transfers' && list ? ['{}'] : []),
    ];
    const isOne = method === 'GET' && /\/(transfers|destination_account)\/\d+$/.test(path);
    let next = answer;
    if (rows.length > 0) next = { ...next, text: withRows(next.text, rows) };
    if (path.includes('/transfers') && (odd.has('members') || odd.has('taken-back'))) {
      next = { ...next, text: eachOf(next.text, stateOf) };
    }
    if (path.includes('_account') && odd.has('null-countries')) {
      next = { ...next, text: eachOf(next.text, withoutCode) };
    }
    if (isOne && odd.has('other-id')) {
      next = edited(next, (body) => ({ ...body, id: 1n }));
    }
    if (path.endsWith('/authorize') && odd.has('token-break')) {
      next = edited(next, (body) => ({ ...body, token: `${String(body.token)}\n` }));
    }
    return next;
  }

  function stateOf(row: Fields): Fields {
    const { id, state } = row;
    if (state === 'pending' && odd.has('members')) return { ...row, state: 'constructor' };
    if ((state !== 'executed' && state !== 'rejected') || !odd.has('taken-back')) return row;
    const since = ended.get(String(id)) ?? clock.now();
    ended.set(String(id), since);
    return clock.now() - since < takenBackAfter_ms ? row : { ...row, state: 'assigned' };
  }

  return {
    alter(asked: Asked, answer: Answer): Answer {
      if (odd.size === 0 || answer.dropped) return answer;
      const next = altered(asked, answer);
      if (!odd.has('gzip') || next.text === '') return next;
      const headers = { ...next.headers, 'content-encoding': 'gzip' };
      return { ...next, headers, bytes: gzipSync(next.text) };
    },
  };
}

type Fields = Record<string, unknown>;

/** By path of a list: a record that Giro cannot parse. */
const oddRows: Record<string, string> = {
  '/api/v3/transfers': '{"id":104004,"source_amount_cents":null,"state":"pending"}',
  '/api/v3/destination_accounts': '{"id":104005,"alias":"Odd","category":"cash"}',
  '/api/v3/destination_account_banks':
    '{"id":104006,"code":null,"name":"Odd","country_name":"Chile"}',
  '/api/v3/currencies': '{"name":"Odd","iso_code":"ODD","subunit_to_unit":0}',
  '/api/v3/countries': '{"id":104007,"name":null,"code":"OD","is_asset":false}',
};

/** Puts the rows first, so that a parser that stops at one of them returns nothing at all. */
function withRows(text: string, rows: string[]): string {
  const rest = text.slice(1);
  return `[${rows.join(',')}${rest === ']' ? '' : ','}${rest}`;
}

const fieldsOf = (value: unknown): Fields => Object.fromEntries(Object.entries(Object(value)));
const parsed = (text: string) => readJson(new TextEncoder().encode(text));

function edited(answer: Answer, edit: (body: Fields) => Fields): Answer {
  return { ...answer, text: writeJson(edit(fieldsOf(parsed(answer.text)))) };
}

/** Edits each row of a list, or the single record. */
function eachOf(text: string, edit: (row: Fields) => Fields): string {
  const body = parsed(text);
  return writeJson(
    Array.isArray(body) ? body.map((row) => edit(fieldsOf(row))) : edit(fieldsOf(body)),
  );
}

function withoutCode(account: Fields): Fields {
  if (!account.country) return account;
  return { ...account, country: { ...fieldsOf(account.country), code: null, is_asset: null } };
}
