import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { activate } from '../../../src/app/i18n/activate.ts';
import { useFormat } from '../../../src/app/i18n/use-format.ts';
import { languageCookie, pickLocale } from '../../../src/contract/api/languages.ts';
import { chooseLanguage, openAccountMenu } from '../../support/account-menu.ts';
import { renderApp } from '../../support/render-app.tsx';
import { renderUi } from '../../support/render-ui.tsx';

function Day({ iso }: { iso: string }) {
  return <p>{useFormat().dateTime(iso)}</p>;
}

function Age({ seconds }: { seconds: number }) {
  return <p>{useFormat().ago(seconds)}</p>;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test.each([
  ['es-CL', 'Enviar dinero', ['Enviar', 'Destinatarios', 'Transferencias'], 'es-419'],
  ['pt-PT', 'Enviar dinheiro', ['Enviar', 'Destinatários', 'Transferências'], 'pt-BR'],
  ['fr-CA', 'Send money', ['Send', 'Recipients', 'Transfers'], 'en'],
])('shows a browser in %s its language', async (language, title, places, lang) => {
  await renderApp('/', { languages: [language] });
  await heading(title);
  expect(document.title).toBe(`${title} · Giro`);
  expect(document.documentElement).toHaveAttribute('lang', lang);
  const [nav] = screen.getAllByRole('navigation');
  const links = within(nav ?? document.body).getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(expect.arrayContaining(places));
});

test('keeps the language that is chosen on the sign-in page', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  await user.type(await screen.findByLabelText('Email'), 'sender@giro.example');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Español');
  await heading('Iniciar sesión');
  expect(screen.getByLabelText('Correo electrónico')).toHaveValue('sender@giro.example');
  expect(document.cookie).toContain(`${languageCookie}=es`);
  await user.type(screen.getByLabelText('Contraseña'), 'sandbox{Enter}');
  await heading('Enviar dinero');
  await openAccountMenu(user);
  expect(screen.getByRole('combobox', { name: 'Idioma' })).toHaveDisplayValue('Español');
});

test('prefers the chosen language over the browser’s', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = `${languageCookie}=pt; Path=/`;
  await renderApp('/recipients', { languages: ['es-CL'] });
  await heading('Destinatários');
});

test('keeps a half-filled form on a change of language', async () => {
  const { user, router } = await renderApp('/recipients/new');
  await heading('New recipient');
  const form = within(await screen.findByRole('main'));
  await user.type(form.getByLabelText('Nickname'), 'Mamá');
  await user.type(form.getByRole('combobox', { name: 'Country or digital asset' }), 'Colom');
  await user.click(await screen.findByRole('option', { name: /Colombia/ }));
  await user.type(await form.findByLabelText('Account number'), '4821');
  await chooseLanguage(user, 'Português');

  await heading('Novo destinatário');
  expect(router.state.location.pathname).toBe('/recipients/new');
  expect(form.getByLabelText('Apelido')).toHaveValue('Mamá');
  expect(form.getByRole('combobox', { name: 'País ou ativo digital' })).toHaveValue('Colômbia');
  expect(form.getByLabelText('Número da conta')).toHaveValue('4821');
});

test('keeps the language and says so when another can’t be loaded', async () => {
  const { user } = await renderApp('/');
  await heading('Send money');
  await openAccountMenu(user);
  const chosen = screen.getByRole('combobox', { name: 'Language' });
  const lang = vi.spyOn(document.documentElement, 'lang', 'set').mockImplementation(() => {
    throw new Error('no network');
  });
  await user.selectOptions(chosen, 'Español');
  expect(await screen.findByRole('alert')).toBeVisible();
  lang.mockRestore();
  expect(document.cookie).not.toContain(languageCookie);
});

test.each([
  ['es-CL', 'Usted envía, en dólares estadounidenses', '1.234,5', '1.234,50'],
  ['es-MX', 'Usted envía, en dólares estadounidenses', '1,234.5', '1,234.50'],
  ['pt-BR', /^Você envia, em dólares/, '1.234,5', '1.234,50'],
])('reads and formats an amount for %s', async (language, label, typed, tidied) => {
  const { user, router } = await renderApp('/?source_amount_currency=USD&country_id=1', {
    languages: [language],
  });
  const field = await screen.findByLabelText(label);
  await user.type(field, typed);
  await user.tab();
  expect(field).toHaveValue(tidied);
  await waitFor(() =>
    expect(router.state.location.search).toContain('source_amount_cents=123450&'),
  );
});

test('keeps an amount’s value on a change of language', async () => {
  const { user, router } = await renderApp('/?source_amount_currency=USD&country_id=1');
  await user.type(await screen.findByLabelText('You send, in US dollars'), '1,234');
  await chooseLanguage(user, 'Português');
  const field = await screen.findByLabelText(/^Você envia, em dólares/);
  expect(field).toHaveValue('1.234,00');
  await waitFor(() =>
    expect(router.state.location.search).toContain('source_amount_cents=123400&'),
  );
});

test.each([
  ['es-CL', /^15-03-2026, 12:30/],
  ['es-419', /^15 mar 2026, 12:30/],
  ['pt-BR', /^15 de mar\. de 2026, 12:30$/],
])('formats a date for %s', async (language, written) => {
  await activate(pickLocale(undefined, [language]));
  renderUi(<Day iso="2026-03-15T12:30:00" />);
  expect(screen.getByText(written)).toBeVisible();
});

test.each([
  ['es', 'hace 3 min'],
  ['pt', 'há 3 min'],
] as const)('formats an age in %s: %s', async (language, written) => {
  await activate(pickLocale(language, []));
  renderUi(<Age seconds={200} />);
  expect(screen.getByText(written)).toBeVisible();
});
