import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { intercept, tooMany } from '../../../support/intercept.ts';
import { ageFactors, codeAt, enrolTotp } from '../../../support/totp.ts';
import { openSend, sendButton } from './open-send.ts';

const nextYear = new Date().getUTCFullYear() + 1;
const choice = (name: string) => screen.findByRole('radio', { name });
const scheduleButton = () => screen.findByRole('button', { name: /^Schedule/ });
const field = (name: string | RegExp) => screen.findByLabelText(name);

/** Opens the check of 100,000 CLP, and makes a choice of when. */
async function openWhen(kind: string, options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend(options);
  await app.check(100_000);
  await sendButton();
  await app.user.click(await choice(kind));
  await scheduleButton();
  const fill = async (name: string | RegExp, text: string) => {
    const input = await field(name);
    await app.user.clear(input);
    await app.user.type(input, text);
  };
  const press = async () => app.user.click(await scheduleButton());
  const orders = async () => (await app.browser.call('GET', '/api/orders')).body.items;
  const param = (name: string) => new URLSearchParams(app.router.state.location.search).get(name);
  return { ...app, fill, press, orders, param };
}

/** The dates as they stand in words, with what is said of them. */
const dates = () => within(screen.getByRole('list')).getAllByRole('listitem');

it('sends now unless another choice is made', async () => {
  const { check, posts, user, address } = await openSend();
  await check(100_000);
  const button = await sendButton();
  expect(await choice('Now')).toBeChecked();
  expect(address()).not.toContain('when=');
  await user.click(button);
  await waitFor(() => expect(posts()).toBe(1));
});

it('opens with an address whose time is none', async () => {
  const { go, address } = await openWhen('Every month');
  await go(`${address().replace(/&time=[^&]*/, '')}&time=abc`);
  await scheduleButton();
  expect(await field('Time')).toBeVisible();
});

it('says the next three dates, and why one is another day', async () => {
  const { fill } = await openWhen('Every month');
  await fill('First day', `${nextYear}-01-31`);
  expect(dates()).toHaveLength(3);
  expect(dates()[0]).toHaveTextContent(/January 31/);
  const last = new Date(Date.UTC(nextYear, 2, 0)).getUTCDate();
  expect(dates()[1]).toHaveTextContent(`February ${last}`);
  expect(dates()[1]).toHaveTextContent('This month has no day 31, so we send on its last day.');
  expect(dates()[2]).toHaveTextContent('March 31');
  expect(dates()[2]).not.toHaveTextContent('last day');
});

it('keeps the choice in the address, so that a reload and another recipient keep it', async () => {
  const { fill, user, param, reload, address } = await openWhen('Every month');
  await fill('First day', `${nextYear}-01-31`);
  await fill(/^Ask me below/, '400000');
  await user.selectOptions(await field('Ends'), 'After some transfers');
  await fill('Number of transfers', '12');
  expect(param('when')).toBe('monthly');
  expect(param('first_day')).toBe(`${nextYear}-01-31`);
  expect(param('floor')).toMatch(/^400000(00)?$/);
  reload(address());
  expect(await field('First day')).toHaveValue(`${nextYear}-01-31`);
  expect(await field('Number of transfers')).toHaveValue('12');
  expect(await field(/^Ask me below/)).toHaveValue('400,000.00');
  expect(await choice('Every month')).toBeChecked();
  const change = screen.getByRole('link', { name: 'Change recipient' });
  expect(change).toHaveAttribute('href', expect.stringContaining('when=monthly'));
});

it('keeps the choice over a change of the amount', async () => {
  const { fill, user, param } = await openWhen('Every month');
  await fill('First day', `${nextYear}-01-31`);
  await fill(/^Ask me below/, '400000');
  await user.click(screen.getByRole('link', { name: 'Change amount' }));
  const onward = await screen.findByRole('button', { name: 'Continue' });
  await waitFor(() => expect(onward).toBeEnabled());
  await user.click(onward);
  expect(await field('First day')).toHaveValue(`${nextYear}-01-31`);
  expect(await field(/^Ask me below/)).toHaveValue('400,000.00');
  expect(await scheduleButton()).toBeVisible();
  expect([param('when'), param('later')]).toEqual(['monthly', null]);
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
});

it('schedules once under the key of the page, with the days and the floor, and sends nothing', async () => {
  const { fill, press, orders, key, address, posts, user } = await openWhen('Every month');
  const id = key();
  await fill('First day', `${nextYear}-01-31`);
  await fill('Time', '08:30');
  await fill(/^Ask me below/, '400000');
  await user.selectOptions(await field('Ends'), 'On a day');
  await fill('Last day', `${nextYear}-12-31`);
  expect(await scheduleButton()).toHaveAccessibleDescription(/^First one: .*January 31/);
  await press();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  expect(await orders()).toEqual([
    expect.objectContaining({
      id,
      kind: 'monthly',
      source_amount_cents: '100000',
      floor: '40000000',
      days: expect.objectContaining({
        first_day: `${nextYear}-01-31`,
        time: '08:30',
        zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        ends_on: `${nextYear}-12-31`,
        ends_after: null,
      }),
    }),
  ]);
  expect(posts()).toBe(0);
});

describe('what can’t be', () => {
  it('is said at its field, which takes the focus, and nothing is asked of the server', async () => {
    const { fill, press, orders } = await openWhen('Every week');
    await fill('First day', '2020-01-31');
    await fill(/^Ask me below/, 'much');
    await press();
    const day = await field('First day');
    expect(day).toHaveFocus();
    expect(day).toHaveAccessibleDescription('This is in the past. Choose a later day.');
    expect(await field(/^Ask me below/)).toHaveAccessibleDescription(
      'Enter an amount, or leave it empty.',
    );
    expect(await field(/^Ask me below/)).toHaveValue('much');
    expect(await orders()).toEqual([]);
    await fill('First day', `${nextYear}-01-31`);
    expect(day).not.toBeInvalid();
  });

  it('is said there by the server too', async () => {
    const { fill, press, orders } = await openWhen('On a day', {
      env: { HOLD_SECONDS: '3600' },
    });
    const soon = new Date(Date.now() + 10 * 60_000);
    const zone = (part: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('sv', part).format(soon);
    await fill('Day', zone({ dateStyle: 'short' }));
    await fill('Time', zone({ timeStyle: 'short' }));
    await press();
    const day = await field('Day');
    await waitFor(() =>
      expect(day).toHaveAccessibleDescription(
        'This is too soon to stop it first. Choose a later time.',
      ),
    );
    expect(day).toHaveFocus();
    expect(await orders()).toEqual([]);
  });

  it('is an end before the first day, or no number of transfers', async () => {
    const { fill, press, user } = await openWhen('Every week');
    await fill('First day', `${nextYear}-01-31`);
    await user.selectOptions(await field('Ends'), 'On a day');
    await press();
    expect(await field('Last day')).toHaveAccessibleDescription('Choose a last day.');
    await fill('Last day', `${nextYear}-01-30`);
    await press();
    expect(await field('Last day')).toHaveAccessibleDescription(
      'The last day can’t be before the first.',
    );
    await user.selectOptions(await field('Ends'), 'After some transfers');
    await fill('Number of transfers', '0');
    await press();
    expect(await field('Number of transfers')).toHaveAccessibleDescription(
      'Enter a number from 1 to 1,000.',
    );
  });
});

it('says when the least that may arrive is more than arrives now', async () => {
  const { fill } = await openWhen('Every week');
  await fill(/^Ask me below/, '99999999');
  expect(await field(/^Ask me below/)).toHaveAccessibleDescription(
    'This is more than it would be now, so we would ask each time.',
  );
});

it('is scheduled once though the answer was lost', async () => {
  const { fill, press, orders, browser, address } = await openWhen('Every week');
  await fill('First day', `${nextYear}-01-31`);
  const { fetch } = globalThis;
  let lost = 0;
  globalThis.fetch = async (url, init) => {
    const answer = await browser.fetch(String(url), init);
    if (init?.method !== 'POST' || lost > 0) return answer;
    lost += 1;
    throw new TypeError('connection lost');
  };
  await press();
  expect(await screen.findByText('We don’t know yet whether it is scheduled')).toBeVisible();
  expect(await field('First day')).toHaveValue(`${nextYear}-01-31`);
  await press();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  globalThis.fetch = fetch;
  expect(await orders()).toHaveLength(1);
});

it('never says that nothing was scheduled where a press before was, though that can’t be read', async () => {
  const { fill, press, orders, browser } = await openWhen('Every week');
  await fill('First day', `${nextYear}-01-31`);
  const { fetch } = globalThis;
  let presses = 0;
  globalThis.fetch = async (url, init) => {
    if (presses > 0 && /\/api\/orders\/[^/]+$/.test(String(url))) {
      throw new TypeError('connection lost');
    }
    const answer = await browser.fetch(String(url), init);
    if (init?.method !== 'POST') return answer;
    presses += 1;
    if (presses > 1) return answer;
    throw new TypeError('connection lost');
  };
  await press();
  await screen.findByText('We don’t know yet whether it is scheduled');
  await fill('First day', `${nextYear}-02-15`);
  await press();
  expect(await screen.findByText('Your first press counts')).toBeVisible();
  expect(screen.queryByText('Nothing was scheduled')).not.toBeInTheDocument();
  globalThis.fetch = fetch;
  expect(await orders()).toHaveLength(1);
});

it('says that the first press counts, if something was changed after its answer was lost', async () => {
  const { fill, press, orders, browser } = await openWhen('Every week');
  await fill('First day', `${nextYear}-01-31`);
  const { fetch } = globalThis;
  let lost = 0;
  globalThis.fetch = async (url, init) => {
    const answer = await browser.fetch(String(url), init);
    if (init?.method !== 'POST' || lost > 0) return answer;
    lost += 1;
    throw new TypeError('connection lost');
  };
  await press();
  await screen.findByText('We don’t know yet whether it is scheduled');
  await fill('First day', `${nextYear}-02-15`);
  await press();
  expect(await screen.findByText('Your first press is already scheduled')).toBeVisible();
  globalThis.fetch = fetch;
  expect((await orders())[0].days.first_day).toBe(`${nextYear}-01-31`);
});

describe('after an answer that was lost', () => {
  /** Schedules, but the answer to the first press does not arrive. */
  async function pressOnce(later: (url: string, init?: RequestInit) => Promise<Response>) {
    const app = await openWhen('Every week');
    await app.fill('First day', `${nextYear}-01-31`);
    let isLost = true;
    intercept(app.browser, /^(POST|GET) .*\/orders(\/[^/]+)?$/, async (url, init) => {
      if (!isLost) return later(url, init);
      const answer = await app.browser.fetch(url, init);
      if (init?.method !== 'POST') return answer;
      isLost = false;
      throw new TypeError('connection lost');
    });
    await app.press();
    await screen.findByText('We don’t know yet whether it is scheduled');
    return app;
  }

  it('does not say that nothing was scheduled because a later press was refused', async () => {
    let canRead = false;
    const app = await pressOnce(async (url, init) => {
      if (init?.method === 'POST') return tooMany();
      if (!canRead) throw new TypeError('connection lost');
      return app.browser.fetch(url, init);
    });
    await app.press();
    expect(await screen.findByText(/^Too many attempts/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^We don’t know yet whether it is/);
    canRead = true;
    await app.press();
    expect(await screen.findByText('Your first press is already scheduled')).toBeVisible();
  });

  it('does not call it saved if it was stopped since, and schedules anew under another key', async () => {
    const app = await pressOnce((url, init) => app.browser.fetch(url, init));
    const id = app.key();
    await app.browser.call('POST', `/api/orders/${id}/stop`, { revision: 1 });
    await app.press();
    const title = 'Nothing is scheduled: your first press was stopped';
    expect(await screen.findByText(title)).toBeVisible();
    expect(app.address()).toMatch(/^\/send\?/);
    expect(await app.orders()).toEqual([]);
    await app.user.click(screen.getByRole('link', { name: 'Schedule a new one' }));
    await waitFor(() => expect(app.key()).not.toBe(id));
    await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
    await app.press();
    await waitFor(() => expect(app.address()).toBe('/scheduled'));
    expect(await app.orders()).toHaveLength(1);
  });
});

it('asks for a proof of these days, and schedules with the same press', async () => {
  let secret = '';
  const { fill, press, orders, user, db, address, check } = await openWhen('Every month', {
    env: { STEP_UP_ABOVE: '{"CLP":5000}' },
    before: async (browser) => {
      ({ secret } = await enrolTotp(browser, 'sandbox'));
    },
  });
  await ageFactors(db);
  await check(100_000, { when: 'monthly', first_day: `${nextYear}-01-31`, time: '09:00' });
  await waitFor(async () => expect(await scheduleButton()).toBeEnabled());
  await fill(/^Ask me below/, '400000');
  await press();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(dialog.getByRole('button', { name: 'Confirm and schedule' })).toBeVisible();
  expect(await orders()).toEqual([]);
  await user.type(dialog.getByLabelText('Code'), `${codeAt(secret, Date.now())}{Enter}`);
  await waitFor(() => expect(address()).toBe('/scheduled'));
  expect(await orders()).toHaveLength(1);
});

it('has the recipient confirmed that changed meanwhile', async () => {
  const { fill, press, orders, browser, recipient } = await openWhen('Every week');
  await fill('First day', `${nextYear}-01-31`);
  const path = `/api/destination_accounts/${recipient.id}`;
  await browser.call('PUT', `${path}/marks`, { archived: true });
  await press();
  expect(await screen.findByText(/is archived$/)).toBeVisible();
  expect(await scheduleButton()).toBeDisabled();
  expect(await orders()).toEqual([]);
});
