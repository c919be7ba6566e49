import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

const boxName = 'Transfer number, name, ID number, account or amount';

/** Opens the page as support, after a sender has sent money to a recipient. */
async function openSupport(
  fields: Record<string, string> = {},
  options: Parameters<typeof renderApp>[1] = {},
) {
  const sent = { id: '', recipient: '', key: '' };
  const app = await renderApp('/support', {
    ...options,
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      const { body } = await sendMoney(browser, recipient.id, fields);
      Object.assign(sent, { id: body.id, recipient: recipient.id, key: body.send?.key });
      await browser.signIn('support');
    },
  });
  const box = await screen.findByRole('textbox', { name: boxName });
  const find = async (text: string) => {
    await app.user.clear(box);
    await app.user.type(box, `${text}{Enter}`);
  };
  return { ...app, sent, find };
}

describe('the search box', () => {
  it('keeps what is typed while the page is opened once more, and while a search loads', async () => {
    const { user, router, sent } = await openSupport();
    const box = () => screen.getByRole('textbox', { name: boxName });
    const [first = '', ...rest] = sent.id;
    await user.type(box(), first);
    await act(() => router.navigate('/support'));
    await user.type(box(), rest.join(''));
    expect(box()).toHaveValue(sent.id);
    const online = globalThis.fetch;
    const answer = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (input.startsWith('/api/support/search')) await answer.promise;
      return online(input, init);
    });
    await user.keyboard('{Enter}');
    await user.type(box(), ' x');
    answer.resolve();
    await waitFor(() => expect(router.state.location.state).toMatchObject({ q: sent.id }));
    expect(await screen.findByText('Press Find to search.')).toBeVisible();
    expect(box()).toHaveValue(`${sent.id} x`);
  });

  it.each([
    ['a name', 'patiño', 'owner’s name'],
    ['the end of an account', '4821', 'end of account'],
    ['the end of an account as it is shown', '···· 4821', 'end of account'],
    ['an ID number', '1.020.304', 'ID number'],
    ['a nickname', 'mamá', 'nickname'],
    ['a name and an amount', 'Gloria 100,000 pesos', 'owner’s name, transfer amount, currency'],
    ['a name and a country', 'Patiño Colombia', 'country'],
  ])('finds the transfer and its recipient by %s', async (_what, text, matched) => {
    const { find, sent, router } = await openSupport();
    await find(` ${text} `);
    const row = within(await screen.findByRole('list', { name: 'Transfers' })).getByRole(
      'listitem',
    );
    expect(within(row).getByRole('link', { name: 'Mamá Bogotá' })).toHaveAttribute(
      'href',
      `/transfers/${sent.id}`,
    );
    expect(row).toHaveTextContent(sent.id);
    expect(row).toHaveTextContent('CLP 100,000');
    expect(row).toHaveTextContent(/From .+, sender@giro\.example/);
    expect(await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' })).toBeVisible();
    expect(screen.getByText('Found by').nextElementSibling).toHaveTextContent(matched);
    expect(screen.getByRole('link', { name: 'Open the recipient' })).toHaveAttribute(
      'href',
      `/recipients/${sent.recipient}`,
    );
    expect(router.state.location.search).toBe('');
    const heading = screen.getByRole('heading', {
      level: 2,
      name: '1 transfer, 1 recipient found',
    });
    expect(heading).toHaveFocus();
  });

  it('finds a transfer by its number, with its recipient', async () => {
    const { find, sent } = await openSupport();
    await find(sent.id);
    await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' });
    expect(screen.getByText('Found by').nextElementSibling).toHaveTextContent('transfer number');
    expect(screen.getByRole('heading', { level: 2, name: '1 transfer found' })).toBeVisible();
  });

  it('finds a transfer by an amount as people write it', async () => {
    const { find } = await openSupport({ source_amount_cents: '7654321' });
    await find('7.654.321');
    await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' });
    expect(screen.getByText('Found by').nextElementSibling).toHaveTextContent('transfer amount');
  });

  it.each(['sender@giro.example', 'Sam Sender'])(
    'finds a transfer by its sender, %s',
    async (text) => {
      const { find, sent } = await openSupport();
      await find(text);
      await screen.findByRole('heading', { level: 2, name: '1 transfer found' });
      expect(screen.getByRole('link', { name: 'Mamá Bogotá' })).toHaveAttribute(
        'href',
        `/transfers/${sent.id}`,
      );
      await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' });
      expect(screen.getByText('Found by').nextElementSibling).toHaveTextContent(/^sender$/);
    },
  );

  it('finds an unconfirmed transfer by its sender', async () => {
    const { find, sent } = await openSupport({ source_amount_cents: '504' });
    await find('sender@giro.example');
    const list = within(
      await screen.findByRole('list', { name: '1 transfer is not confirmed yet' }),
    );
    const link = list.getByRole('link', { name: /^CLP\s504$/ });
    expect(link).toHaveAttribute('href', `/sends/${sent.key}`);
  });

  it('finds an unconfirmed transfer by the start of its key, and lists it only once', async () => {
    const { find, sent } = await openSupport({ source_amount_cents: '504' });
    await find(sent.key.slice(0, 8));
    const list = within(
      await screen.findByRole('list', { name: '1 transfer is not confirmed yet' }),
    );
    const link = list.getByRole('link', { name: /^CLP\s504$/ });
    expect(link).toHaveAttribute('href', `/sends/${sent.key}`);
    expect(list.getByRole('listitem')).toHaveTextContent(/To Mamá Bogotá.*From .*sender@giro/);
    expect(screen.getAllByRole('link', { name: /^CLP\s504$/ })).toHaveLength(1);
    expect(screen.queryByText('Nothing found')).not.toBeInTheDocument();
  });

  it('searches once on submit, not on each keystroke', async () => {
    const { find, browser } = await openSupport();
    const asked = vi.fn(browser.fetch);
    vi.stubGlobal('fetch', asked);
    await find('patiño');
    await screen.findByRole('list', { name: 'Transfers' });
    const searches = () => asked.mock.calls.filter(([url]) => String(url).includes('/search'));
    expect(searches()).toHaveLength(1);
    await find('patiño');
    await waitFor(() => expect(searches()).toHaveLength(2));
  });

  it('explains what to search by when nothing is found, and keeps the text', async () => {
    const { find } = await openSupport();
    await find('nobody like this');
    const title = await screen.findByRole('heading', { level: 2, name: 'Nothing found' });
    expect(title.parentElement).toHaveTextContent(/the last 3 characters are enough/);
    expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('nobody like this');
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Nothing found');
  });

  it('offers names that are spelled nearly like a word that names nobody', async () => {
    const { find, user } = await openSupport();
    await find('patinyo');
    await user.click(await screen.findByRole('button', { name: 'Patiño' }));
    await screen.findByRole('list', { name: 'Transfers' });
    expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('Patiño');
    expect(screen.getByRole('heading', { level: 2, name: /found/ })).toHaveFocus();
  });

  it('hides the results while another text is in the box', async () => {
    const { find, user } = await openSupport();
    await find('patiño');
    const results = await screen.findByRole('list', { name: 'Transfers' });
    const box = screen.getByRole('textbox', { name: boxName });
    await user.type(box, 'x');
    expect(results).not.toBeVisible();
    expect(screen.getByText('Press Find to search.')).toBeVisible();
    await user.type(box, '{Backspace}');
    expect(results).toBeVisible();
  });

  it('restores the previous search on Back, without its text in the URL', async () => {
    const { find, router } = await openSupport();
    await find('patiño');
    await screen.findByRole('list', { name: 'Transfers' });
    await find('nobody');
    await screen.findByRole('heading', { name: 'Nothing found' });
    await act(() => router.navigate(-1));
    await screen.findByRole('list', { name: 'Transfers' });
    expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('patiño');
    expect(router.state.location.search).toBe('');
  });

  it('searches for the number in a URL', async () => {
    const { router, sent } = await openSupport();
    await act(() => router.navigate(`/support?q=${sent.id}`));
    await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' });
    await act(() => router.navigate(`/support?recipient=${sent.recipient}`));
    await screen.findByRole('heading', { level: 2, name: 'Gloria Patiño' });
    expect(screen.getByText('Found by').nextElementSibling).toHaveTextContent('recipient number');
  });

  it('shows an unknown state unchanged', async () => {
    const { find, browser } = await openSupport();
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof browser.fetch>) => {
      const answer = await browser.fetch(...asked);
      if (!String(asked[0]).includes('/search')) return answer;
      return new Response((await answer.text()).replace('"pending"', '"on_hold"'), answer);
    });
    await find('patiño');
    expect(await screen.findByText('on_hold')).toBeVisible();
  });

  it('says that the service does not answer', async () => {
    // A list of the last seconds is shown without another read.
    const { find, stopService } = await openSupport(
      {},
      { tracking: { intervals: { min: 25, max: 50 } } },
    );
    await stopService();
    await find('patiño');
    const alert = await screen.findByText(
      /We couldn’t look this up|has not answered since/,
      {},
      { timeout: 15_000 },
    );
    expect(alert).toBeVisible();
  });
});

it('keeps the results when support returns from a transfer', async () => {
  const { user, find, sent, router } = await openSupport();
  await find('patiño');
  await user.click(await screen.findByRole('link', { name: 'Mamá Bogotá' }));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${sent.id}:`) });
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getByRole('link', { name: 'Look up' })).toHaveAttribute('aria-current', 'page');
  expect(main.getByRole('link', { name: 'Transfers' })).not.toHaveAttribute('aria-current');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Look up' }));
  await screen.findByRole('list', { name: 'Transfers' });
  expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('patiño');
  expect(router.state.location.pathname).toBe('/support');
});

describe('keyboard shortcuts', () => {
  it('focus the box, move over the results and open one', async () => {
    const { user, find, router, sent } = await openSupport();
    await find('patiño');
    await screen.findByRole('heading', { level: 2, name: '1 transfer, 1 recipient found' });
    await user.keyboard('j');
    expect(screen.getByRole('link', { name: 'Mamá Bogotá' })).toHaveFocus();
    await user.keyboard('/');
    const box = screen.getByRole('textbox', { name: boxName });
    expect(box).toHaveFocus();
    await user.keyboard('mamá/j');
    expect(box).toHaveValue('mamá/j');
    await user.clear(box);
    await user.type(box, 'patiño{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: '1 transfer, 1 recipient found' })).toHaveFocus(),
    );
    await user.keyboard('j{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/transfers/${sent.id}`));
  });

  it('are listed by ?, with a setting to turn them off', async () => {
    onTestFinished(() => localStorage.clear());
    const { user } = await openSupport();
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Use these shortcuts' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('?/');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('textbox', { name: boxName })).not.toHaveFocus();
    // With the shortcuts off, the button still opens the help.
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts', hidden: true }));
    expect(await screen.findByRole('checkbox', { name: 'Use these shortcuts' })).not.toBeChecked();
  });

  it('do nothing when turned off', async () => {
    localStorage.setItem('giro-shortcuts', 'off');
    onTestFinished(() => localStorage.clear());
    const { user } = await openSupport();
    await user.keyboard('/');
    expect(screen.getByRole('textbox', { name: boxName })).not.toHaveFocus();
  });
});

describe('several recipients', () => {
  const openTwo = async () => {
    const app = await renderApp('/support', {
      as: 'support',
      before: async (browser) => {
        await browser.signIn('sender');
        for (const [alias, first_name] of [
          ['Mamá Bogotá', 'Gloria'],
          ['Tío', 'Hernán'],
        ]) {
          const { id } = await addRecipient(browser, { alias, first_name });
          await sendMoney(browser, id);
        }
        await browser.signIn('support');
      },
    });
    await app.user.type(await screen.findByRole('textbox', { name: boxName }), 'patiño{Enter}');
    return app;
  };

  it('can be picked, and the URL has the id of the one that is shown', async () => {
    const { user, router } = await openTwo();
    const list = within(await screen.findByRole('list', { name: '2 recipients match' }));
    expect(screen.getByText('Pick one to see their details and transfers.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy case details' })).toBeNull();
    // The newest first.
    const [first] = list.getAllByRole('link');
    expect(first).toHaveTextContent('Hernán Patiño');
    await user.click(first ?? document.body);
    await screen.findByRole('heading', { level: 2, name: 'Hernán Patiño' });
    expect(router.state.location.search).toMatch(/^\?recipient=\d+$/);
    expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('patiño');
    expect(list.getAllByRole('link')[0]).toHaveAttribute('aria-current', 'true');
    const transfers = () =>
      within(screen.getByRole('list', { name: 'Transfers' })).getAllByRole('listitem');
    await screen.findByText('Only transfers to Tío.');
    await waitFor(() => expect(transfers()).toHaveLength(1));
    expect(transfers()[0]).toHaveTextContent('Tío');
    await user.click(screen.getByRole('link', { name: 'Show all recipients' }));
    await waitFor(() => expect(transfers()).toHaveLength(2));
    expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('patiño');
  });
});

describe('many results', () => {
  const openMany = () => renderApp('/support', { as: 'support', sandbox: { transfers: 400 } });

  it('are all reached, 50 at a time', async () => {
    const { user } = await openMany();
    await user.type(await screen.findByRole('textbox', { name: boxName }), 'clp{Enter}');
    const list = within(await screen.findByRole('list', { name: 'Transfers' }));
    expect(list.getAllByRole('listitem')).toHaveLength(50);
    const status = screen.getByText(/^Showing 50 of \d+$/);
    const total = Number(/\d+$/.exec(status.textContent ?? '')?.[0]);
    expect(total).toBeGreaterThan(50);
    for (let shown = 50; shown < total; ) {
      shown = Math.min(shown + 50, total);
      await user.click(screen.getByRole('button', { name: 'Show more transfers' }));
      await screen.findByText(`Showing ${shown} of ${total}`);
    }
    const links = list.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(new Set(links).size).toBe(total);
    expect(screen.queryByRole('button', { name: 'Show more transfers' })).toBeNull();
    expect(status).toHaveFocus();
  });

  it('keep all recipients listed when one of them is picked', async () => {
    const { user } = await renderApp('/support', { as: 'support', sandbox: { transfers: 1_200 } });
    await user.type(await screen.findByRole('textbox', { name: boxName }), 'a{Enter}');
    const list = within(await screen.findByRole('list', { name: /^\d+ recipients match$/ }));
    expect(list.getAllByRole('link')).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show more recipients' }));
    await waitFor(() => expect(list.getAllByRole('link').length).toBeGreaterThan(50));
    const all = list.getAllByRole('link');
    expect(screen.queryByRole('button', { name: 'Show more recipients' })).toBeNull();
    await user.click(all.at(-1) ?? document.body);
    await screen.findByText(/^Only transfers to/);
    expect(list.getAllByRole('link')).toHaveLength(all.length);
    await waitFor(() => expect(all.at(-1)).toHaveAttribute('aria-current', 'true'));
  });

  it('say why more could not be read, and can be asked for again', async () => {
    const { user, browser } = await openMany();
    await user.type(await screen.findByRole('textbox', { name: boxName }), 'clp{Enter}');
    await screen.findByRole('list', { name: 'Transfers' });
    const fails = vi.fn(async (...asked: Parameters<typeof browser.fetch>) =>
      String(asked[0]).includes('transfers_cursor')
        ? new Response('{}', { status: 500 })
        : browser.fetch(...asked),
    );
    vi.stubGlobal('fetch', fails);
    await user.click(screen.getByRole('button', { name: 'Show more transfers' }));
    expect(await screen.findByRole('alert', {}, { timeout: 10_000 })).toBeVisible();
    vi.stubGlobal('fetch', browser.fetch);
    await user.click(screen.getByRole('button', { name: 'Show more transfers' }));
    await screen.findByText(/^Showing 1?\d\d of \d+$/);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a number that is a transfer number and the end of another account', () => {
  const openBoth = async () => {
    const sent = { id: '' };
    const app = await renderApp('/support', {
      as: 'support',
      before: async (browser) => {
        await browser.signIn('sender');
        const paula = await addRecipient(browser, { alias: 'Paula', first_name: 'Paula' });
        sent.id = (await sendMoney(browser, paula.id)).body.id;
        const ana = { alias: 'Ana', first_name: 'Ana', bank_number: `00123${sent.id}` };
        await sendMoney(browser, (await addRecipient(browser, ana)).id);
        await browser.signIn('support');
      },
    });
    const box = await screen.findByRole('textbox', { name: boxName });
    await app.user.type(box, `${sent.id}{Enter}`);
    return { ...app, sent };
  };

  it('shows both under headings, and a card only after a recipient is picked', async () => {
    const { user, sent } = await openBoth();
    const heading = await screen.findByRole('heading', { level: 2, name: `Transfer ${sent.id}` });
    const own = within(heading.parentElement ?? document.body);
    expect(own.getByRole('list', { name: 'Transfers' })).toHaveTextContent('Paula');
    expect(own.getAllByRole('listitem')).toHaveLength(1);
    const accounts = within(
      screen.getByRole('list', { name: `Account ending in ${sent.id.slice(-4)}` }),
    );
    expect(screen.queryByRole('button', { name: 'Copy case details' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Paula Patiño' })).toBeNull();
    const others = screen.getByRole('heading', { name: 'Transfers to these recipients' });
    expect(others.parentElement).toHaveTextContent(/Ana/);
    expect(others.parentElement).not.toHaveTextContent('Paula');
    await user.click(accounts.getByRole('link', { name: 'Ana Patiño' }));
    await screen.findByRole('heading', { level: 2, name: 'Ana Patiño' });
    expect(await screen.findByRole('button', { name: 'Copy case details' })).toBeVisible();
  });
});

describe('the recipient card', () => {
  it('masks numbers until support reveals them, and records that in the audit log', async () => {
    const { find, user, db } = await openSupport();
    await find('patiño');
    const button = await screen.findByRole('button', { name: 'Show Account' });
    expect(document.body).not.toHaveTextContent('00123454821');
    await user.click(button);
    await screen.findByText(/00123454821/);
    const audit = await db.selectFrom('audit').select('action').execute();
    expect(audit.map(({ action }) => action)).toContain('reveal');
  });

  it('copies the case details with exact amounts and only the ends of numbers', async () => {
    const { find, user, sent } = await openSupport();
    await find('00123454821');
    await user.click(await screen.findByRole('button', { name: 'Copy case details' }));
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`Recipient ${sent.recipient}: Gloria Patiño (Mamá Bogotá)`);
    expect(text).toContain('ending in 4821');
    expect(text).toContain(`Transfer ${sent.id}: Pending`);
    expect(text).toMatch(/^CLP\s100,000 from the sender, COP\s[\d,.]+ to the recipient$/m);
    expect(text).toMatch(/^Pending: first seen \w+ \d+, \d{4}/m);
    expect(text).toMatch(/^From .+, sender@giro\.example$/m);
    expect(text).toMatch(/^As of /m);
    expect(text).toContain(`${window.location.origin}/support?recipient=${sent.recipient}`);
    expect(text).not.toMatch(/00123454821|1020304/);
  });
});

it('updates a transfer in the results without another search', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { find, user, browser } = await openSupport(
    {},
    { sandbox: { clock }, tracking: { intervals: { min: 25, max: 50 } }, live: true },
  );
  const asked = vi.fn(browser.fetch);
  vi.stubGlobal('fetch', asked);
  await find('patiño');
  const list = await screen.findByRole('list', { name: 'Transfers' });
  expect(list).toHaveTextContent('Pending');
  clock.time += 5_000;
  await waitFor(() => expect(list).toHaveTextContent('In progress · assigned'));
  clock.time += 6_000;
  await waitFor(() => expect(list).toHaveTextContent('Completed · executed'));
  expect(asked.mock.calls.filter(([url]) => String(url).includes('/search'))).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Copy case details' }));
  expect(await navigator.clipboard.readText()).toMatch(/^Completed · executed: first seen after /m);
});

describe('totals', () => {
  it('are exact, by state and by currency', async () => {
    await openSupport({ source_amount_cents: '7654321' });
    const states = within(await screen.findByRole('table', { name: 'By status' }));
    expect(states.getAllByRole('row')[1]).toHaveTextContent(/^Pending1CLP\s7,654,321$/);
    const pairs = within(screen.getByRole('table', { name: 'By currency' }));
    expect(pairs.getAllByRole('row')[1]).toHaveTextContent(
      /^CLP to COP1CLP\s7,654,321COP\s[\d,]+\.\d\d$/,
    );
  });

  it('show the 6 most frequent pairs, and all on request', async () => {
    const { user } = await renderApp('/support', { as: 'support', sandbox: { transfers: 400 } });
    const pairs = within(await screen.findByRole('table', { name: 'By currency' }));
    expect(pairs.getAllByRole('row')).toHaveLength(7);
    await user.click(screen.getByRole('button', { name: /^Show all \d+$/ }));
    expect(pairs.getAllByRole('row').length).toBeGreaterThan(7);
  });

  it('are tabs on a phone, with the choice in the URL', async () => {
    vi.stubGlobal('innerWidth', 390);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user, router } = await openSupport();
    expect(await screen.findByRole('table', { name: 'By status' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'By currency' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'By currency' }));
    expect(screen.getByRole('table', { name: 'By currency' })).toBeVisible();
    expect(screen.queryByRole('table', { name: 'By status' })).not.toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe('?totals=currencies'));
    await act(() => router.navigate('/transfers'));
    await screen.findByRole('heading', { level: 1, name: 'Transfers' });
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('table', { name: 'By currency' })).toBeVisible();
  });
});

it('refuses senders', async () => {
  await renderApp('/support', { as: 'sender' });
  expect(await screen.findByText('This page is for the support team.')).toBeVisible();
});

describe('unconfirmed transfers', () => {
  it('shows an empty state when there are none', async () => {
    await openSupport();
    await screen.findByText('None. Every transfer has a known result.');
  });

  it('lists each with its amount and a link', async () => {
    const { sent, container } = await openSupport({ source_amount_cents: '504' });
    await screen.findByText('We’re still checking 1 transfer.');
    const list = within(screen.getByRole('list', { name: 'Not confirmed yet' }));
    expect(list.getByRole('link', { name: /^CLP\s504$/ })).toHaveAttribute(
      'href',
      `/sends/${sent.key}`,
    );
    expect(container).not.toHaveTextContent(/fail/i);
  });

  it('says in one line below the results of a search how many there are, and leads to them', async () => {
    const { find, user } = await openSupport({ source_amount_cents: '504' });
    await find('nobody like this');
    await screen.findByRole('heading', { level: 2, name: 'Nothing found' });
    expect(screen.queryByRole('list', { name: 'Not confirmed yet' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'We’re still checking 1 transfer.' }));
    await screen.findByRole('list', { name: 'Not confirmed yet' });
    expect(screen.getByRole('textbox', { name: boxName })).toHaveValue('');
  });

  it('leaves out of that line what the search found', async () => {
    const { find, sent } = await openSupport({ source_amount_cents: '504' });
    await find(sent.key.slice(0, 8));
    await screen.findByRole('list', { name: '1 transfer is not confirmed yet' });
    expect(screen.queryByRole('link', { name: /still checking/ })).toBeNull();
  });

  it('lists transfers that need review first, and counts both kinds', async () => {
    const app = await renderApp('/support', {
      as: 'support',
      before: async (browser) => {
        await browser.signIn('sender');
        const { id } = await addRecipient(browser);
        for (const source_amount_cents of ['500', '504']) {
          await sendMoney(browser, id, { source_amount_cents });
        }
        await browser.signIn('support');
      },
    });
    await screen.findByText('We’re still checking 2 transfers.');
    await app.db
      .updateTable('sends')
      .set({ state: 'unresolved' })
      .where('source_amount_cents', '=', '504')
      .execute();
    await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
    await screen.findByText(/^1 transfer needs your review\. We’re still checking 1 transfer/);
    const rows = within(screen.getByRole('list', { name: 'Not confirmed yet' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^MBCOCLP\s504.*Needs review.*(ago|just now)$/),
      expect.stringMatching(/^MBCOCLP\s500.*Being checked.*(ago|just now)$/),
    ]);
  });
});
