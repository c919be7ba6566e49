import { type Dispatcher, request } from 'undici';
import { onTestFinished } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { readJson, writeJson } from '../../src/sandbox/wire.ts';

type Reply = { status: number; headers: Dispatcher.ResponseData['headers']; body: unknown };
type Call = {
  body?: object | string;
  authorization?: string;
  signal?: AbortSignal;
};

export const basic = `Basic ${btoa('sandbox-client:sandbox-secret')}`;
export const noon = Date.parse('2026-01-01T12:00:00Z');

/** Starts a sandbox on a free port with a manual clock; closes it at the end of the test. */
export async function start(options: SandboxOptions = {}) {
  const clock = { time: noon, now: () => clock.time };
  const sandbox = createSandbox({ clock, ...options });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());

  async function call(method: Dispatcher.HttpMethod, path: string, what: Call = {}) {
    const { body, authorization, signal } = what;
    const response = await request(server.url + path, {
      method,
      reset: false,
      headers: authorization ? { authorization } : {},
      ...(signal && { signal }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : writeJson(body) }),
    });
    const reply: Reply = {
      status: response.statusCode,
      headers: response.headers,
      body: readJson(await response.body.bytes()),
    };
    return reply;
  }

  async function authorize(): Promise<{ token: string; expires_at: string }> {
    const { body } = await call('POST', '/api/v3/auth/authorize', { authorization: basic });
    return { token: text(body, 'token'), expires_at: text(body, 'expires_at') };
  }

  const bearer = `Bearer ${(await authorize()).token}`;

  return {
    sandbox,
    server,
    clock,
    call,
    authorize,
    bearer,
    /** Makes a call with the token that `start` obtained. */
    as: (method: Dispatcher.HttpMethod, path: string, body?: object | string) =>
      call(method, path, { authorization: bearer, ...(body !== undefined && { body }) }),
  };
}

export type Started = Awaited<ReturnType<typeof start>>;

/** A property of any value; undefined when it has none. */
export function property(value: unknown, name: string): unknown {
  return new Map(Object.entries(Object(value))).get(name);
}

export function text(value: unknown, name: string): string {
  return String(property(value, name));
}

export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not a list');
  return value;
}

/** The id of the row with this name, so that a spec can refer to countries and banks by name. */
export async function idOf(started: Started, path: string, name: string): Promise<bigint> {
  const rows = list((await started.as('GET', path)).body);
  const id = property(
    rows.find((row) => property(row, 'name') === name),
    'id',
  );
  if (typeof id !== 'bigint') throw new Error(`no ${name} in ${path}`);
  return id;
}

export async function bankAccount(started: Started, bank = 'Bancolombia', alias = 'Mum') {
  return {
    alias,
    category: 'bank',
    dni: '1020304050',
    dni_type: 'cc',
    first_name: 'María José',
    last_name: 'Gómez Peña',
    email: 'maria@example.com',
    bank_type: 'savings',
    bank_number: '12345678901',
    bank_id: await idOf(started, '/api/v3/destination_account_banks', bank),
    address: 'Calle 72 # 10-34',
    city: 'Bogotá',
  };
}

export async function createAccount(started: Started, fields: object = {}): Promise<bigint> {
  const body = { ...(await bankAccount(started)), ...fields };
  const id = property((await started.as('POST', '/api/v3/distination_accounts', body)).body, 'id');
  if (typeof id !== 'bigint') throw new Error('the account was not created');
  return id;
}

export const dollars = (units: number) => ({
  source_amount_cents: BigInt(units) * 100n,
  source_amount_currency: 'USD',
  destination_amount_currency: 'COP',
});
