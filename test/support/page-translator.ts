import type { Page } from 'playwright-core';
import { z } from 'zod';

const replacedTexts = z.array(z.object({ text: z.string(), inside: z.string() }));

const world = 'translator';

/**
 * Translates every page that is opened from now on, as Chrome does: in a world of its own, which shares the
 * document and none of the page's objects, it replaces each text by two nested `font` elements, and each new
 * text after a moment. The words stay the same, between « and ».
 *
 * @returns the function that begins with it, and one that returns the texts replaced since its last call
 */
export async function createPageTranslator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  let contextId: number | undefined;
  devTools.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === world) contextId = context.id;
  });
  await devTools.send('Page.enable');
  await devTools.send('Runtime.enable');
  const install = (options: TranslatorOptions) =>
    devTools.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${translator})(${JSON.stringify(options)})`,
      worldName: world,
      runImmediately: true,
    });
  async function takeReplaced() {
    if (contextId === undefined) throw new Error('no page was opened');
    const { result } = await devTools.send('Runtime.evaluate', {
      contextId,
      returnByValue: true,
      expression: 'replaced.splice(0)',
    });
    return replacedTexts.parse(result.value);
  }
  return { install, takeReplaced };
}

type TranslatorOptions = {
  /** How long a translation takes; null for one in the same task, as of what was translated before. */
  delayMs: number | null;
  /** True where texts in a row become one. */
  isMerging: boolean;
  /** When it begins: with the document, or when the document gets an event of this name. */
  from: 'parsed' | 'translate';
};

/** Runs in the browser. */
function translator({ delayMs, isMerging, from }: TranslatorOptions) {
  const isSkipped = 'script, style, noscript, textarea, svg, font, [translate=no], .notranslate';

  // The browser may run this twice in a document.
  if (Reflect.has(globalThis, 'replaced')) return;
  const replaced: { text: string; inside: string }[] = [];
  Reflect.set(globalThis, 'replaced', replaced);

  function replace(text: Text) {
    const parent = text.parentElement;
    // A text of punctuation alone is left as it is.
    if (!parent || parent.closest(isSkipped) || !/[\p{L}\d]/u.test(text.data)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.style.verticalAlign = 'inherit';
    inner.style.verticalAlign = 'inherit';
    outer.append(inner);
    parent.insertBefore(outer, text);
    let words = '';
    for (let next: ChildNode | null = text; next instanceof Text; next = outer.nextSibling) {
      words += next.data;
      parent.removeChild(next);
      if (!isMerging) break;
    }
    const [, before, middle, after] = /^(\s*)(.*?)(\s*)$/s.exec(words) ?? [];
    inner.append(`${before}«${middle}»${after}`);
    const inside = `<${parent.localName} class="${parent.className}"> in ${parent.parentElement?.outerHTML.slice(0, 120)}`;
    replaced.push({ text: words, inside });
  }

  function translate(root: Node) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Node[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) if (text instanceof Text && text.isConnected) replace(text);
  }

  function begin() {
    document.documentElement.classList.add('translated-ltr');
    translate(document.body);
    new MutationObserver((records) => {
      const changed = records.flatMap(({ type, target, addedNodes }) =>
        type === 'childList' ? [...addedNodes] : [target],
      );
      if (delayMs === null) for (const node of changed) translate(node);
      else setTimeout(() => changed.forEach(translate), delayMs);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }

  // The worlds share the document's events.
  if (from === 'translate') document.addEventListener(from, begin);
  else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

/** What is read on the page and is not what React has, by element: « and » aside. */
export function findStaleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Fiber = {
      tag: number;
      child: Fiber | null;
      sibling: Fiber | null;
      stateNode: unknown;
      memoizedProps: unknown;
      memoizedState: unknown;
    };
    const isFiber = (value: unknown): value is Fiber =>
      typeof value === 'object' && value !== null && 'memoizedProps' in value && 'child' in value;
    // React's own numbers of what a fiber is.
    const [portal, element, text, dehydrated, offscreen, hoistable] = [4, 5, 6, 18, 22, 26];
    const stale: string[] = [];
    const read = (words: string) => words.replaceAll(/[«»\s]/g, '');

    function shownIn(node: Element) {
      const own = [...node.childNodes].filter(
        (child) => child instanceof Text || child.nodeName === 'FONT',
      );
      return read(own.map(({ textContent }) => textContent).join(''));
    }

    /** Compares each element below, and returns the texts that belong to the element above. */
    function textsOf(fiber: Fiber): string {
      let texts = '';
      for (let one = fiber.child; one; one = one.sibling) {
        if (one.tag === text) texts += String(one.memoizedProps);
        else if (one.tag === element) compare(one);
        else if (one.tag === portal) textsOf(one);
        else if (one.tag === dehydrated || one.tag === hoistable) continue;
        else if (one.tag === offscreen && one.memoizedState !== null) continue;
        else texts += textsOf(one);
      }
      return texts;
    }

    function compare(fiber: Fiber) {
      const { stateNode: node, memoizedProps: props } = fiber;
      const below = textsOf(fiber);
      if (!(node instanceof Element) || node instanceof HTMLTextAreaElement) return;
      const children =
        typeof props === 'object' && props !== null && Reflect.get(props, 'children');
      const isWords = typeof children === 'string' || typeof children === 'number';
      const wanted = read(isWords ? String(children) : below);
      if (wanted !== shownIn(node)) stale.push(`${wanted} is shown as ${shownIn(node)}`);
    }

    const root = document.getElementById('root');
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
    const container: unknown = root && key && Reflect.get(root, key);
    const state: unknown = isFiber(container) && container.stateNode;
    const current: unknown =
      typeof state === 'object' && state !== null && Reflect.get(state, 'current');
    if (!isFiber(current)) throw new Error('React has no page here');
    textsOf(current);
    return stale;
  });
}
