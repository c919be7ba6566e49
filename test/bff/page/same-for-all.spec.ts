import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';

// As the server has it: nothing kept yet.
beforeEach(() => vi.resetModules());

async function start() {
  const { sameForAll, withParts } = await import('../../../src/app/hydration/same-for-all.ts');
  // The same module as that of the parts, which is loaded anew too.
  const own = (await import('@lingui/core')).i18n;
  const speak = (locale: string) => own.activate(locale);
  speak('en');
  const page = (...children: ReactElement[]) =>
    withParts(renderToString(createElement('main', null, ...children)), renderToString);
  return { sameForAll, page, speak };
}

const icon = () => createElement('svg', { viewBox: '0 0 1 1' }, createElement('path', { d: 'M0' }));
const iconHtml = '<svg viewBox="0 0 1 1"><path d="M0"></path></svg>';

test('a part is rendered once, and is in each page what React renders in its place', async () => {
  const { sameForAll, page } = await start();
  const render = vi.fn(icon);
  const pages = [1, 2, 3].map(() => page(sameForAll('icon', render), sameForAll('icon', render)));
  expect(new Set(pages)).toEqual(new Set([`<main>${iconHtml}${iconHtml}</main>`]));
  // The first page has it twice, before it is kept.
  expect(render).toHaveBeenCalledTimes(2);
});

test('a part may hold another', async () => {
  const { sameForAll, page } = await start();
  const inner = () => sameForAll('icon', icon);
  const outer = (key: string) => sameForAll(key, () => createElement('nav', null, inner()));
  const html = `<main><nav>${iconHtml}</nav></main>`;
  expect([page(outer('a')), page(outer('a')), page(outer('b')), page(outer('b'))]).toEqual(
    Array.from({ length: 4 }, () => html),
  );
});

test('each of many parts that hold the same is kept as itself', async () => {
  const { sameForAll, page } = await start();
  const Inner = ({ name }: { name: string }) =>
    sameForAll(name, () => createElement('b', null, name));
  const outer = (name: string) =>
    sameForAll(`outer ${name}`, () => createElement('p', null, createElement(Inner, { name })));
  const parts = () =>
    ['a', 'b', 'c'].flatMap((name) => [outer(name), createElement(Inner, { name })]);
  const whole =
    '<main><p><b>a</b></p><b>a</b><p><b>b</b></p><b>b</b><p><b>c</b></p><b>c</b></main>';
  const more = () => page(...parts(), createElement(Inner, { name: 'd' }), outer('d'));
  expect([page(...parts()), page(...parts())]).toEqual([whole, whole]);
  const longer = whole.replace('</main>', '<b>d</b><p><b>d</b></p></main>');
  expect([more(), more(), more()]).toEqual([longer, longer, longer]);
});

test('a part is kept for its key and its language alone', async () => {
  const { sameForAll, page, speak } = await start();
  const say = (key: string, text: string) => sameForAll(key, () => createElement('p', null, text));
  page(say('a', 'one'));
  expect(page(say('b', 'other'))).toBe('<main><p>other</p></main>');
  speak('es');
  expect(page(say('a', 'uno'))).toBe('<main><p>uno</p></main>');
  speak('en');
  expect(page(say('a', 'not rendered'))).toBe('<main><p>one</p></main>');
});

test('what is left of a page that failed is kept in no other language', async () => {
  const { sameForAll, page, speak } = await start();
  const say = (text: string) => sameForAll('a', () => createElement('p', null, text));
  speak('es');
  // Made, and then the page fails.
  say('uno');
  speak('en');
  page(createElement('i'));
  speak('es');
  expect(page(say('dos'))).toBe('<main><p>dos</p></main>');
});

test('a part that fails alone fails no page after it', async () => {
  const { sameForAll, page } = await start();
  const broken = () => {
    throw new Error('no router here');
  };
  const part = () => sameForAll('a', () => createElement(broken));
  part();
  expect(() => page(createElement('i'))).toThrow('no router here');
  expect(page(createElement('b'))).toBe('<main><b></b></main>');
});

test('what a person wrote is never taken for a part', async () => {
  const { sameForAll, page } = await start();
  page(sameForAll('icon', icon));
  const typed = '<x-part-0></x-part-0>';
  const html = page(createElement('p', { title: typed }, typed), sameForAll('icon', icon));
  expect(html.split(iconHtml)).toHaveLength(2);
  expect(html).toContain('&lt;x-part-0&gt;&lt;/x-part-0&gt;</p>');
});

test('keeps so many and no more', async () => {
  const { sameForAll, page } = await start();
  const render = vi.fn(icon);
  const keys = Array.from({ length: 1_100 }, (_, index) => `icon ${index}`);
  const all = () => page(...keys.map((key) => sameForAll(key, render)));
  const first = all();
  render.mockClear();
  expect(all()).toBe(first);
  expect(render).toHaveBeenCalledTimes(100);
});
