import { readFileSync } from 'node:fs';
import { Plural, Trans } from '@lingui/react/macro';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { verbatim } from '../../../src/app/i18n/trans.ts';
import { FromSender } from '../../../src/app/transfers/from-sender.tsx';
import { sourceFiles } from '../../support/imports.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { renderUi } from '../../support/render-ui.tsx';

function Message({ name, then = 'again' }: { name: string; then?: string }) {
  return (
    <p>
      <Trans>
        Sent to {name}, <strong>{then}</strong> <br />
        <Plural value={2} one="# time" other="# times" />
      </Trans>
    </p>
  );
}

test.each([
  'Ana <i>Soto</i>',
  'Bob <0/> and <0>more</0>',
  'Eva <1/>',
  '<script>alert(1)</script>',
  'a < b',
  '</0>',
  '{name} # $& <b>',
])('shows the value %s unchanged', (name) => {
  const error = vi.spyOn(console, 'error');
  const { container } = renderUi(<Message name={name} />);
  expect(container).toHaveTextContent(`Sent to ${name}, again 2 times`);
  expect(container.querySelector('strong')).toHaveTextContent(/^again$/);
  expect(container.querySelectorAll('p :not(bdi)')).toHaveLength(2);
  expect(error).not.toHaveBeenCalled();
});

test.each([
  ['COP\u00a01,008,777.50', 1],
  ['1\u00a0USD\u00a0=\u00a04,035.11\u00a0COP', 4],
  ['Mamá Bogotá', 0],
  ['12:35\u00a0PM', 0],
])('lets %s break at its %i spaces alone', (text, spaces) => {
  const { container } = renderUi(<p>{verbatim(text)}</p>);
  expect(container.textContent).toBe(text);
  expect(container.querySelectorAll('[data-figure] > wbr')).toHaveLength(spaces);
  expect(container.innerHTML.split('&nbsp;<wbr>').length - 1).toBe(spaces);
});

test('keeps values as text that form a tag together, also inside an element', () => {
  const { container } = renderUi(<Message name="<0>" then="</0><1/>" />);
  expect(container).toHaveTextContent('Sent to <0>, </0><1/> 2 times');
  expect(container.querySelectorAll('strong')).toHaveLength(1);
});

test('isolates a value that would reverse the text after it', () => {
  const sender = { id: 'eve', name: 'Eve, boss@example.com\u202e', email: 'ana@example.com' };
  const { container } = renderUi(<FromSender sender={sender} />);
  expect(container.querySelector('a')?.innerHTML).toBe(
    '<bdi translate="no">Eve, boss@example.com\u202e</bdi>',
  );
  expect(container).toHaveTextContent(/^From Eve, boss@example.com\u202e, ana@example.com$/);
});

test('shows the tags of a nickname on a transfer', async () => {
  let id = '';
  const { router } = await renderApp('/recipients', {
    as: 'sender',
    before: async (browser) => {
      await browser.signIn('sender');
      const recipient = await addRecipient(browser, { alias: 'Ana <i>Soto</i>' });
      id = (await sendMoney(browser, recipient.id)).body.id;
    },
  });
  await act(() => router.navigate(`/transfers/${id}`));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
  expect(document.body).toHaveTextContent('Ana <i>Soto</i> gets');
});

test('uses Lingui’s own Trans nowhere', () => {
  const importers = sourceFiles.filter((file) =>
    /import \{[^}]*\bTrans\b[^}]*\} from '@lingui\/react'/.test(readFileSync(file, 'utf8')),
  );
  expect(importers).toEqual([]);
});
