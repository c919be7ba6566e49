import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hashPassword } from '../../src/bff/auth/passwords.ts';
import { createSessions } from '../../src/bff/auth/sessions.ts';
import { own } from '../../src/bff/ledger/people/owners.ts';
import { addUser, changeUser } from '../../src/bff/ledger/people/users.ts';
import type { Role } from '../../src/contract/api/session.ts';
import { canary } from '../support/canary.ts';
import { addAccountDirectly } from '../support/service-account.ts';
import { type Answer, ask, type Call } from './ask.ts';
import { type ServerOptions, startServer } from './server.ts';

export const actors = [
  'anonymous',
  'sender',
  'other',
  'approver',
  'support',
  'auditor',
  'admin',
  'disabled',
] as const;
export type Actor = (typeof actors)[number];

const hour = 3_600_000;
/** When an order is sent. */
export const monthly = {
  kind: 'monthly',
  days: {
    first_day: `${new Date().getFullYear() + 2}-01-31`,
    time: '09:00',
    zone: 'America/Bogota',
  },
};
const digits = () => String(BigInt(`0x${randomBytes(6).toString('hex')}`) + 10n ** 15n);

/** Unique personal data and amounts, so that any appearance elsewhere is a leak. */
const plant = () => ({
  alias: canary('alias'),
  first_name: canary('first'),
  last_name: canary('last'),
  email: `${canary('mail')}@example.com`,
  address: canary('address'),
  city: canary('city'),
  phone: digits(),
  dni: digits(),
  bank_number: digits(),
  additional_data: canary('note'),
  source_amount_cents: digits(),
});

type FixtureOptions = ServerOptions & {
  /** The folder of an app that was built with these variables in its environment. Without it, the check builds one. */
  built?: { folder: string; env: Record<string, string> };
};

/**
 * Starts the server with a sender who has an account, a transfer and an open send; another sender,
 * support, an auditor, an admin, a disabled user; and an account and a transfer of the service without an owner.
 */
export async function startFixture({ built, ...options }: FixtureOptions = {}) {
  const server = await startServer({
    ...options,
    env: {
      // Only for the checks of each: nobody else sends as many dollars, soles or Argentine pesos.
      ...{ STEP_UP_ABOVE: '{"USD":100000}', RESOLVE_ALONE_UP_TO: '{"ARS":10000}' },
      APPROVE_ABOVE: '{"PEN":10000}',
      ...(options.env?.SENDERS_SEE === 'all' && { SENDERS_APPROVE: 'true' }),
      ...options.env,
    },
  });
  const { db, url } = server;
  const stamp = new Date().toISOString();
  const sessions = createSessions(db, Date.now, { idle: hour, max: hour });
  const password = canary('password');
  const password_hash = await hashPassword(password);
  const person = async (name: string, role: Role) => {
    const row = { email: `${canary(name)}@example.com`, name: canary(name), role, password_hash };
    const user = await addUser(db, row, stamp);
    if (!user) throw new Error('the user already exists');
    return user;
  };
  /** Somebody who has not accepted an invitation. */
  const addInvited = async () => {
    const row = { email: `${canary('spare')}@example.com`, name: canary('spare'), role: 'sender' };
    const user = await addUser(db, { ...row, role: 'sender', password_hash: null }, stamp);
    if (!user) throw new Error('the user already exists');
    return user;
  };
  const people = {
    sender: await person('sender', 'sender'),
    other: await person('other', 'sender'),
    approver: await person('approver', 'approver'),
    support: await person('support', 'support'),
    auditor: await person('auditor', 'auditor'),
    admin: await person('admin', 'admin'),
    disabled: await person('disabled', 'sender'),
    /** Whom the admin's calls are about. */
    spare: await addInvited(),
  };
  const ids = {
    sender: await sessions.open(people.sender),
    other: await sessions.open(people.other),
    approver: await sessions.open(people.approver),
    support: await sessions.open(people.support),
    auditor: await sessions.open(people.auditor),
    admin: await sessions.open(people.admin),
    disabled: await sessions.open(people.disabled),
  };
  await changeUser(db, people.disabled.email, { disabled_at: stamp });

  /** A call with an actor's cookie and only the given headers. */
  function plainCall(as: Actor, { headers = {}, ...rest }: Call): Promise<Answer> {
    const cookie: Record<string, string> = as === 'anonymous' ? {} : { cookie: `giro=${ids[as]}` };
    return ask(url, { ...rest, headers: { ...cookie, ...headers } });
  }

  /** A call by an actor with the headers that our own pages send. */
  function call(as: Actor, { method = 'GET', headers = {}, ...rest }: Call): Promise<Answer> {
    const json: Record<string, string> =
      rest.body === undefined ? {} : { 'content-type': 'application/json' };
    const page: Record<string, string> =
      method === 'GET' ? {} : { origin: url, 'sec-fetch-site': 'same-origin' };
    return plainCall(as, { method, ...rest, headers: { ...page, ...json, ...headers } });
  }

  async function make(path: string, fields: object, status: number, key: string = randomUUID()) {
    const headers = { 'idempotency-key': key };
    const body = JSON.stringify(fields);
    const answer = await call('sender', { method: 'POST', path, headers, body });
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return z.parse(made, JSON.parse(answer.text));
  }

  const banks = await call('sender', { path: '/api/banks?country_name=Colombia' });
  const bank_id = z.parse(z.array(z.object({ id: z.string() })), JSON.parse(banks.text))[0]?.id;
  const { source_amount_cents, ...owner } = plant();
  const recipient = { ...owner, category: 'bank', bank_id, bank_type: 'savings', dni_type: 'cc' };
  const account = (await make('/api/destination_accounts', recipient, 201)).id;
  // Before the first look at an account, which keeps the list for 2 s.
  const unowned = await addAccountDirectly(server.sandbox, server.serviceUrl, 'Unowned');
  const payment = {
    destination_account_id: account,
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    destination_account_fingerprint: await fingerprintOf(account),
  };
  const sent = await make('/api/transfers', { ...payment, source_amount_cents }, 201);
  const send = randomUUID();
  // The sandbox drops the answer to this amount, so the send stays open.
  await make('/api/transfers', { ...payment, source_amount_cents: '504' }, 202, send);

  // Far ahead, so that nothing is sent.
  const order = randomUUID();
  await make(
    '/api/orders',
    { ...payment, ...monthly, id: order, source_amount_cents: '7100' },
    201,
  );

  // Above the figure by itself, so that it waits for a second person.
  const approval = randomUUID();
  await make(
    '/api/orders',
    {
      ...{ ...payment, ...monthly, id: approval, source_amount_cents: '10001' },
      source_amount_currency: 'PEN',
    },
    201,
  );

  const stray = await addUnownedTransfer();

  async function fingerprintOf(id: string) {
    const shown = await call('sender', { path: `/api/destination_accounts/${id}` });
    return z.parse(z.object({ fingerprint: z.string() }), JSON.parse(shown.text)).fingerprint;
  }

  /** Creates a transfer without an owner in the ledger, as one of another client. */
  async function addUnownedTransfer() {
    await own(db, 'account', unowned, people.sender.id, stamp);
    const { id } = await make(
      '/api/transfers',
      {
        ...{ ...payment, source_amount_cents: '7000' },
        destination_account_id: unowned,
        destination_account_fingerprint: await fingerprintOf(unowned),
      },
      201,
    );
    await db.deleteFrom('owners').where('id', 'in', [id, unowned]).execute();
    return id;
  }

  const things = {
    account: { mine: account, unowned, absent: '987' },
    transfer: { mine: sent.id, unowned: stray, absent: '987654' },
    send: { mine: send, unowned: null, absent: randomUUID() },
    order: { mine: order, unowned: null, absent: randomUUID() },
    approval: { mine: approval, unowned: null, absent: randomUUID() },
  };
  return {
    ...server,
    built,
    call,
    plainCall,
    people,
    password,
    recipient,
    payment,
    things,
    sessionIds: ids,
    /** A new session of an actor as a Cookie header; empty for `anonymous`. */
    newCookie: async (as: Actor) =>
      as === 'anonymous' ? '' : `giro=${await sessions.open(people[as])}`,
    planted: () => ({
      ...server.secrets(),
      ...owner,
      source_amount_cents,
      destination_amount_cents: sent.destination_amount_cents ?? 'none',
      password,
      password_hash,
      'session of the sender': ids.sender,
      'session of support': ids.support,
      'name of the sender': people.sender.name,
      'email of the sender': people.sender.email,
      'name of support': people.support.name,
    }),
  };
}

const made = z.object({
  id: z._default(z.string(), ''),
  destination_amount_cents: z.optional(z.string()),
});

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
export type Check = { name: string; check: (fixture: Fixture) => Promise<void> | void };
