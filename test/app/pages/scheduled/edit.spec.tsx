import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { findOrder, type OrderRow } from '../../../../src/bff/ledger/orders/orders.ts';
import { addOrder } from '../../../support/add-order.ts';
import { intercept, tooMany } from '../../../support/intercept.ts';
import { addSent } from '../../../support/orders.ts';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { ageFactors, codeAt, enrolTotp } from '../../../support/totp.ts';

const nextYear = new Date().getUTCFullYear() + 1;
const lastOfFebruary = new Date(Date.UTC(nextYear, 2, 0)).getUTCDate();
const february = `${nextYear}-02-${lastOfFebruary}`;
const field = (name: string | RegExp) => screen.findByLabelText(name);

/** Opens the page that changes an order of 5,001 CLP on each 31st. */
async function openEdit({
  day,
  ...options
}: Parameters<typeof renderApp>[1] & { day?: string } = {}) {
  const id = crypto.randomUUID();
  const first_day = `${nextYear}-01-31`;
  const terms = { kind: 'monthly', days: { first_day, time: '09:00', zone: 'America/Bogota' } };
  let transfer: Record<string, unknown> = {};
  const app = await renderApp(`/scheduled/${id}/edit${day ? `?day=${day}` : ''}`, {
    ...options,
    before: async (browser) => {
      const to = await addRecipient(browser);
      transfer = await addOrder(browser, id, to.id, { note: 'rent', reference: 'RENT-31' });
      await options.before?.(browser);
    },
  });
  const order = async () => (await app.browser.call('GET', `/api/orders/${id}`)).body;
  const all = async () => (await app.browser.call('GET', '/api/orders')).body.items;
  const save = async () =>
    app.user.click(await screen.findByRole('button', { name: 'Save changes' }));
  const fill = async (name: string | RegExp, text: string) => {
    const input = await field(name);
    await app.user.clear(input);
    await app.user.type(input, text);
  };
  const address = () => app.router.state.location.pathname;
  /** What the person does in another tab. */
  const changeElsewhere = (revision: number) =>
    app.browser.call('PUT', `/api/orders/${id}`, {
      ...{ revision, ...transfer, ...terms, source_amount_cents: '3000' },
    });
  await field(/^(First day|Day)$/);
  return { ...app, id, terms, transfer, order, all, save, fill, address, changeElsewhere };
}

it('changes all from here, and keeps the 31st, the note and the reference', async () => {
  const { fill, save, order, address, id } = await openEdit();
  expect(await field('First day')).toHaveValue(`${nextYear}-01-31`);
  await fill(/^You send/, '4500');
  await fill('Time', '10:30');
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  expect(await order()).toMatchObject({
    ...{ id, revision: 2, kind: 'monthly', source_amount_cents: '4500' },
    ...{ note: 'rent', reference: 'RENT-31' },
    days: { first_day: `${nextYear}-01-31`, time: '10:30', zone: 'America/Bogota' },
  });
});

it('counts on from the 31st when the next day is in February', async () => {
  const { browser, id, order, reload, save } = await openEdit();
  const skip = { revision: 1, day: `${nextYear}-01-31` };
  expect((await browser.call('POST', `/api/orders/${id}/skip`, skip)).status).toBe(200);
  const { router } = reload(`/scheduled/${id}/edit`);
  expect(await field('First day')).toHaveValue(february);
  const dates = () => within(screen.getByRole('list')).getAllByRole('listitem');
  expect(await screen.findByText(/March 31/)).toBeVisible();
  expect(dates()).toHaveLength(3);
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/scheduled'));
  expect((await order()).days.first_day).toBe(`${nextYear}-01-31`);
});

it('says what becomes of a day that is due and not sent yet', async () => {
  const { db, id, reload } = await openEdit();
  const [first_day = '', clock = ''] = new Date(Date.now() - 3_600_000).toISOString().split('T');
  const time = clock.slice(0, 5);
  const days = { kind: 'weekly', first_day, time, zone: 'UTC' } as const;
  const asks = { state: 'needs_you', release_at: `${first_day}T${time}:00.000Z` } as const;
  for (const [reason, said] of [
    ['worse-rate', /^We send the transfer of .+ when you save$/],
    ['restored', /^We skip the transfer of .+ when you save$/],
  ] as const) {
    const unsure_since = reason === 'restored' ? asks.release_at : null;
    const due = { ...days, ...asks, reason, unsure_since };
    await db.updateTable('orders').set(due).where('id', '=', id).execute();
    reload(`/scheduled/${id}/edit`);
    expect(await screen.findByText(said)).toBeVisible();
    const dates = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(dates).toHaveLength(3);
  }
});

it('shows no day that is skipped, and counts what is left', async () => {
  const { browser, id, order, reload, save, terms, transfer, user } = await openEdit();
  const three = { ...terms, days: { ...terms.days, ends_after: 4 } };
  const path = `/api/orders/${id}`;
  expect((await browser.call('PUT', path, { revision: 1, ...transfer, ...three })).status).toBe(
    200,
  );
  for (const [revision, day] of [
    [2, `${nextYear}-01-31`],
    [3, `${nextYear}-03-31`],
  ]) {
    expect((await browser.call('POST', `${path}/skip`, { revision, day })).status).toBe(200);
  }
  const { router } = reload(`/scheduled/${id}/edit`);
  expect(await field('Transfers left')).toHaveValue('3');
  const dates = () => within(screen.getByRole('list')).getAllByRole('listitem');
  expect(dates()).toHaveLength(2);
  expect(screen.queryByText(/March 31/)).not.toBeInTheDocument();
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/scheduled'));
  expect((await order()).days.ends_after).toBe(4);

  const other = reload(`/scheduled/${id}/edit`).router;
  const first = await field('First day');
  await user.clear(first);
  await user.type(first, `${nextYear}-02-20`);
  expect(dates()).toHaveLength(3);
  await save();
  await waitFor(() => expect(other.state.location.pathname).toBe('/scheduled'));
  expect((await order()).days).toMatchObject({ first_day: `${nextYear}-02-20`, ends_after: 3 });
});

it('says what is refused of a field that it does not show', async () => {
  const { save, browser } = await openEdit();
  const { fetch } = globalThis;
  const refused = {
    ...{ type: '/problems/invalid-fields', title: 'Invalid', status: 422 },
    errors: { 'days.ends_on': ['is before the first day'] },
  };
  globalThis.fetch = async (url, init) => {
    if (init?.method !== 'PUT') return browser.fetch(String(url), init);
    const headers = { 'content-type': 'application/problem+json' };
    return new Response(JSON.stringify(refused), { status: 422, headers });
  };
  await save();
  expect(await screen.findByText('The last day can’t be before the first.')).toBeVisible();
  globalThis.fetch = fetch;
});

it('changes one day alone, once, and leaves the others', async () => {
  const { user, fill, save, all, address, id } = await openEdit();
  await user.click(await screen.findByRole('radio', { name: 'This one only' }));
  await user.selectOptions(await field('Which one'), february);
  expect(await field('Day')).toHaveValue(february);
  expect(screen.queryByLabelText('Ends')).not.toBeInTheDocument();
  await fill('Day', `${nextYear}-02-20`);
  await fill(/^You send/, '4800');
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  const items: { id: string; kind: string; skipped: string[] }[] = await all();
  expect(items).toHaveLength(2);
  expect(items.find((one) => one.id === id)).toMatchObject({ skipped: [february] });
  expect(items.find((one) => one.id !== id)).toMatchObject({
    ...{ kind: 'once', source_amount_cents: '4800', note: 'rent' },
    days: { first_day: `${nextYear}-02-20` },
  });
});

it('has for one day what was typed for all, until it has its own', async () => {
  const { user, fill } = await openEdit();
  const choose = async (name: string) => user.click(await screen.findByRole('radio', { name }));
  await fill(/^Ask me below/, '12');
  await fill('Time', '10:30');
  await choose('This one only');
  expect(await field(/^Ask me below/)).toHaveValue('12');
  expect(await field('Time')).toHaveValue('10:30');
  await fill(/^Ask me below/, '14');
  await choose('All from here');
  expect(await field(/^Ask me below/)).toHaveValue('12');
  await fill(/^Ask me below/, '13');
  await choose('This one only');
  expect(await field(/^Ask me below/)).toHaveValue('14');
});

it('opens with the day that its address names', async () => {
  await openEdit({ day: `${nextYear}-03-31` });
  expect(await screen.findByRole('radio', { name: 'This one only' })).toBeChecked();
  expect(await field('Day')).toHaveValue(`${nextYear}-03-31`);
});

it('says that another change came first, keeps what was typed, and replaces it at the next press', async () => {
  const { fill, save, order, address, changeElsewhere } = await openEdit();
  await fill(/^You send/, '4500');
  expect((await changeElsewhere(1)).status).toBe(200);
  await save();
  expect(
    await screen.findByText('Nothing was changed: you changed it elsewhere first'),
  ).toBeVisible();
  expect(screen.getByText(/^It now sends/)).toHaveTextContent('CLP 3,000');
  expect(await field(/^You send/)).toHaveValue('4500');
  expect((await order()).source_amount_cents).toBe('3000');
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  expect((await order()).source_amount_cents).toBe('4500');
});

it('saves with no details of the recipient that it did not show', async () => {
  const { user, fill, save, browser, transfer, order, address } = await openEdit();
  expect(document.body).toHaveTextContent('4821');
  const path = `/api/destination_accounts/${transfer.destination_account_id}`;
  const { country, editable, fingerprint, ...shown } = (await browser.call('GET', path)).body;
  expect(country && editable && fingerprint).toBeTruthy();
  const given = Object.entries(shown).filter(([, value]) => value !== null);
  const edited = { ...Object.fromEntries(given), bank_number: '00999' };
  expect((await browser.call('PUT', path, edited)).status).toBe(200);
  await fill('Time', '10:30');
  await save();
  const title = 'Nothing was changed: the recipient’s details changed';
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText('00999')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  expect((await order()).revision).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Use these details' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  // The order is still of the details before.
  expect(screen.getByText('The recipient’s details changed')).toBeVisible();
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  expect(await order()).toMatchObject({ revision: 2, days: { time: '10:30' } });
  expect((await order()).destination_account_fingerprint).not.toBe(fingerprint);
});

it('says that it was stopped first, and changes nothing', async () => {
  const { save, browser, id, fill } = await openEdit();
  await fill('Time', '11:00');
  await browser.call('POST', `/api/orders/${id}/stop`, { revision: 1 });
  await save();
  expect(await screen.findByText('Nothing was changed: it was stopped first')).toBeVisible();
});

it('takes its own lost answer for what it is', async () => {
  const { fill, save, browser, order, address } = await openEdit();
  await fill('Time', '11:00');
  const { fetch } = globalThis;
  let lost = 0;
  globalThis.fetch = async (url, init) => {
    const answer = await browser.fetch(String(url), init);
    if (init?.method !== 'PUT' || lost > 0) return answer;
    lost += 1;
    throw new TypeError('connection lost');
  };
  await save();
  expect(await screen.findByText('We don’t know yet whether it was changed')).toBeVisible();
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  globalThis.fetch = fetch;
  expect(await order()).toMatchObject({ revision: 2, days: { time: '11:00' } });
});

it('makes one transfer in place of a day, though the answer to the first press was lost', async () => {
  const { fill, save, browser, all, address } = await openEdit({ day: `${nextYear}-01-31` });
  await fill('Time', '11:00');
  const { fetch } = globalThis;
  let lost = 0;
  globalThis.fetch = async (url, init) => {
    const answer = await browser.fetch(String(url), init);
    if (init?.method !== 'POST' || lost > 0) return answer;
    lost += 1;
    throw new TypeError('connection lost');
  };
  await save();
  expect(await screen.findByText('We don’t know yet whether it was changed')).toBeVisible();
  expect(screen.queryByText('Nothing was changed')).not.toBeInTheDocument();
  expect(await field('Time')).toHaveValue('11:00');
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  globalThis.fetch = fetch;
  const made = (await all()).filter(({ kind }: { kind: string }) => kind === 'once');
  expect(made).toMatchObject([{ revision: 1, days: { time: '11:00' } }]);
});

it('says that the first press counts, if a day was changed again after its answer was lost', async () => {
  const { fill, save, browser, all } = await openEdit({ day: `${nextYear}-01-31` });
  await fill('Time', '11:00');
  const { fetch } = globalThis;
  let lost = 0;
  globalThis.fetch = async (url, init) => {
    const answer = await browser.fetch(String(url), init);
    if (init?.method !== 'POST' || lost > 0) return answer;
    lost += 1;
    throw new TypeError('connection lost');
  };
  await save();
  expect(await screen.findByText('We don’t know yet whether it was changed')).toBeVisible();
  await fill('Time', '12:00');
  await save();
  expect(await screen.findByText('Your first press already changed that day')).toBeVisible();
  globalThis.fetch = fetch;
  const made = (await all()).find(({ kind }: { kind: string }) => kind === 'once');
  expect(made.days.time).toBe('11:00');
  expect(screen.getByRole('link', { name: 'Change that transfer' })).toHaveAttribute(
    'href',
    `/scheduled/${made.id}/edit`,
  );
});

it('says what is wrong at its field', async () => {
  const { fill, save, order } = await openEdit();
  await fill('First day', '2020-01-31');
  await fill(/^You send/, 'much');
  await save();
  expect(await field('First day')).toHaveAccessibleDescription(
    'This is in the past. Choose a later day.',
  );
  expect(await field('First day')).toHaveFocus();
  expect(await field(/^You send/)).toHaveAccessibleDescription('Enter an amount.');
  expect((await order()).revision).toBe(1);
});

it('keeps what was typed over a reload, until it is saved', async () => {
  const { fill, id, reload, save } = await openEdit();
  await fill('Time', '11:00');
  const { router } = reload(`/scheduled/${id}/edit`);
  expect(await field('Time')).toHaveValue('11:00');
  await save();
  await waitFor(() => expect(router.state.location.pathname).toBe('/scheduled'));
  expect(Object.keys(sessionStorage).filter((key) => key.includes('"order"'))).toEqual([]);
});

it('forgets what was typed before the order was changed elsewhere', async () => {
  const { fill, id, reload, changeElsewhere } = await openEdit();
  await fill(/^You send/, '4500');
  expect((await changeElsewhere(1)).status).toBe(200);
  reload(`/scheduled/${id}/edit`);
  expect(await field(/^You send/)).toHaveValue('3,000');
});

it('opens with the day of its address, whatever was typed of another', async () => {
  const { fill, id, reload } = await openEdit({ day: `${nextYear}-03-31` });
  await fill('Time', '11:00');
  reload(`/scheduled/${id}/edit?day=${nextYear}-03-31`);
  expect(await field('Time')).toHaveValue('11:00');
  reload(`/scheduled/${id}/edit?day=${february}`);
  expect(await field('Time')).toHaveValue('09:00');
  expect(await field('Day')).toHaveValue(february);
});

it('goes on with the days as they are, if one was skipped elsewhere first', async () => {
  const { fill, save, browser, id, order, address } = await openEdit();
  await fill('Time', '11:00');
  const skip = { revision: 1, day: `${nextYear}-01-31` };
  expect((await browser.call('POST', `/api/orders/${id}/skip`, skip)).status).toBe(200);
  await save();
  expect(await screen.findByText('Nothing was changed: its day came first')).toBeVisible();
  expect(await field('First day')).toHaveValue(february);
  await save();
  await waitFor(() => expect(address()).toBe('/scheduled'));
  const { days, next } = await order();
  expect(days).toMatchObject({ first_day: `${nextYear}-01-31`, time: '11:00' });
  expect(next[0]).toMatchObject({ number: 2, day: february });
});

it('asks for a proof of the changed days above the figure', async () => {
  let secret = '';
  const { fill, save, user, order, db, address } = await openEdit({
    env: { STEP_UP_ABOVE: '{"CLP":5000}' },
    before: async (browser) => {
      ({ secret } = await enrolTotp(browser, 'sandbox'));
    },
  });
  await ageFactors(db);
  await fill(/^You send/, '6000');
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect((await order()).revision).toBe(1);
  await user.type(await dialog.findByLabelText('Code'), `${codeAt(secret, Date.now())}{Enter}`);
  await waitFor(() => expect(address()).toBe('/scheduled'));
  expect(await order()).toMatchObject({ revision: 2, source_amount_cents: '6000' });
});

it('can’t be changed once it was stopped', async () => {
  const { browser, id, reload } = await openEdit();
  await browser.call('POST', `/api/orders/${id}/stop`, { revision: 1 });
  reload(`/scheduled/${id}/edit`);
  expect(await screen.findByText('This transfer can’t be changed any more')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
});

it('says that a paused one goes on once it is saved', async () => {
  const { browser, id, reload, order } = await openEdit();
  const paused = { revision: 1, paused: true };
  expect((await browser.call('POST', `/api/orders/${id}/pause`, paused)).status).toBe(200);
  const { router } = reload(`/scheduled/${id}/edit`);
  expect(await screen.findByText('It is paused, and goes on when you save')).toBeVisible();
  screen.getByRole('button', { name: 'Save changes' }).click();
  await waitFor(() => expect(router.state.location.pathname).toBe('/scheduled'));
  expect((await order()).waits_for).toBe('time');
});

it.each([
  ['asks', { state: 'needs_you', reason: 'late', revision: 2 }],
  ['is paused', { waits_for: 'person', release_at: null, revision: 2 }],
  ['is of other details of the recipient', { fingerprint: 'before', revision: 2 }],
  ['was changed more than once', { revision: 3 }],
  ['was stopped', { state: 'stopped', release_at: null, revision: 2 }],
] as const)(
  'calls nothing saved where what came first %s, though the days are the same',
  async (_, now) => {
    const { save, db, id, address } = await openEdit();
    await db.updateTable('orders').set(now).where('id', '=', id).execute();
    await save();
    expect(await screen.findByText(/^Nothing was changed: /)).toBeVisible();
    expect(address()).toBe(`/scheduled/${id}/edit`);
  },
);

describe('after an answer that was lost', () => {
  /** Saves, but no answer to the first press arrives, and each later one is refused as one too many. */
  async function pressTwice(canRead: () => boolean) {
    const app = await openEdit();
    await app.fill('Time', '11:00');
    let presses = 0;
    intercept(app.browser, /^(PUT|GET) .*\/orders\/[^/]+$/, async (url, init) => {
      if (init?.method !== 'PUT') {
        if (presses > 1 && !canRead()) throw new TypeError('connection lost');
        return app.browser.fetch(url, init);
      }
      presses += 1;
      if (presses > 1) return tooMany();
      await app.browser.fetch(url, init);
      throw new TypeError('connection lost');
    });
    await app.save();
    expect(await screen.findByText('We don’t know yet whether it was changed')).toBeVisible();
    await app.save();
    return app;
  }

  it('does not say that nothing was changed because a later press was refused', async () => {
    let canRead = false;
    const { save, address, order } = await pressTwice(() => canRead);
    expect(await screen.findByText(/^Too many attempts/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/^We don’t know yet whether/);
    canRead = true;
    await save();
    await waitFor(() => expect(address()).toBe('/scheduled'));
    expect(await order()).toMatchObject({ revision: 2, days: { time: '11:00' } });
  });

  it('reads what was saved when a later press is refused', async () => {
    const { address } = await pressTwice(() => true);
    await waitFor(() => expect(address()).toBe('/scheduled'));
  });

  /** Saves 4,500 CLP, but the answer is lost. Then the order goes on as the worker, or another tab, leaves it. */
  async function saveUnheard(now: Partial<OrderRow>) {
    const app = await openEdit();
    await app.fill(/^You send/, '4500');
    let isLost = true;
    intercept(app.browser, /^PUT .*\/orders\/[^/]+$/, async (url, init) => {
      const answer = await app.browser.fetch(url, init);
      if (!isLost) return answer;
      isLost = false;
      throw new TypeError('connection lost');
    });
    await app.save();
    expect(await screen.findByText('We don’t know yet whether it was changed')).toBeVisible();
    await app.db.updateTable('orders').set(now).where('id', '=', app.id).execute();
    return app;
  }

  it('calls saved what is just being sent as it was asked for', async () => {
    const { save, address, order } = await saveUnheard({ state: 'releasing' });
    await save();
    await waitFor(() => expect(address()).toBe('/scheduled'));
    expect(await order()).toMatchObject({ revision: 2, source_amount_cents: '4500' });
  });

  const since = 'It was changed or sent since';
  it.each([
    ['waits for its next day', { occurrence: 2, revision: 3 }, since],
    ['asks', { state: 'needs_you', reason: 'late', revision: 3 }, since],
    ['is paused', { waits_for: 'person', release_at: null, revision: 3 }, since],
    ['was released', { state: 'released', release_at: null, revision: 3 }, since],
    [
      'was stopped',
      { state: 'stopped', release_at: null, revision: 3 },
      'It was stopped since: nothing more is sent',
    ],
    [
      'was stopped after a loss',
      { state: 'stopped', release_at: null, revision: 3, unsure_since: '2026-01-01T00:00:00.000Z' },
      'It was stopped since, but it may have been sent before',
    ],
  ] as const)('does not say that nothing was changed of one that %s', async (_, now, title) => {
    const { save, address, id } = await saveUnheard(now);
    await save();
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('Check what it says now.')).toBeVisible();
    expect(screen.queryByText(/^Nothing was changed/)).not.toBeInTheDocument();
    expect(address()).toBe(`/scheduled/${id}/edit`);
  });

  it.each([
    ['waits for its next day', { occurrence: 2 }, since, 'Show the last one sent'],
    ['ended with it', { state: 'released' }, 'It was sent since', 'Show that transfer'],
  ] as const)('leads to what was sent of one that %s', async (_, now, title, name) => {
    const { save, db, id } = await saveUnheard({ revision: 2 });
    const row = await findOrder(db, id);
    if (!row) throw new Error('there is no order');
    const key = await addSent(db, row);
    const released = { ...now, revision: 3 };
    await db.updateTable('orders').set(released).where('id', '=', id).execute();
    await save();
    expect(await screen.findByText(title)).toBeVisible();
    const to = 'state' in now ? id : key;
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/sends/${to}`);
  });

  it('does not call a press refused for what the press before it saved, if another was asked since', async () => {
    const { fill, save } = await saveUnheard({ revision: 2 });
    await fill(/^You send/, '4800');
    await save();
    expect(await screen.findByText(since)).toBeVisible();
    expect(screen.getByText(/^It now sends/)).toHaveTextContent('CLP 4,500');
    expect(screen.queryByText(/^Nothing was changed/)).not.toBeInTheDocument();
  });

  it('does not call a day saved whose transfer was stopped since', async () => {
    const { fill, save, browser, all, address, id } = await openEdit({ day: `${nextYear}-01-31` });
    await fill('Time', '11:00');
    let isLost = true;
    intercept(browser, /^POST .*\/day$/, async (url, init) => {
      const answer = await browser.fetch(url, init);
      if (!isLost) return answer;
      isLost = false;
      throw new TypeError('connection lost');
    });
    await save();
    expect(await screen.findByText('We don’t know yet whether it was changed')).toBeVisible();
    const made = (await all()).find(({ kind }: { kind: string }) => kind === 'once');
    await browser.call('POST', `/api/orders/${made.id}/stop`, { revision: 1 });
    await save();
    const title = 'It was stopped since: nothing more is sent';
    expect(await screen.findByText(title)).toBeVisible();
    expect(address()).toBe(`/scheduled/${id}/edit`);
    expect(screen.getByRole('link', { name: 'Show that transfer' })).toHaveAttribute(
      'href',
      `/sends/${made.id}`,
    );
  });
});
