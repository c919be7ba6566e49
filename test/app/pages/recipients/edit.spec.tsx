import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOut } from '../../../support/account-menu.ts';
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

it('returns untouched fields unchanged', async () => {
  const { user, sandbox } = await open({ birthdate: '1984-02-29', aba_number: '021000021' });
  const [before] = sandbox.accounts;
  await fill(user, { City: 'Medellín' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(screen.getByText('Medellín')).toBeVisible();
  expect(sandbox.accounts).toEqual([{ ...before, city: 'Medellín' }]);
});

it('returns an untouched code in the grouping of the service', async () => {
  const { user, sandbox } = await open({
    iban_number: 'ES91-2100-0418-4502-0005-1332',
    cpf_number: '52998224725',
  });
  expect(screen.getByLabelText('IBAN (optional)')).toHaveValue('ES91 2100 0418 4502 0005 1332');
  expect(screen.getByLabelText('CPF (optional)')).toHaveValue('529.982.247-25');
  await fill(user, { City: 'Medellín' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(sandbox.accounts).toMatchObject([
    { iban_number: 'ES91-2100-0418-4502-0005-1332', cpf_number: '52998224725', city: 'Medellín' },
  ]);
});

it('opens the details that have a filled field', async () => {
  await open({ state: 'Cundinamarca', aba_number: '021000021' });
  expect(screen.getByLabelText('State, province or department (optional)')).toBeVisible();
  expect(screen.getByLabelText('ABA number (optional)')).toBeVisible();
});

it('checks a stored value only after it is changed', async () => {
  const { user } = await open({ aba_number: '021000012', email: 'ana@example' });
  const [aba, email] = [
    screen.getByLabelText('ABA number (optional)'),
    screen.getByLabelText('Email'),
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
  expect(screen.queryByText(/look like an email address/)).not.toBeInTheDocument();
});

it('checks what was typed before the page was left', async () => {
  const { user, router } = await open({ aba_number: '021000021' });
  await fill(user, { 'ABA number (optional)': '021000012' });
  await act(() => router.navigate('/recipients/501'));
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  await act(() => router.navigate('/recipients/501/edit'));
  await screen.findByText(/Two digits may be swapped/);
});

it('can change the country, with another bank and code', async () => {
  const { user, sandbox } = await open();
  await pick(user, 'Country or digital asset', 'Brazil');
  await pick(user, 'Bank', 'itau');
  await fill(user, { CPF: '529.982.247-25' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(sandbox.accounts).toMatchObject([
    { country: { name: 'Brazil' }, cpf_number: '52998224725', bank_number: '00123454821' },
  ]);
});

describe.each(['merge', 'replace'] as const)('a service whose edits %s', (edits) => {
  it('gets empty values for cleared fields and for those that a wallet lacks', async () => {
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

it('names the fields that the service did not save', async () => {
  const { user, browser } = await open({ phone: '+57 300 1234567', state: 'Meta' });
  // This service ignores a cleared phone.
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
    'The payment service did not save everythingThe payment service has other values for: Mobile phone.',
  );
  expect(screen.getByText('+57 300 1234567')).toBeVisible();
});

it('shows a refusal at its field', async () => {
  const { user } = await open();
  await fill(user, { Nickname: 'taken' });
  await save(user);
  expect(await summary()).toEqual([
    'Another recipient already has this nickname. Choose a different one.',
  ]);
});

it('says after a lost answer that saving again is safe', async () => {
  const { user } = await open();
  await fill(user, { Nickname: 'broken' });
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Your changes may have been saved.*You can safely save again/,
  );
  expect(screen.getByLabelText('Nickname')).toHaveValue('broken');
});

it('is locked and offers a copy after a completed transfer', async () => {
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
  expect(screen.getByText('You can’t change this recipient any more')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Duplicate' })).toBeVisible();
});

it('is locked in the same way if that happens during the edit', async () => {
  const app = await open({}, { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } });
  const { user, browser } = app;
  await sendMoney(browser, '501');
  await fill(user, { City: 'Medellín' });
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You can’t change this recipient any more',
  );
  expect(screen.getByRole('link', { name: 'Duplicate' })).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveValue('Medellín');

  await user.click(screen.getByRole('link', { name: 'Duplicate' }));
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
  expect(screen.getByLabelText('City')).toHaveValue('Medellín');
  expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
  expect(screen.getByLabelText('Nickname')).toHaveValue('');
  expect(app.router.state.location.search).toBe('?copy=501');
});

/** Saves the same recipient from another client. */
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

describe('a recipient that was changed elsewhere', () => {
  async function openAndChange() {
    const app = await open({ phone: '+57 300 1234567' });
    await changeElsewhere(app);
    await fill(app.user, { City: 'Medellín', Address: 'Carrera 7' });
    await save(app.user);
    const notice = within(await screen.findByRole('alert'));
    return { ...app, notice };
  }
  const saved = () => screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });

  it('shows the changes before it overwrites them', async () => {
    const { notice, sandbox } = await openAndChange();
    expect(notice.getByText('This recipient was changed elsewhere')).toBeVisible();
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Account type: from Savings to Checking',
      'City: from Bogotá to Cali',
      'Mobile phone: from +57 300 1234567 to nothing',
    ]);
    expect(sandbox.accounts).toMatchObject([{ city: 'Cali', address: 'Calle 1 # 2-3' }]);
  });

  it('overwrites them if the person keeps their version', async () => {
    const { notice, sandbox, user } = await openAndChange();
    await user.click(notice.getByRole('button', { name: 'Keep my version' }));
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await saved();
    expect(sandbox.accounts).toMatchObject([
      { city: 'Medellín', address: 'Carrera 7', phone: '+57 300 1234567', bank_type: 'savings' },
    ]);
  });

  it('takes the changes and keeps the other fields as typed', async () => {
    const { notice, sandbox, user } = await openAndChange();
    await user.click(notice.getByRole('button', { name: 'Use these changes' }));
    expect(screen.getByLabelText('City')).toHaveValue('Cali');
    await save(user);
    await saved();
    expect(sandbox.accounts).toMatchObject([
      { city: 'Cali', address: 'Carrera 7', phone: null, bank_type: 'current' },
    ]);
  });
});

describe('the draft of an edit', () => {
  const restored = () => screen.queryByText('What you had entered is still here');

  /** Leaves the form and opens it again with an empty cache. */
  async function reopen({ router, queryClient }: Awaited<ReturnType<typeof open>>) {
    await act(() => router.navigate('/recipients'));
    await screen.findByRole('heading', { level: 1, name: 'Recipients' });
    queryClient.clear();
    await act(() => router.navigate('/recipients/501/edit'));
    await screen.findByRole('heading', { level: 1, name: 'Edit Mamá Bogotá' });
  }

  it('is restored, and dropped once it is saved', async () => {
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

  it('is dropped when all changes are undone, and on demand', async () => {
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

  it('shows changes made elsewhere before it overwrites them', async () => {
    const app = await open({ phone: '+57 300 1234567' });
    await fill(app.user, { Address: 'Carrera 7' });
    await changeElsewhere(app);
    await reopen(app);
    expect(screen.getByLabelText('City')).toHaveValue('Bogotá');
    await save(app.user);
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('This recipient was changed elsewhere')).toBeVisible();
    expect(app.sandbox.accounts).toMatchObject([{ city: 'Cali', address: 'Calle 1 # 2-3' }]);

    await app.user.click(notice.getByRole('button', { name: 'Use these changes' }));
    // Changes that the person has seen are not shown again.
    await reopen(app);
    expect(screen.getByLabelText('City')).toHaveValue('Cali');
    await save(app.user);
    await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
    expect(app.sandbox.accounts).toMatchObject([
      { city: 'Cali', address: 'Carrera 7', phone: null, bank_type: 'current' },
    ]);
  });

  it('is not shown to another person, and is dropped at sign-out', async () => {
    const app = await open();
    await fill(app.user, { City: 'Medellín' });
    const [key = ''] = tabStorageKeys();
    const kept = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key.replace(/"edit-recipient","[^"]+"/, '"edit-recipient","99"'), kept);
    await reopen(app);
    expect(restored()).not.toBeInTheDocument();
    expect(tabStorageKeys()).toHaveLength(1);
    await signOut(app.user);
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
  });
});
