import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { mirrorState, writeMirror } from '../../src/bff/ledger/transfers/mirror.ts';
import { createListReader } from '../../src/bff/service/list-reader.ts';
import { paths } from '../../src/contract/paths.ts';
import { transfer } from '../../src/contract/transfer.ts';
import type { SeededService } from './seeded-service.ts';

const maxReadMs = 300_000;
export const listAge = z.object({
  as_of: z.optional(z.string()),
  service: z.optional(z.string()),
});

/** Ends when a list that this server read is in the ledger to its end. */
export async function readOnce({ url }: { url: string }, cookie: string): Promise<void> {
  const began = new Date().toISOString();
  const ends = performance.now() + maxReadMs;
  for (;;) {
    const answer = await fetch(`${url}/api/support/totals`, { headers: { cookie } });
    const { service, as_of } = z.parse(listAge, await answer.json());
    if (service === 'ok' && as_of !== undefined && as_of >= began) return;
    if (performance.now() > ends) throw new Error(`no list is read: ${service}`);
    await pause(500);
  }
}

/** The service's transfers in the mirror, as a reader would have written them. */
export async function fillMirror(db: LedgerDb, service: SeededService) {
  const read_at = new Date().toISOString();
  const list = await listedBy(service);
  for (let start = 0; start < list.length; start += filledAtOnce) {
    const end = Math.min(list.length, start + filledAtOnce);
    const changed = list.slice(start, end);
    const state = end === list.length ? { as_of: read_at, tried_at: read_at } : {};
    await writeMirror(db, { since: await mirrorState(db), read_at, changed, state, seen: 'owned' });
  }
}

const filledAtOnce = 5_000;
const token = z.object({ token: z.string() });

export async function listedBy({ baseUrl, clientId, clientSecret }: SeededService) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const access = await fetch(baseUrl + paths.authorize, { method: 'POST', headers });
  const { token: bearer } = z.parse(token, await access.json());
  const answer = await fetch(baseUrl + paths.transfers, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  const reader = createListReader({
    ...{ schema: transfer, list: 'transfers', record: { took() {}, failed() {} } },
  });
  return (await reader.read([await answer.text()])).rows;
}
