import { act, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { guardTranslation, undoTranslation } from '../../../src/app/i18n/page-translation.ts';
import { translateTexts } from '../../support/translate.ts';

beforeAll(guardTranslation);

/** Renders, translates, renders again, and returns what is then read. */
async function readAfter(
  first: ReactNode,
  then: ReactNode,
  { merged = false, isObserved = true } = {},
) {
  const { container, rerender } = render(<main>{first}</main>);
  translateTexts(container, { merged });
  // An observer is called after the task that made the change.
  if (isObserved) await Promise.resolve();
  expect(container.textContent).toContain('«');
  rerender(<main>{then}</main>);
  await Promise.resolve();
  return { container, rerender, text: container.textContent };
}

const cases: [what: string, first: ReactNode, then: ReactNode, text: string][] = [
  ['removes a text', ['Hint', <p key="p">12</p>], [false, <p key="p">12</p>], '«12»'],
  ['replaces a text by an element', 'Hint', <p key="a">Rate</p>, 'Rate'],
  ['replaces an element by a text', <p key="a">Rate</p>, 'Hint', 'Hint'],
  ['inserts before a text', [false, 'Hint'], [<b key="b">New</b>, 'Hint'], 'NewHint'],
  ['inserts before an element', [false, <p key="p">12</p>], ['New', <p key="p">12</p>], 'New«12»'],
  ['changes a text', ['Sent ', 1, <i key="i" />], ['Sent ', 2, <i key="i" />], '«Sent»2'],
  ['changes the only text', 'Pending', 'Completed', 'Completed'],
  ['changes a text that has a neighbour', ['Sent ', 1], ['Sent ', 2], '«Sent»2'],
  [
    'moves a text',
    [<Text key="a" of="One" />, <b key="b">Two</b>, <Text key="c" of="Three" />],
    [<b key="b">Two</b>, <Text key="c" of="Three" />, <Text key="a" of="One" />],
    '«Two»«Three»One',
  ],
];

function Text({ of }: { of: string }) {
  return of;
}

describe('a translated page', () => {
  test.each(cases)('%s', async (_what, first, then, expected) => {
    const { text } = await readAfter(first, then);
    expect(text).toBe(expected);
  });

  // jsdom does not tell an observer what is written to a text right after its removal.
  const ofElements = cases.filter(([what]) => !what.startsWith('changes a text'));
  test.each(ofElements)('%s before the translation was noticed', async (_what, first, then) => {
    const { text } = await readAfter(first, then, { isObserved: false });
    expect(withoutMarks(text)).toBe(textOf(then));
  });

  test.each(cases)('%s where neighbours became one', async (_what, first, then) => {
    const { text } = await readAfter(first, then, { merged: true });
    expect(withoutMarks(text)).toBe(textOf(then));
  });

  test('shows each change of a text that is translated again and again', async () => {
    const { container, rerender } = await readAfter(['Sent ', 1], ['Sent ', 2]);
    for (const count of [3, 4, 4, 5]) {
      translateTexts(container);
      await Promise.resolve();
      rerender(
        <main>
          {'Sent '}
          {count}
        </main>,
      );
      await Promise.resolve();
      expect(withoutMarks(container.textContent)).toBe(`Sent${count}`);
    }
  });

  test('hides and shows a text that waits for data', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const Waiting = () => use(promise);
    const page = (isWaiting: boolean) => (
      <Suspense fallback="Loading">
        Known <i /> {isWaiting && <Waiting />}
      </Suspense>
    );
    const { container, rerender } = render(page(false));
    translateTexts(container);
    await act(async () => rerender(page(true)));
    expect(visibleText(container)).toBe('Loading');
    await act(async () => resolve('data'));
    expect(withoutMarks(visibleText(container))).toBe('Knowndata');
  });

  test('takes the text that the browser shows again in place of its translation', async () => {
    const { container } = render(<main>{['Sent ', 1]}</main>);
    const [text] = container.querySelector('main')?.childNodes ?? [];
    translateTexts(container);
    await Promise.resolve();
    const [font] = container.querySelector('main')?.childNodes ?? [];
    if (!text || !font) throw new Error('nothing was rendered');
    container.querySelector('main')?.replaceChild(text, font);
    await Promise.resolve();
    expect(container.textContent).toBe('Sent «1»');
  });

  test('goes on where a translation is of unknown texts, and where elements were moved', () => {
    const page = (isOpen: boolean) => (
      <main>
        {isOpen && 'Open'}
        <b>{'Bold'}</b>
        {!isOpen && 'Closed'}
        {isOpen && <i>Italic</i>}
      </main>
    );
    const { container, rerender } = render(page(true));
    const main = container.querySelector('main');
    const frame = document.createElement('font');
    frame.append(...(main?.querySelectorAll('b, i') ?? []));
    main?.replaceChildren(frame);
    rerender(page(false));
    rerender(page(true));
    expect(screen.getByText('Italic')).toBeVisible();
    expect(screen.queryByText('Closed')).toBeNull();
  });
});

describe('a page that is translated before React has it', () => {
  const page = (
    <main>
      Sent {1} <b>Bold</b>
    </main>
  );

  test('hydrates with its own texts', async () => {
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page);
    await Promise.resolve();
    translateTexts(container, { merged: true });
    expect(container.textContent).toBe('«Sent»«1» «Bold»');
    expect(undoTranslation(container)).toBe(true);
    const errors: unknown[] = [];
    await act(async () =>
      hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
    );
    expect(errors).toEqual([]);
    expect(container.textContent).toBe('Sent 1 Bold');
  });

  test('is known to be another where its texts are unknown', () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    translateTexts(container);
    expect(undoTranslation(container)).toBe(false);
  });
});

const textOf = (page: ReactNode) => withoutMarks(render(<main>{page}</main>).container.textContent);
const withoutMarks = (text: string | null) => text?.replaceAll(/[«»\s]/g, '');

/** The text of what is not hidden. */
function visibleText(container: Element): string {
  const copy = container.cloneNode(true);
  if (!(copy instanceof Element)) throw new Error('no element');
  for (const hidden of copy.querySelectorAll('[style*=none]')) hidden.remove();
  return copy.textContent ?? '';
}
