import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addRecipient, sendMoney, walletAddress } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { tabStorageKeys } from '../../../support/tab-storage.ts';
import { fill, pick, save, summary } from './fill.ts';

beforeEach(() => sessionStorage.clear());

type Options = NonNullable<Parameters<typeof renderApp>[1]>;

async function open(fields: Record<string, unknown> = {}, options: Options = {}) {
  const app = await renderApp('/recipients/501/edit', {
    before: async (browser) => {
      await addRecipient(browser, fields);
    },
    ...options,
  });
  await screen.findByRole('heading', { level: 1, name: 'Edit Mamá Bogotá' });
  return app;
}

it('sends back what was not touched as it was', async () => {
  const { user, sandbox } = await open({ birthdate: '1984-02-29', aba_number: '021000021' });
  const [before] = sandbox.accounts;
  await fill(user, { City: 'Medellín' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(screen.getByText('Medellín')).toBeVisible();
  expect(sandbox.accounts).toEqual([{ ...before, city: 'Medellín' }]);
});

it('sends back an untouched code as the service has it, in whatever grouping', async () => {
  const { user, sandbox } = await open({
    iban_number: 'ES91-2100-0418-4502-0005-1332',
    cpf_number: '52998224725',
  });
  expect(screen.getByLabelText('IBAN number (optional)')).toHaveValue(
    'ES91 2100 0418 4502 0005 1332',
  );
  expect(screen.getByLabelText('CPF number (optional)')).toHaveValue('529.982.247-25');
  await fill(user, { City: 'Medellín' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(sandbox.accounts).toMatchObject([
    { iban_number: 'ES91-2100-0418-4502-0005-1332', cpf_number: '52998224725', city: 'Medellín' },
  ]);
});

it('opens what stands behind details when it holds something', async () => {
  await open({ state: 'Cundinamarca', aba_number: '021000021' });
  expect(screen.getByLabelText('State, province or department (optional)')).toBeVisible();
  expect(screen.getByLabelText('ABA number (optional)')).toBeVisible();
});

it('takes what the service has taken, and looks at it once it is changed', async () => {
  const { user } = await open({ aba_number: '021000012', email: 'ana@example' });
  const [aba, email] = [
    screen.getByLabelText('ABA number (optional)'),
    screen.getByLabelText('E-mail'),
  ];
  await user.click(email);
  await user.type(email, '.co');
  await user.click(aba);
  await user.type(aba, '{Backspace}3');
  await user.tab();
  await screen.findByText(/One digit may be wrong/);
  await user.type(email, '{Backspace}{Backspace}{Backspace}');
  await user.type(aba, '{Backspace}2');
  await user.tab();
  await waitFor(() => expect(screen.queryByText(/One digit may be wrong/)).not.toBeInTheDocument());
  expect(screen.queryByText(/look like an e-mail address/)).not.toBeInTheDocument();
});

it('looks at what was typed before the page was left', async () => {
  const { user, router } = await open({ aba_number: '021000021' });
  await fill(user, { 'ABA number (optional)': '021000012' });
  await act(() => router.navigate('/recipients/501'));
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  await act(() => router.navigate('/recipients/501/edit'));
  await screen.findByText(/Two digits may be swapped/);
});

it('moves to another country with its bank and its code', async () => {
  const { user, sandbox } = await open();
  await pick(user, 'Country or digital asset', 'Brazil');
  await pick(user, 'Bank', 'itau');
  await fill(user, { 'CPF number (needed for Brazil)': '529.982.247-25' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(sandbox.accounts).toMatchObject([
    { country: { name: 'Brazil' }, cpf_number: '52998224725', bank_number: '00123454821' },
  ]);
});

describe.each(['merge', 'replace'] as const)('a service whose edits %s', (edits) => {
  it('is told to empty what was cleared, and what a wallet has no use for', async () => {
    const fields = { phone: '+57 300 1234567', state: 'Meta', birthdate: '1984-02-29' };
    const { user, sandbox, router } = await open(
      {},
      {
        sandbox: { edits },
        before: async (browser) => {
          await addRecipient(browser, { ...fields, aba_number: '021000021' });
        },
      },
    );
    await user.clear(screen.getByLabelText('Mobile phone (optional)'));
    await user.clear(screen.getByLabelText('Birth date (optional)'));
    await user.clear(screen.getByLabelText('ABA number (optional)'));
    await save(user);
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(sandbox.accounts).toMatchObject([
      { phone: null, birthdate: null, aba_number: null, state: 'Meta', city: 'Bogotá' },
    ]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    await act(() => router.navigate('/recipients/501/edit'));
    await user.click(await screen.findByRole('radio', { name: 'Wallet' }));
    await fill(user, { 'Wallet address': walletAddress });
    await save(user);
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(sandbox.accounts).toMatchObject([
      { category: 'wallet', bank_id: null, bank_type: null, bank_number: null, state: 'Meta' },
    ]);
  });
});

it('says what the service did not take', async () => {
  const { user, browser } = await open({ phone: '+57 300 1234567', state: 'Meta' });
  // The service keeps a phone that it has.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (init?.method !== 'PUT' || typeof init.body !== 'string') return browser.fetch(path, init);
    const { phone: _, ...body } = JSON.parse(init.body);
    return browser.fetch(path, { ...init, body: JSON.stringify(body) });
  });
  await user.clear(screen.getByLabelText('Mobile phone (optional)'));
  await fill(user, { City: 'Cali' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The payment service did not save everythingIt has other values for: Mobile phone.',
  );
  expect(screen.getByText('+57 300 1234567')).toBeVisible();
});

it('puts a refusal at its field', async () => {
  const { user } = await open();
  await fill(user, { 'Name for this recipient': 'taken' });
  await save(user);
  expect(await summary()).toEqual([
    'Name for this recipient: This is already used. Choose another.',
  ]);
});

it('says of a lost answer that saving again does no harm', async () => {
  const { user } = await open();
  await fill(user, { 'Name for this recipient': 'broken' });
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('saving it again does no harm');
  expect(screen.getByLabelText('Name for this recipient')).toHaveValue('broken');
});

it('is locked, and offers a copy, once a transfer was executed', async () => {
  await open(
    {},
    {
      sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
      before: async (browser) => {
        const { id } = await addRecipient(browser);
        await sendMoney(browser, id);
      },
    },
  );
  expect(screen.getByText("This recipient can't be changed any more")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Copy as new' })).toBeVisible();
});

it('is locked in the same way when that happens while it is edited', async () => {
  const app = await open({}, { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } });
  const { user, browser } = app;
  await sendMoney(browser, '501');
  await fill(user, { City: 'Medellín' });
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent("can't be changed any more");
  expect(screen.getByRole('link', { name: 'Copy as new' })).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveValue('Medellín');

  await user.click(screen.getByRole('link', { name: 'Copy as new' }));
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
  expect(screen.getByLabelText('City')).toHaveValue('Medellín');
  expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
  expect(screen.getByLabelText('Name for this recipient')).toHaveValue('');
  expect(app.router.state.location.search).toBe('?copy=501');
});

/** Another place saves the same recipient. */
async function changeElsewhere({ browser }: Awaited<ReturnType<typeof open>>) {
  const { body } = await browser.call('GET', '/api/destination_accounts/501');
  const { id, country, editable, ...account } = body;
  const given = Object.fromEntries(
    Object.entries({ ...account, city: 'Cali', phone: '', bank_type: 'current' }).filter(
      ([, value]) => value !== null,
    ),
  );
  const { status } = await browser.call('PUT', '/api/destination_accounts/501', given);
  expect(status).toBe(200);
}

describe('changed elsewhere meanwhile', () => {
  async function openAndChange() {
    const app = await open({ phone: '+57 300 1234567' });
    await changeElsewhere(app);
    await fill(app.user, { City: 'Medellín', Address: 'Carrera 7' });
    await save(app.user);
    const notice = within(await screen.findByRole('alert'));
    return { ...app, notice };
  }
  const saved = () => screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });

  it('is shown before it is overwritten', async () => {
    const { notice, sandbox } = await openAndChange();
    expect(notice.getByText('Changed elsewhere meanwhile')).toBeVisible();
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Account type: from savings to checking account',
      'City: from Bogotá to Cali',
      'Mobile phone: from +57 300 1234567 to nothing',
    ]);
    expect(sandbox.accounts).toMatchObject([{ city: 'Cali', address: 'Calle 1 # 2-3' }]);
  });

  it('is overwritten by whoever says so', async () => {
    const { notice, sandbox, user } = await openAndChange();
    await user.click(notice.getByRole('button', { name: 'Keep what I have' }));
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await saved();
    expect(sandbox.accounts).toMatchObject([
      { city: 'Medellín', address: 'Carrera 7', phone: '+57 300 1234567', bank_type: 'savings' },
    ]);
  });

  it('is taken over, beside what was typed elsewhere', async () => {
    const { notice, sandbox, user } = await openAndChange();
    await user.click(notice.getByRole('button', { name: 'Take these changes' }));
    expect(screen.getByLabelText('City')).toHaveValue('Cali');
    await save(user);
    await saved();
    expect(sandbox.accounts).toMatchObject([
      { city: 'Cali', address: 'Carrera 7', phone: null, bank_type: 'current' },
    ]);
  });
});

describe('an edit that was left', () => {
  const restored = () => screen.queryByText('What you had entered is still here');

  /** The form opened anew: nothing is left of it but what the browser stores. */
  async function reopen({ router, queryClient }: Awaited<ReturnType<typeof open>>) {
    await act(() => router.navigate('/recipients'));
    await screen.findByRole('heading', { level: 1, name: 'Recipients' });
    queryClient.clear();
    await act(() => router.navigate('/recipients/501/edit'));
    await screen.findByRole('heading', { level: 1, name: 'Edit Mamá Bogotá' });
  }

  it('is there again, and forgotten once it is saved', async () => {
    const app = await open();
    await fill(app.user, { City: 'Medellín' });
    await reopen(app);
    expect(restored()).toBeVisible();
    expect(screen.getByLabelText('City')).toHaveValue('Medellín');
    await save(app.user);
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(app.sandbox.accounts).toMatchObject([{ city: 'Medellín' }]);
    expect(tabStorageKeys()).toHaveLength(0);
  });

  it('is none when all was taken back, and starts again on demand', async () => {
    const app = await open();
    await fill(app.user, { City: 'Medellín' });
    await fill(app.user, { City: 'Bogotá' });
    expect(tabStorageKeys()).toHaveLength(0);

    await fill(app.user, { City: 'Medellín' });
    await reopen(app);
    await app.user.click(screen.getByRole('button', { name: 'Start again' }));
    expect(restored()).not.toBeInTheDocument();
    expect(screen.getByLabelText('City')).toHaveValue('Bogotá');
    expect(tabStorageKeys()).toHaveLength(0);
  });

  it('does not overwrite what was changed elsewhere meanwhile without a word', async () => {
    const app = await open({ phone: '+57 300 1234567' });
    await fill(app.user, { Address: 'Carrera 7' });
    await changeElsewhere(app);
    await reopen(app);
    expect(screen.getByLabelText('City')).toHaveValue('Bogotá');
    await save(app.user);
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('Changed elsewhere meanwhile')).toBeVisible();
    expect(app.sandbox.accounts).toMatchObject([{ city: 'Cali', address: 'Calle 1 # 2-3' }]);

    await app.user.click(notice.getByRole('button', { name: 'Take these changes' }));
    // Left once more: what was seen of the changes is not told again.
    await reopen(app);
    expect(screen.getByLabelText('City')).toHaveValue('Cali');
    await save(app.user);
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(app.sandbox.accounts).toMatchObject([
      { city: 'Cali', address: 'Carrera 7', phone: null, bank_type: 'current' },
    ]);
  });

  it('of another person is not shown, and goes at sign-out', async () => {
    const app = await open();
    await fill(app.user, { City: 'Medellín' });
    const [key = ''] = tabStorageKeys();
    const kept = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key.replace(/"edit-recipient","[^"]+"/, '"edit-recipient","99"'), kept);
    await reopen(app);
    expect(restored()).not.toBeInTheDocument();
    expect(tabStorageKeys()).toHaveLength(1);
    await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
  });
});
