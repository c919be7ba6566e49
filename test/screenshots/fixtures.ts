import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/start.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createBrowser } from '../support/browser.ts';
import { addRecipient, addWallet, asShown, gloria } from '../support/recipients.ts';

type Browser = ReturnType<typeof createBrowser>;
/** Names for the ids and keys of a fixture, which the addresses of screenshots mention as `:name`. */
export type Ids = Record<string, string>;
export type Fixture = { url: string; ids: Ids; close: () => Promise<void> };

type Seed = {
  sender: Browser;
  /** Lets that much time pass at the service. */
  wait: (ms: number) => void;
};

type Recipe = {
  seed: (fixture: Seed) => Promise<Ids>;
  /** Transfers that other people have sent before. */
  transfers?: number;
  /** How long a sending without an answer is looked for. */
  reconcile?: { intervals: number[]; giveUpAfter: number };
};

/** What the screenshots are taken of. */
const recipes = {
  /** A sender with recipients, and a transfer in each state. */
  'lived in': { transfers: 60, seed: seedLife },
  /** Where nobody has done anything yet. */
  fresh: { seed: async () => ({}) },
  /** Where a sending stayed without an answer, and another was settled. */
  stuck: { seed: seedOpenSendings, reconcile: { intervals: [20], giveUpAfter: 50 } },
} satisfies Record<string, Recipe>;

export type FixtureName = keyof typeof recipes;

const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** The built app over the real BFF and a sandbox of its own, whose time stands still once it is seeded. */
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
    config: readConfig({ QUOTES_PER_MINUTE: '100000', SENDS_PER_MINUTE: '100000' }),
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
    mama: mama.id,
    colombia: mama.country.id,
    lucia: lucia.id,
    wallet: wallet.id,
    bitcoin: wallet.country.id,
    executed: executed.id,
    rejected: rejected.id,
    assigned: assigned.id,
    pending: pending.id,
    sent: pending.key,
    'sent-rejected': rejected.key,
    unconfirmed: unconfirmed.key,
  };
}

async function seedOpenSendings({ sender }: Seed): Promise<Ids> {
  const mama = await addRecipient(sender);
  const unresolved = await send(sender, mama.id, '504');
  const settled = await send(sender, mama.id, '500');
  await Promise.all([
    untilUnresolved(sender, unresolved.key),
    untilUnresolved(sender, settled.key),
  ]);
  await sender.signIn('support');
  const { status } = await sender.call('POST', `/api/sends/${settled.key}/settle`, {
    outcome: 'not_sent',
    reason: "The service's own records show nothing of it",
  });
  if (status !== 200) throw new Error(`the sending was not settled: ${status}`);
  const colombia = mama.country.id;
  return { mama: mama.id, colombia, unresolved: unresolved.key, 'not-sent': settled.key };
}

async function addBank(sender: Browser, country: string, fields: Record<string, unknown>) {
  const banks = await sender.call('GET', `/api/banks?country_name=${country}`);
  return addRecipient(sender, { bank_id: banks.body[0].id, ...fields });
}

async function send(sender: Browser, to: string, source_amount_cents = '100000', into = 'COP') {
  const key = crypto.randomUUID();
  const fields = await asShown(sender, {
    destination_account_id: to,
    source_amount_cents,
    source_amount_currency: 'CLP',
    destination_amount_currency: into,
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
