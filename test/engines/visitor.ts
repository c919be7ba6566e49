import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as TestingLibrary from '@testing-library/dom';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { isTaken } from '../support/hydrated.ts';
import type { Driver, Point } from './driver.ts';

declare global {
  // In the page, not in Node.
  var TestingLibraryDom: typeof TestingLibrary;
}

/** What a person goes by. A name is the whole one, or a part of it as a pattern. */
type Sight = { role: string; name?: string | RegExp } | { text: string | RegExp };

const library = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

/** For an engine on a busy machine: what a page does takes a moment. */
const patience = { timeout: 20_000, interval: 50 };

const middle = { x: 640, y: 500 };

const place = z.object({ x: z.number(), y: z.number(), value: z.string() });

export type Visitor = ReturnType<typeof createVisitor>;

/** A person at an engine: finds by role, label and text what can be seen, and uses real input. */
export function createVisitor(driver: Driver, baseUrl: string) {
  /** Calls a function in the page, which knows nothing but its argument. */
  const call = (work: (argument: string) => unknown, argument = '') =>
    driver.evaluate(`(${work})(${JSON.stringify(argument)})`);

  async function lookFor(sight: Sight, { isBrought = false } = {}) {
    // Anew in each document.
    if (!(await driver.evaluate(`'TestingLibraryDom' in globalThis`))) {
      await driver.evaluate(`(() => { ${library} })()`);
    }
    const found = await call(placesOf, JSON.stringify({ sight, isBrought }, writePattern));
    return z.array(place).parse(found);
  }

  const until = <T>(work: () => Promise<T>) => eventually(work, patience);

  /** Waits until it can be seen, and answers its value or text. */
  const see = (sight: Sight): Promise<string> =>
    until(async () => {
      const [first] = await lookFor(sight);
      if (first) return first.value;
      throw new Error(`no ${wordsOf(sight)} in the page:\n${await call(visibleText)}`);
    });

  /** Waits until it lies still under the pointer. */
  async function placeOf(sight: Sight): Promise<Point> {
    let last: Point | null = null;
    return until(async () => {
      const places = await lookFor(sight, { isBrought: true });
      const first = places.find(({ x }) => x >= 0);
      const isStill = first !== undefined && first.x === last?.x && first.y === last.y;
      last = first ?? null;
      if (first && isStill) return first;
      throw new Error(
        `${wordsOf(sight)} can't be reached in the page:\n${await call(visibleText)}`,
      );
    });
  }

  /** Opens an address, and goes on as soon as the page can be seen. */
  async function openEarly(address: string) {
    await call(() => {
      document.documentElement.dataset.left = '';
    });
    await driver.goTo(address);
    await until(async () => {
      if (!(await call(isAnotherDocument))) throw new Error(`${address} does not load`);
    });
  }

  return {
    see,
    /** True if it can be seen now. */
    sees: async (sight: Sight) => (await lookFor(sight)).length > 0,
    openEarly,
    until,
    press: driver.press,
    type: driver.type,
    back: driver.back,
    forward: driver.forward,

    /** Opens a page, and waits until it is alive. */
    async open(path: string) {
      await openEarly(baseUrl + path);
      await until(async () => {
        if (!(await call(isTaken))) throw new Error(`${path} does not come alive`);
      });
    },

    async click(sight: Sight) {
      await driver.click(await placeOf(sight));
    },

    /** Clicks a field and types. */
    async fill(name: string | RegExp, text: string, role = 'textbox') {
      await driver.click(await placeOf({ role, name }));
      await driver.type(text);
    },

    /** Clicks whatever lies in the middle of the page. */
    clickMiddle: () => driver.click(middle),

    /** Turns the wheel in the middle of the page. */
    wheel: (by: number) => driver.wheel(middle, by),

    /** The number of the lowest row of a list that is in the page. */
    lowestRow: async () => z.number().parse(await call(lowestRow)),

    /** The path and query of the page. */
    address: async () => z.string().parse(await call(() => location.pathname + location.search)),

    /** The pixels above the viewport. */
    scrolled: async () => z.number().parse(await call(() => Math.round(window.scrollY))),

    /** The receipt, as it is printed. No driver opens a dialog for printing: its events are what the page waits for. */
    async printedReceipt(): Promise<string> {
      const text = await call(() => {
        window.dispatchEvent(new Event('beforeprint'));
        const printed = document.querySelector('main article')?.textContent ?? '';
        window.dispatchEvent(new Event('afterprint'));
        return printed;
      });
      return z.string().parse(text);
    },
  };
}

const writePattern = (_key: string, value: unknown) =>
  value instanceof RegExp ? { pattern: value.source, flags: value.flags } : value;

const wordsOf = (sight: Sight) =>
  'text' in sight ? `text ${sight.text}` : `${sight.role} ${sight.name ?? ''}`;

// What follows runs in the page, from its source: it may use nothing of this file.

const isAnotherDocument = () =>
  !('left' in document.documentElement.dataset) && document.readyState !== 'loading';

const lowestRow = () => {
  const rows = [...document.querySelectorAll('li[aria-posinset]')];
  return Math.max(0, ...rows.map((row) => Number(row.getAttribute('aria-posinset'))));
};

const visibleText = () => document.body.innerText.slice(0, 1_500);

/**
 * Where what matches lies, brought into view if wanted: the point at which a click reaches it or its label, negative where something
 * else covers it, with its value or text.
 */
function placesOf(request: string) {
  const { sight, isBrought } = JSON.parse(request);
  const { role, name, text } = sight;
  const matcher = (given: { pattern: string; flags: string } | string) =>
    typeof given === 'object' ? new RegExp(given.pattern, given.flags) : given;
  const dom = TestingLibraryDom;
  const all = text
    ? dom.queryAllByText(document.body, matcher(text))
    : dom.queryAllByRole(document.body, role, name ? { name: matcher(name) } : {});
  const { top = 0, bottom = 0 } = all[0]?.getBoundingClientRect() ?? {};
  const isOutside = top < 80 || bottom > window.innerHeight - 80;
  if (isBrought && isOutside) all[0]?.scrollIntoView({ block: 'center' });
  const centreOf = (element: Element) => {
    // The first line of what is wrapped.
    const { left = 0, top = 0, width = 0, height = 0 } = element.getClientRects()[0] ?? {};
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2), width, height };
  };
  return all.flatMap((element) => {
    const isField = element instanceof HTMLInputElement;
    const value = isField ? element.value : (element.textContent ?? '');
    if (element.getClientRects().length === 0) return [];
    const targets = [element, ...(isField ? (element.labels ?? []) : [])];
    for (const target of targets) {
      const { x, y } = centreOf(target);
      const top = document.elementFromPoint(x, y);
      const isReached = top !== null && targets.some((one) => one === top || one.contains(top));
      if (isReached) return [{ x, y, value }];
    }
    return [{ x: -1, y: -1, value }];
  });
}
