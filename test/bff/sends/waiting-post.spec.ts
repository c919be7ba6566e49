import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { type SendDeps, sendOnce } from '../../../src/bff/sends/send-once.ts';
import { gatewayLimits } from '../../../src/bff/service/service-gateway.ts';
import { addPerson } from '../../support/people.ts';
import { openTestLedger } from '../../support/stores.ts';
import { json } from '../service/misbehaving-server.ts';
import { serviceThat } from '../service/service-that.ts';
import { bodies, sendDepsOf, shown, storeClockOf, transferOf } from './send-fixtures.ts';

const minutes = 60_000;
const [body] = bodies;
let db: LedgerDb;
let person: string;
let time: number;

beforeEach(async () => {
  time = Date.parse('2026-01-01T12:00:00Z');
  db = await openTestLedger();
  person = (await addPerson(db, { email: 'ana@giro.example' })).id;
  return () => db.destroy();
});
afterEach(() => vi.restoreAllMocks());

function send(key: string, client: SendDeps['client'], source_amount_cents: bigint) {
  const deps = sendDepsOf(db, () => time, {
    client,
    // The store clock is independent of the machine's.
    storeClock: storeClockOf(
      db,
      () => Date.parse('2026-01-01T12:00:00Z'),
      () => time,
    ),
  });
  return sendOnce(deps, person, key, { ...shown(body), source_amount_cents });
}

describe('a POST that waits in the queue', () => {
  /** A service that takes one POST at a time and answers the first one after `letGo`. */
  async function oneAtATime() {
    const released = Promise.withResolvers<void>();
    const service = await serviceThat(
      async (res, { body: sent }) => {
        await released.promise;
        const { source_amount_cents } = JSON.parse(sent);
        const made = { ...transferOf(body, 0), id: source_amount_cents, source_amount_cents };
        const plain = (_: string, value: unknown) =>
          typeof value === 'bigint' ? Number(value) : value;
        json(res, JSON.stringify({ ...made, destination_account_id: 501 }, plain));
      },
      {
        limits: { changes: { ...gatewayLimits.changes, active: 1 } },
        timeouts: { headers: 5_000, total: 10_000, createTransfer: 10_000 },
      },
    );
    const first = send('first', service.client, 1n);
    await expect.poll(() => service.calls().length).toBe(1);
    const late = send('late', service.client, 2n).catch((error: unknown) => error);
    await expect.poll(async () => (await findSend(db, 'late'))?.state).toBe('intended');
    return { service, first, late, letGo: released.resolve };
  }

  test('is not sent if its turn comes after the wall clock jumped forward', async () => {
    const { service, first, late, letGo } = await oneAtATime();
    // Like a machine that slept: the monotonic clock stood still.
    time += 11 * minutes;
    letGo();
    expect(await first).toMatchObject({ transfer: { id: '1' } });
    expect(await late).toMatchObject({ problem: 'send-not-made' });
    expect(service.calls()).toHaveLength(1);
    expect((await findSend(db, 'late'))?.state).toBe('not_sent');
  });

  test('is sent if its turn comes in time', async () => {
    const { service, first, late, letGo } = await oneAtATime();
    time += 5_000;
    letGo();
    expect(await first).toMatchObject({ transfer: { id: '1' } });
    expect(await late).toMatchObject({ transfer: { id: '2' } });
    expect(service.calls()).toHaveLength(2);
  });
});

test('measures age by the clock that moved further, if the wall clock is set back', async () => {
  const began = performance.now();
  const createTransfer = vi.fn<SendDeps['client']['createTransfer']>(
    async (_request, { beforeWriting } = {}) => {
      time -= 5_000;
      vi.spyOn(performance, 'now').mockReturnValue(began + 60_000);
      beforeWriting?.();
      return transferOf(body, 0);
    },
  );
  await expect(send('a', { createTransfer }, 1n)).rejects.toMatchObject({
    problem: 'send-not-made',
  });
  expect(createTransfer).toHaveBeenCalledOnce();
});
