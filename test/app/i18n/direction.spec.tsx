import { i18n, type Messages } from '@lingui/core';
import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, describe, expect, it, test } from 'vitest';
import { LastDigits } from '../../../src/app/accounts/last-digits.tsx';
import { messages as en } from '../../../src/app/i18n/catalogues/en.po';
import { messages as es } from '../../../src/app/i18n/catalogues/es.po';
import { messages as pt } from '../../../src/app/i18n/catalogues/pt.po';
import { addRecipient } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const alias = 'أمي 12';
const apart = `\u2068${alias}\u2069`;

afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: en }));

describe.each([
  ['en', en],
  ['es', es],
  ['pt', pt],
])('messages in %s', (locale, messages: Messages) => {
  it('keep the direction of every value apart from the text around it', () => {
    i18n.loadAndActivate({ locale, messages });
    const withNames = Object.entries(messages).filter(([, parts]) => namesOf(parts).length > 0);
    expect(withNames.length).toBeGreaterThan(100);
    for (const [id, parts] of withNames) {
      const numbers = numbersOf(parts).map((name) => [name, 2]);
      const names = namesOf(parts).map((name) => [name, alias]);
      const text = i18n._(id, Object.fromEntries([...names, ...numbers]));
      expect(text.replaceAll(apart, ''), text).not.toContain(alias);
    }
  });
});

test.each([
  ['hebrew', 'אמא (3)'],
  ['a script beyond the first plane', '\u{1e900}\u{1e901} 7'],
  ['an override', 'Eve, boss\u202e'],
])('keeps %s apart in a text', (_, name) => {
  expect(i18n._({ id: '', message: 'Send to {name}: 5', values: { name } })).toBe(
    `Send to \u2068${name}\u2069: 5`,
  );
});

test.each([
  ['a'.concat('\u2069\u202e'), 'a\u202e'],
  ['a\u2067', 'a\u2067\u2069'],
  ['\u2067a\u2069\u2069', '\u2067a\u2069'],
])('leaves %j no way out of its isolation', (name, held) => {
  const text = i18n._({ id: '', message: 'Send to {name}: 5', values: { name } });
  expect(text).toBe(`Send to \u2068${held}\u2069: 5`);
});

test.each(['Ana (mamá)', 'Łódź 12', '王', 'a < b', '1,250.00'])('leaves %s as it is', (name) => {
  expect(i18n._({ id: '', message: 'Send to {name}: 5', values: { name } })).toBe(
    `Send to ${name}: 5`,
  );
});

it('keeps the last digits of an account behind the name of its bank', () => {
  const { container } = renderUi(
    <p>
      بنك 5 <LastDigits end="4821" />
    </p>,
  );
  expect(container.querySelector('bdi')).toHaveTextContent(/^···· 4821/);
});

it('keeps a name apart in labels and in the title of the window', async () => {
  let id = '';
  const { router } = await renderApp('/recipients', {
    as: 'sender',
    before: async (browser) => {
      const recipient = await addRecipient(browser, { alias });
      id = recipient.id;
    },
  });
  expect(await screen.findByRole('link', { name: `Send to ${apart}` })).toBeVisible();
  for (const path of [`/recipients/${id}`, `/recipients/${id}/edit`]) {
    await act(() => router.navigate(path));
    await waitFor(() => expect(document.title).toContain(apart));
  }
});

type Part = string | [string, string?, Record<string, unknown>?];
const partsOf = (parts: unknown): Part[] => (Array.isArray(parts) ? parts : []);

/** The values that a message shows as they are. */
function namesOf(parts: unknown): string[] {
  return partsOf(parts).flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, type, choices] = part;
    return type ? Object.values(choices ?? {}).flatMap(namesOf) : [name];
  });
}

/** The values by which a message chooses its words. */
function numbersOf(parts: unknown): string[] {
  return partsOf(parts).flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, type, choices] = part;
    return type ? [name, ...Object.values(choices ?? {}).flatMap(numbersOf)] : [];
  });
}
