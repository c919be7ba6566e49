import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../src/app/router/paths.ts';
import { findUserByEmail } from '../../../src/bff/ledger/people/users.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { usualArrivals } from '../../support/arrivals.ts';
import { sendMoney } from '../../support/recipients.ts';
import { openSend } from '../pages/send/open-send.ts';

/** A sender's Giro that has seen 40 transfers to the recipient's bank completed. */
async function openKnown(
  languages: readonly string[] = ['en'],
  many = 40,
  sandbox: SandboxOptions = {},
) {
  const app = await openSend({ languages, sandbox });
  const user_id = (await findUserByEmail(app.db, 'sender@giro.example'))?.id ?? '';
  const destination_account_id = app.recipient.id;
  await usualArrivals(app.db, { user_id, destination_account_id }, many);
  // The figures are read in the background once somebody asks for them.
  const account = `/api/destination_accounts/${destination_account_id}`;
  const isKnown = async () => 'arrival' in (await app.browser.call('GET', account)).body;
  if (many >= 20) await expect.poll(isKnown).toBe(true);
  else await isKnown();
  return app;
}

const lead = 'Half are completed within 2 hours, 9 in 10 within 1 day.';

it('tells on the check how long transfers to the bank took, without a promise', async () => {
  const { check } = await openKnown();
  await check(100_000);
  expect(await screen.findByText(lead)).toBeVisible();
  const tip = screen.getByText(/Of the last 40 transfers to this bank, checked every 5 minutes\./);
  expect(tip).toHaveTextContent(/We can’t promise a time\./);
});

it('tells it on the estimate: of the country, or of the bank once the recipient is chosen', async () => {
  const { go, recipient } = await openKnown();
  await go(paths.quote({ country_id: recipient.country.id }));
  expect(await screen.findByText(lead)).toBeVisible();
  expect(screen.getByText(/Of the last 40 transfers to this country/)).toBeVisible();
  await go(paths.quote({ destination_account_id: recipient.id }));
  expect(await screen.findByText(/Of the last 40 transfers to this bank/)).toBeVisible();
});

it.each([
  { state: 'is under way', settled_after_ms: 7_200_000, lines: 1 },
  { state: 'has ended', settled_after_ms: 0, lines: 0 },
])('tells it on a transfer that $state: $lines', async ({ settled_after_ms, lines }) => {
  const assigned_after_ms = settled_after_ms / 2;
  const app = await openKnown(['en'], 40, { assigned_after_ms, settled_after_ms });
  const { id } = (await sendMoney(app.browser, app.recipient.id)).body;
  await app.go(`/transfers/${id}`);
  await screen.findByRole('status', { name: 'Status' });
  expect(screen.queryAllByText(lead)).toHaveLength(lines);
  expect(screen.queryAllByText(/Of the last 40 transfers to this bank/)).toHaveLength(lines);
});

it('tells it in Spanish', async () => {
  const { check } = await openKnown(['es-CL']);
  await check(100_000);
  const es = 'La mitad se completa en 2 horas o menos, 9 de cada 10 en 1 día o menos.';
  expect(await screen.findByText(es)).toBeVisible();
});

it('tells nothing of fewer than 20', async () => {
  const { check } = await openKnown(['en'], 19);
  await check(100_000);
  await act(() => screen.findByRole('heading', { level: 1, name: 'Check before you send' }));
  expect(screen.queryByText(/are completed within/)).toBeNull();
});
