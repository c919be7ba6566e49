import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { findOrder } from '../../../../src/bff/ledger/orders/orders.ts';
import { intercept } from '../../../support/intercept.ts';
import { nextYear, scheduleTransfer } from '../../../support/orders.ts';
import { openHeld } from './open-held.ts';

describe('Skip', () => {
  const skipButton = (day: string) => screen.findByRole('button', { name: `Skip ${day}` });
  const inDialog = async (name: string) =>
    within(await screen.findByRole('dialog')).getByRole('button', { name });

  async function openMonthly() {
    const app = await openHeld();
    const { id } = await scheduleTransfer(app.browser, app.recipient.id);
    await app.go(paths.sendOutcome(id));
    const press = async () => {
      await app.user.click(await skipButton('October 31'));
      await app.user.click(await inDialog('Skip October 31'));
    };
    return { ...app, id, press };
  }

  it('never asks about the day after the one that it asked about, once its answer is lost', async () => {
    const { browser, db, id, press } = await openMonthly();
    intercept(browser, /\/skip$/, async (url, init) => {
      await browser.fetch(url, init);
      throw new TypeError('connection lost');
    });
    await press();
    expect(await screen.findByText('Nothing is sent on October 31')).toBeVisible();
    expect(await skipButton('November 30')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await findOrder(db, id)).toMatchObject({ revision: 2, occurrence: 2 });
  });

  it('says that the day was not skipped, if the transfer changed first', async () => {
    const { browser, db, id, press } = await openMonthly();
    intercept(browser, /\/skip$/, async (url, init) => {
      const day = `${nextYear}-11-30`;
      await browser.call('POST', `/api/orders/${id}/skip`, { revision: 1, day });
      return browser.fetch(url, init);
    });
    await press();
    const title = 'October 31 was not skipped: the transfer changed first';
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await findOrder(db, id)).toMatchObject({ revision: 2, occurrence: 1 });
  });

  it('keeps its question while nothing is known, and skips that day once', async () => {
    const { user, browser, db, id, press } = await openMonthly();
    let isLost = true;
    intercept(browser, /\/skip$/, (url, init) => {
      if (!isLost) return browser.fetch(url, init);
      isLost = false;
      throw new TypeError('connection lost');
    });
    await press();
    expect(await within(await screen.findByRole('dialog')).findByRole('alert')).toBeVisible();
    await user.click(await inDialog('Skip October 31'));
    expect(await skipButton('November 30')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await findOrder(db, id)).toMatchObject({ revision: 2, occurrence: 2 });
  });
});
