import type { Page } from 'playwright-core';

/** What of the page does not fit its width: it scrolls sideways, or words are cut off. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) {
      found.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (
        !(element instanceof HTMLElement) ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      // What a person types into scrolls by itself.
      if (element.matches('input, select')) continue;
      const words = element.textContent?.trim().slice(0, 60);
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || someAround(element, ({ clipPath }) => clipPath !== 'none')) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      // Cut on purpose, where all of it is one press away.
      if (textOverflow === 'ellipsis' && element.closest('li')?.querySelector('a[href]')) continue;
      const across = overflowX === 'hidden' || overflowX === 'clip';
      const down = overflowY === 'hidden' || overflowY === 'clip';
      if (across && element.scrollWidth > element.clientWidth + 1) found.push(`cut off: ${words}`);
      if (down && element.scrollHeight > element.clientHeight + 1)
        found.push(`cut below: ${words}`);
      const scrolls = someAround(
        element.parentElement,
        ({ overflowX, textOverflow }) => overflowX === 'auto' || textOverflow === 'ellipsis',
      );
      if (words && !scrolls && (box.right > root.clientWidth + 1 || box.left < -1)) {
        found.push(`out of the window: ${words}`);
      }
    }
    return found;

    /** Whether the element, or one that it stands in, has such a style. */
    function someAround(element: Element | null, has: (style: CSSStyleDeclaration) => boolean) {
      for (let one = element; one; one = one.parentElement) {
        if (has(getComputedStyle(one))) return true;
      }
      return false;
    }
  });
}

/** Figures that would not stand beneath one another: a `font:` has taken the tabular ones back. */
export function findNonTabularFigures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const texts = [...element.childNodes].filter((node) => node instanceof Text);
        const own = texts.map(({ data }) => data).join('');
        const read = element instanceof HTMLInputElement ? element.value : own;
        return /\d/.test(read) && element.checkVisibility();
      })
      .filter((element) => getComputedStyle(element).fontVariantNumeric !== 'tabular-nums')
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** What is too small for a finger: controls below 44 px, links below 24 px unless in a line of text. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const kinds = 'a[href], button, input, select, summary, [role=option]';
    for (const element of document.querySelectorAll(kinds)) {
      if (
        !(element instanceof HTMLElement) ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      const style = getComputedStyle(element);
      // What is clipped away can't be touched; its label can, which is measured for it.
      if (style.clipPath !== 'none' || isClipped(element)) continue;
      const box = targetOf(element);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      // A link within a sentence is as high as its line (WCAG 2.5.8).
      if (style.display === 'inline' && box.height < 44 && element.closest('p, li, dd')) continue;
      const least = element.matches('a') ? 23.5 : 43.5;
      if (box.height < least || box.width < 23.5) {
        found.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${name}`);
      }
    }
    return found;

    function isClipped(element: Element): boolean {
      const around = element.parentElement;
      return around !== null && (getComputedStyle(around).clipPath !== 'none' || isClipped(around));
    }

    /** Its label and what is laid over its place belong to it too. */
    function targetOf(element: HTMLElement): DOMRect {
      const after = getComputedStyle(element, '::after');
      const over = after.position === 'absolute' && after.content !== 'none';
      const place = over ? element.offsetParent : null;
      const label = element instanceof HTMLInputElement ? element.closest('label') : null;
      return (place ?? label ?? element).getBoundingClientRect();
    }
  });
}

/** What the keyboard can reach but does not show that it is there. */
export async function findUnseenFocus(page: Page): Promise<string[]> {
  const unseen = await page.evaluateHandle(() => {
    const found: string[] = [];
    const reached = new Set<Element>();
    // Before a key moves the focus on, it is seen where the one before has put it.
    window.addEventListener('keydown', noteFocus, { capture: true });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return found;

    function noteFocus() {
      const element = document.activeElement;
      if (!element || element === document.body || reached.has(element)) return;
      reached.add(element);
      const around = [element, element.parentElement, element.parentElement?.parentElement];
      const inside = [element.firstElementChild, element.nextElementSibling];
      const shown = [...around, ...inside].some((one) => {
        if (!one) return false;
        const looks = [getComputedStyle(one), getComputedStyle(one, '::after')];
        return looks.some(({ outlineStyle, outlineWidth }) => {
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        });
      });
      const box = element.getBoundingClientRect();
      const html = element.outerHTML.slice(0, 160);
      if (!shown) found.push(`no outline: ${html}`);
      if (!element.matches(':focus') || box.bottom < 0 || box.top > innerHeight)
        found.push(`out of sight: ${html}`);
    }
  });
  // All at once, which the browser takes in order: to wait for each takes several times as long.
  const keyboard = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: 60 }, () => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ]);
  await Promise.all(presses.flat());
  await keyboard.detach();
  return unseen.jsonValue();
}

/** What moves now; to be seen only after a while is no motion. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect : null))
      .filter((effect) => !effect?.getKeyframes().every((frame) => 'visibility' in frame))
      .map((effect) => `an animation of ${effect?.target?.outerHTML.slice(0, 120)}`),
  );
}

/** Figures, rates' ends and currency codes that a line's end breaks in two: a part reads as another figure. */
export function findBrokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A code and its figure, a figure with its marks, or a code: what stands together.
    const whole = /(?:[A-Z]{3}\u00a0)?\d[\d.,\u00a0\u202f\u2019]*|\b[A-Z]{3}\b/g;
    const found: string[] = [];
    const blocks = new Map<Element, Text[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text) || !node.parentElement?.checkVisibility()) continue;
      let block: Element | null = node.parentElement;
      while (block?.parentElement && getComputedStyle(block).display === 'inline') {
        block = block.parentElement;
      }
      if (block) blocks.set(block, [...(blocks.get(block) ?? []), node]);
    }
    for (const texts of blocks.values()) {
      const all = texts.map(({ data }) => data).join('');
      for (const { 0: figure, index } of all.matchAll(whole)) {
        const range = document.createRange();
        range.setStart(...place(texts, index));
        range.setEnd(...place(texts, index + figure.trimEnd().length));
        const lines = new Set(
          [...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)),
        );
        if (lines.size > 1) found.push(`${figure} in: ${all.slice(0, 60)}`);
      }
    }
    return found;

    function place(texts: readonly Text[], at: number): [Text, number] {
      let left = at;
      for (const text of texts) {
        if (left <= text.data.length) return [text, left];
        left -= text.data.length;
      }
      throw new Error('beyond the text');
    }
  });
}
