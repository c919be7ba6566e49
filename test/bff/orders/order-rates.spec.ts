import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findOrder, type OrderRow } from '../../../src/bff/ledger/orders/orders.ts';
import type { UserRow } from '../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { resumeAsSeen } from '../../../src/bff/orders/change-order.ts';
import type { OrderDeps } from '../../../src/bff/orders/make-order.ts';
import { releaseOrder } from '../../../src/bff/orders/release.ts';
import { scheduleOrder } from '../../../src/bff/orders/scheduled-orders.ts';
import { accountFingerprint } from '../../../src/bff/recipients/account-fingerprint.ts';
import type { ResumeRequest } from '../../../src/contract/api/order.ts';
import { openStore } from '../../support/open-store.ts';
import { addPerson } from '../../support/people.ts';
import { stores } from '../../support/stores.ts';
import { began, bodyOf, sendDepsOf, transferOf, unchangedService } from '../sends/send-fixtures.ts';

const iso = (at: number) => new Date(at).toISOString();
const body = bodyOf(0);
const colombia = { id: '6', name: 'Colombia', code: 'CO', is_asset: false };

describe.each(stores())('the least that may arrive, on $name', ({ create }) => {
  let db: LedgerDb;
  let ana: UserRow;
  let time: number;
  let posts: number;
  let arrives: bigint;
  let alias: string;
  let country: typeof colombia | null;

  beforeEach(async () => {
    db = await (await openStore(create)).open();
    [time, posts, arrives, alias, country] = [began, 0, 100n, 'Mamá', colombia];
    ana = await addPerson(db, { email: 'ana@giro.example', at: iso(began) });
  });

  const showAccount = async (id: string) => ({
    ...(await unchangedService.showAccount(id)),
    ...{ alias, country },
  });
  const deps = (): OrderDeps => ({
    ...sendDepsOf(db, () => time, {
      showAccount,
      simulate: async (request) => ({
        source_currency: request.source_amount_currency,
        destination_currency: request.destination_amount_currency,
        source_amount_cents: request.source_amount_cents,
        ...{ destination_amount_cents: arrives, rate: '1', country: null },
      }),
      client: {
        async createTransfer(request) {
          posts += 1;
          return transferOf(request, posts);
        },
      },
    }),
    hold: { seconds: 0, newRecipientSeconds: 0 },
    onDue() {},
  });
  const fingerprint = async () =>
    accountFingerprint(await showAccount(body.destination_account_id));

  async function make(floor: bigint | null): Promise<OrderRow> {
    const days = { first_day: '2026-01-05', time: '09:00', zone: 'Europe/Madrid' };
    const shown = { ...body, destination_account_fingerprint: await fingerprint() };
    const asked = { id: randomUUID(), ...shown, kind: 'weekly' as const, days, floor };
    return scheduleOrder(deps(), ana.id, asked, null);
  }
  const now = async ({ id }: OrderRow): Promise<OrderRow> => {
    const row = await findOrder(db, id);
    if (!row) throw new Error('no order');
    return row;
  };
  /** Releases it on its next day, or tells why Giro asks. */
  async function release(order: OrderRow) {
    const row = await now(order);
    time = Math.max(time, Date.parse(row.release_at ?? ''));
    const outcome = await releaseOrder(deps(), row);
    return outcome === 'asks' ? (await now(order)).reason : outcome;
  }
  async function resume(order: OrderRow, more: Partial<ResumeRequest> = {}) {
    const { revision } = await now(order);
    return resumeAsSeen(deps(), order, { revision, ...more }, '');
  }
  const quoteOf = (destination_amount_cents: bigint) => ({
    ...{ rate: '1', destination_amount_cents, taken_at: iso(time) },
  });

  test('that is accepted for one day holds again on the next', async () => {
    const order = await make(100n);
    expect(await release(order)).toBe('released');
    arrives = 90n;
    expect(await release(order)).toBe('worse-rate');
    const resumed = await resume(order, { quote: quoteOf(90n) });
    expect(resumed).toMatchObject({ floor: '100', floor_once: '90', quote: order.quote });
    expect(await release(order)).toBe('released');
    arrives = 95n;
    expect(await release(order)).toBe('worse-rate');
    expect(posts).toBe(2);
  });

  test('is anything for one day, if the person says so without an estimate', async () => {
    const order = await make(100n);
    arrives = 1n;
    expect(await release(order)).toBe('worse-rate');
    await resume(order);
    expect(await release(order)).toBe('released');
    expect(await release(order)).toBe('worse-rate');
    expect(posts).toBe(1);
  });

  test('is nothing that Giro was not told, whatever estimate was seen since', async () => {
    const order = await make(null);
    alias = 'Otra';
    expect(await release(order)).toBe('recipient-changed');
    const seen = { quote: quoteOf(100n), destination_account_fingerprint: await fingerprint() };
    await resume(order, seen);
    arrives = 1n;
    expect(await release(order)).toBe('released');
    expect(await release(order)).toBe('released');
    expect(posts).toBe(2);
  });

  test('is asked about if nothing can be estimated, because the account has no country', async () => {
    country = null;
    const [order, anyRate] = [await make(100n), await make(null)];
    expect(await release(order)).toBe('quote-refused');
    expect(posts).toBe(0);
    expect(await release(anyRate)).toBe('released');
  });
});
