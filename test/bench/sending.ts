import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/server.ts';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createBrowser } from '../support/browser.ts';
import { addRecipient, asShown } from '../support/recipients.ts';
import { storeNames, withStore } from './bench-stores.ts';
import { type Line, median, ratio } from './section.ts';

const warmUp = 30;
const measured = 300;

/** Measures what intent, list, outcome and timeline add to a bare POST to the service. */
export async function sending(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const name of storeNames) {
    const { bare, send } = await withStore(name, mediansOf);
    lines.push(
      { what: `a bare POST to the service, with ${name}`, value: inMilliseconds(bare) },
      {
        what: `a send through Giro, ${name}`,
        value: inMilliseconds(send),
        ratio: ratio(send, bare, 'bare'),
      },
      { what: `what a send adds, ${name}`, value: inMilliseconds(send - bare) },
    );
  }
  return lines;
}

const inMilliseconds = (value: number) => `${value.toFixed(2)} ms`;

async function mediansOf(databaseUrl: string) {
  const sandbox = createSandbox({ scenarios: false });
  const { url: baseUrl, close } = await sandbox.listen();
  const access = { baseUrl, clientId: sandbox.client_id, clientSecret: sandbox.client_secret };
  const app = await start({
    config: readConfig({ DATABASE_URL: databaseUrl, SENDS_PER_MINUTE: '1000000' }),
    log: pino({ level: 'silent' }),
    appFolder: null,
    startSandbox: async () => ({ ...access, close }),
  });
  await app.ready();
  const service = createService({ ...access, tokenStore: createMemoryTokenStore() });
  const browser = createBrowser(app);
  await browser.signIn('sender');
  const { id } = z.parse(z.object({ id: z.string() }), await addRecipient(browser));
  const body = await asShown(browser, {
    destination_account_id: id,
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });

  const times = { bare: [] as number[], send: [] as number[] };
  // Alternating, so that a slow moment of the machine affects both.
  for (let turn = 0; turn < warmUp + measured; turn += 1) {
    const cents = 10_000 + turn;
    const bare = await timed(() =>
      service.client.createTransfer({ ...body, source_amount_cents: BigInt(cents) }),
    );
    const send = await timed(async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const sent = { ...body, source_amount_cents: String(cents) };
      const { status } = await browser.call('POST', '/api/transfers', sent, headers);
      if (status !== 201) throw new Error(`not sent: ${status}`);
    });
    if (turn < warmUp) continue;
    times.bare.push(bare);
    times.send.push(send);
  }
  await service.close();
  await app.close();
  return { bare: median(times.bare), send: median(times.send) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
