import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/server.ts';
import { approvalPaths } from '../../src/contract/api/approvals.ts';
import { casePaths, transferCasePaths } from '../../src/contract/api/case.ts';
import { orderPaths } from '../../src/contract/api/order.ts';
import { accountPaths } from '../../src/contract/api/own-account.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createBrowser } from '../support/browser.ts';
import { scheduleTransfer } from '../support/orders.ts';
import { addRecipient, addWallet, asShown, gloria } from '../support/recipients.ts';

type Browser = ReturnType<typeof createBrowser>;
/** Ids and keys of a fixture by name; the addresses of screenshots use them as `:name`. */
type Ids = Record<string, string>;
export type Fixture = { url: string; ids: Ids; close: () => Promise<void> };

type Seed = {
  sender: Browser;
  /** Advances the service's clock. */
  wait: (ms: number) => void;
};

type Recipe = {
  seed: (fixture: Seed) => Promise<Ids>;
  /** The number of transfers by other people. */
  transfers?: number;
  /** How long the BFF reconciles a send without an answer, in ms. */
  reconcile?: { intervals: number[]; giveUpAfter: number };
  env?: Record<string, string>;
};

/** The states of the app that screenshots show. */
const recipes = {
  /** A sender with recipients, and a transfer in each state. */
  'lived in': { transfers: 60, seed: seedLife },
  /** The same, with recipients that are pinned, archived, or there twice. */
  marked: { seed: seedMarked },
  /** The same, with transfers that are sent on days: once, every month, and one that is paused. */
  scheduled: { seed: seedScheduled },
  /** Nobody has done anything yet. */
  fresh: { seed: async ({ sender }) => ({ person: await idOf(sender) }) },
  /** A sender with more recipients and transfers than a page shows at first. */
  busy: { seed: seedBusy },
  /** One send is unresolved, another is resolved. */
  stuck: { seed: seedUnresolved, reconcile: { intervals: [20], giveUpAfter: 50 } },
  /** A transfer waits before it is sent; support stopped another. */
  held: { seed: seedHeld, env: { HOLD_SECONDS: '3600' } },
  /** Three transfers wait for a second person, who declined another one. */
  approving: { seed: seedApproving, env: { APPROVE_ABOVE: '{"CLP":3000000}' } },
  /** Two sends are unresolved; that one was not sent is proposed for a second person. */
  proposed: {
    seed: seedProposed,
    reconcile: { intervals: [20], giveUpAfter: 50 },
    env: { RESOLVE_ALONE_UP_TO: '{}' },
  },
} satisfies Record<string, Recipe>;

export type FixtureName = keyof typeof recipes;

const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** Starts the built app with the real BFF and its own sandbox, whose clock stops after the seed. */
export async function startFixture(name: FixtureName, appFolder = distFolder): Promise<Fixture> {
  const recipe: Recipe = recipes[name];
  let now = Date.now();
  const sandbox = createSandbox({
    clock: { now: () => now },
    scenarios: { slow_ms: 60_000 },
    transfers: recipe.transfers ?? 0,
  });
  const listener = await sandbox.listen();
  const app = await start({
    config: readConfig({
      ...{ QUOTES_PER_MINUTE: '100000', SENDS_PER_MINUTE: '100000' },
      ...recipe.env,
    }),
    log: pino({ level: 'silent' }),
    appFolder,
    reconcile: recipe.reconcile ?? {},
    startSandbox: async () => ({
      baseUrl: listener.url,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
      close: listener.close,
    }),
  });
  const sender = createBrowser(app);
  await sender.signIn('sender');
  const ids = await recipe.seed({
    sender,
    wait: (ms) => {
      now += ms;
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, ids, close: () => app.close() };
}

async function seedLife({ sender, wait }: Seed): Promise<Ids> {
  const mama = await addRecipient(sender);
  const lucia = await addBank(sender, 'Spain', {
    alias: 'Lucía piso',
    first_name: 'Lucía',
    last_name: 'Romero Iglesias',
    city: 'Salamanca',
    aba_number: '021000021',
  });
  const ramon = await addBank(sender, 'Brazil', {
    alias: 'Ramón Itaú',
    first_name: 'Ramón',
    last_name: 'Souza',
    city: 'São Paulo',
    cpf_number: '52998224725',
  });
  const wallet = await addWallet(sender, {
    additional_data: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    ...gloria,
  });
  const executed = await send(sender, mama.id);
  const rejected = await send(sender, ramon.id, '13', 'BRL');
  wait(20_000);
  const assigned = await send(sender, lucia.id, '2450000', 'EUR');
  wait(5_000);
  const pending = await send(sender, mama.id, '55000');
  const unconfirmed = await send(sender, mama.id, '504');
  return {
    person: await idOf(sender),
    mama: mama.id,
    colombia: mama.country.id,
    lucia: lucia.id,
    spain: lucia.country.id,
    brazil: ramon.country.id,
    wallet: wallet.id,
    bitcoin: wallet.country.id,
    executed: executed.id,
    rejected: rejected.id,
    ramon: ramon.id,
    assigned: assigned.id,
    pending: pending.id,
    sent: pending.key,
    'sent-rejected': rejected.key,
    unconfirmed: unconfirmed.key,
  };
}

async function idOf(person: Browser): Promise<string> {
  return (await person.call('GET', '/api/session')).body.user.id;
}

async function seedBusy(seed: Seed): Promise<Ids> {
  const ids = await seedLife(seed);
  const { sender } = seed;
  for (const owner of ['Abuela', 'Beto', 'Casa']) await addRecipient(sender, { alias: owner });
  for (let pesos = 1; pesos <= 52; pesos += 1) await send(sender, ids.mama ?? '', `${pesos * 7}00`);
  return ids;
}

/** A life with a pinned, an archived and a second recipient for one account. */
async function seedMarked(seed: Seed): Promise<Ids> {
  const { sender } = seed;
  const ids = await seedLife(seed);
  const twice = await addRecipient(sender, { alias: 'Mamá, cuenta de ahorros' });
  const archived = await addRecipient(sender, { alias: 'Prueba', bank_number: '0009' });
  const mark = (id: string | undefined, marks: object) =>
    sender.call('PUT', `/api/destination_accounts/${id}/marks`, marks);
  await mark(ids.lucia, { pinned: true });
  await mark(archived.id, { archived: true });
  return { ...ids, twice: twice.id, archived: archived.id };
}

async function seedScheduled(seed: Seed): Promise<Ids> {
  const { sender } = seed;
  const ids = await seedLife(seed);
  const [mama = '', ramon = '', lucia = ''] = ['mama', 'ramon', 'lucia'].map((name) => ids[name]);
  const quote = {
    rate: '4.3127',
    destination_amount_cents: '21563500',
    taken_at: new Date().toISOString(),
  };
  const days = { ends_after: 12 };
  const monthly = await scheduleTransfer(sender, mama, { quote, floor: '20000000', days });
  const once = { kind: 'once', source_amount_cents: '120000', destination_amount_currency: 'EUR' };
  await scheduleTransfer(sender, lucia, { ...once, note: 'Birthday' });
  const weekly = {
    kind: 'weekly',
    source_amount_cents: '80000',
    destination_amount_currency: 'BRL',
  };
  const { id, revision } = await scheduleTransfer(sender, ramon, weekly);
  await sender.call('POST', `/api/orders/${id}/pause`, { revision, paused: true });
  return { ...ids, monthly: monthly.id };
}

async function seedUnresolved({ sender }: Seed): Promise<Ids> {
  const mama = await addRecipient(sender);
  const unresolved = await send(sender, mama.id, '504');
  const resolved = await send(sender, mama.id, '500');
  await Promise.all([
    untilUnresolved(sender, unresolved.key),
    untilUnresolved(sender, resolved.key),
  ]);
  await sender.signIn('support');
  const { status } = await sender.call('POST', `/api/sends/${resolved.key}/settle`, {
    outcome: 'not_sent',
    reason: "The service's own records show nothing of it",
  });
  if (status !== 200) throw new Error(`the send was not resolved: ${status}`);
  const colombia = mama.country.id;
  return { mama: mama.id, colombia, unresolved: unresolved.key, 'not-sent': resolved.key };
}

async function seedApproving(seed: Seed): Promise<Ids> {
  const { sender } = seed;
  const ids = await seedLife(seed);
  const [mama = '', ramon = '', wallet = ''] = ['mama', 'ramon', 'wallet'].map((name) => ids[name]);
  await send(sender, mama, '52000');
  const quote = {
    rate: '4.3127',
    destination_amount_cents: '2070096000',
    taken_at: new Date().toISOString(),
  };
  const roof = { quote, floor: '2060000000', reference: 'ROOF-2026' };
  const large = await send(sender, mama, '4800000', 'COP', roof);
  await send(sender, ramon, '3500000', 'BRL');
  const declined = await send(sender, wallet, '5000000', 'BTC');
  await sender.signIn('approver');
  const reason = 'Please call me before you send to this wallet';
  const decline = approvalPaths.decline(declined.key);
  const { status } = await sender.call('POST', decline, { revision: 1, reason });
  if (status !== 200) throw new Error(`it was not declined: ${status}`);
  return { ...ids, large: large.key, declined: declined.key };
}

async function seedHeld({ sender }: Seed): Promise<Ids> {
  const mama = await addRecipient(sender);
  const taken_at = new Date().toISOString();
  const quote = { rate: '4.35', destination_amount_cents: '43500000', taken_at };
  const held = await send(sender, mama.id, '100000', 'COP', { quote });
  const stopped = await send(sender, mama.id, '250000');
  await sender.signIn('support');
  const reason = 'The recipient’s bank closed this account';
  const { status } = await sender.call('POST', orderPaths.stopForSupport(stopped.key), {
    revision: 1,
    reason,
  });
  if (status !== 200) throw new Error(`it was not stopped: ${status}`);
  return {
    mama: mama.id,
    colombia: mama.country.id,
    held: held.key,
    'support-stopped': stopped.key,
  };
}

async function seedProposed({ sender: browser }: Seed): Promise<Ids> {
  const { id } = await addRecipient(browser);
  const [unresolved, proposed] = [await send(browser, id, '504'), await send(browser, id, '500')];
  await Promise.all([unresolved, proposed].map(({ key }) => untilUnresolved(browser, key)));
  const opened = await send(browser, id, '250000');
  // A second person of support, as an admin invites them.
  const diego = { email: 'diego@giro.example', name: 'Diego Rojas', role: 'support' };
  const new_password = 'a long password';
  await browser.signIn('admin');
  const invited = await browser.call('POST', '/api/people', diego);
  const token = new URL(invited.body.link, 'http://localhost').hash.slice(1);
  await browser.call('POST', accountPaths.acceptInvitation, { token, new_password });
  const { email } = diego;
  await browser.call('POST', '/api/session', { email, password: new_password });
  const { status } = await browser.call('POST', casePaths.proposal(proposed.key), {
    id: crypto.randomUUID(),
    reason: 'Asked the payment service: nothing in its books of that day',
  });
  if (status !== 200) throw new Error(`it was not proposed: ${status}`);
  // They opened a case for a transfer, and were done with it before it changed.

  await browser.call('POST', transferCasePaths.case(opened.id), {
    id: crypto.randomUUID(),
    text: 'Sam called: the recipient’s bank can’t find the money',
  });
  const done = await browser.call('PUT', transferCasePaths.done(opened.id), {
    id: crypto.randomUUID(),
    text: 'The bank found it and pays it out tomorrow',
    transfer_state: 'assigned',
  });
  if (done.status !== 200) throw new Error(`the case was not done: ${done.status}`);
  return { unresolved: unresolved.key, proposed: proposed.key, opened: opened.id };
}

async function addBank(sender: Browser, country: string, fields: Record<string, unknown>) {
  const banks = await sender.call('GET', `/api/banks?country_name=${country}`);
  return addRecipient(sender, { bank_id: banks.body[0].id, ...fields });
}

async function send(
  sender: Browser,
  to: string,
  source_amount_cents = '100000',
  into = 'COP',
  more: object = {},
) {
  const key = crypto.randomUUID();
  const fields = await asShown(sender, {
    destination_account_id: to,
    source_amount_cents,
    source_amount_currency: 'CLP',
    destination_amount_currency: into,
    ...more,
  });
  const { body } = await sender.call('POST', '/api/transfers', fields, { 'idempotency-key': key });
  return { id: String(body.id), key };
}

async function untilUnresolved(sender: Browser, key: string) {
  for (;;) {
    const { body } = await sender.call('GET', `/api/sends/${key}`);
    if (body.state === 'unresolved') return;
    await new Promise((later) => setTimeout(later, 25));
  }
}
