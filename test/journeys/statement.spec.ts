import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { fillStatement } from '../support/fill-statement.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { openStore } from '../support/open-store.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';
import { sqlite } from '../support/stores.ts';

const millimetre = 96 / 25.4;
const sheets = { A4: 210, Letter: 215.9 } as const;
/** Of the page that is printed, on both sides. */
const marginMm = 24;

/** Counts the pages of a PDF, whose page objects Chromium does not compress. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

test('prints a month on A4 and Letter, whole and over several pages', async () => {
  const store = await openStore(sqlite.create);
  const { url } = await startGiro({ env: { DATABASE_URL: store.url } });
  const page = await openPage(url, { serviceWorkers: 'block', timezoneId: 'America/Bogota' });
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const recipient = await addRecipient(caller);
  await sendMoney(caller, recipient.id);
  const { user } = (await caller.call('GET', '/api/session')).body;
  const db = await store.open();
  const written = { user_id: user.id, count: 120, destination_account_id: recipient.id };
  await fillStatement(db, written);

  await page.goto('/transfers/statement?from=2025-10-01&to=2025-10-31&zone=America%2FBogota');
  await page.getByRole('heading', { name: 'Statement, October 2025' }).waitFor();
  await page.getByText('120 transfers on this statement.').waitFor();
  await page.emulateMedia({ media: 'print' });
  for (const [format, widthMm] of Object.entries(sheets)) {
    const width = Math.floor((widthMm - marginMm) * millimetre);
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([format, overflow]).toEqual([format, 0]);
    expect(await page.getByRole('button').count()).toBe(0);
    const pdf = await page.pdf({ format, preferCSSPageSize: false });
    expect(pagesOf(pdf)).toBeGreaterThan(2);
    expect(pagesOf(pdf)).toBeLessThan(8);
    expect(await page.getByText('Sandbox: no real money').isVisible()).toBe(false);
  }
  await page.emulateMedia({ media: 'screen' });
});
