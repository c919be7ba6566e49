import type { Page } from 'playwright-core';

type Around = { isClipped: boolean; scrolls: boolean };

/** Elements that overflow the width: the page scrolls sideways, or text is cut off. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    // Of each element once: its children ask for it again.
    const styles = new Map<Element, Around>();
    if (root.scrollWidth > root.clientWidth) {
      found.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (
        !(element instanceof HTMLElement) ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      // Inputs scroll their own text.
      if (element.matches('input, select')) continue;
      const words = element.textContent?.trim().slice(0, 60);
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || around(element).isClipped) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      // Truncated on purpose: a press shows the whole text.
      if (textOverflow === 'ellipsis' && element.closest('li')?.querySelector('a[href]')) continue;
      const across = overflowX === 'hidden' || overflowX === 'clip';
      const down = overflowY === 'hidden' || overflowY === 'clip';
      if (across && element.scrollWidth > element.clientWidth + 1) found.push(`cut off: ${words}`);
      if (down && element.scrollHeight > element.clientHeight + 1)
        found.push(`cut below: ${words}`);
      const scrolls = element.parentElement && around(element.parentElement).scrolls;
      if (words && !scrolls && (box.right > root.clientWidth + 1 || box.left < -1)) {
        found.push(`out of the window: ${words}`);
      }
    }
    return found;

    /** Whether the element or an ancestor has such a style. */
    function around(element: Element): Around {
      const known = styles.get(element);
      if (known) return known;
      const { clipPath, overflowX, textOverflow } = getComputedStyle(element);
      const above = element.parentElement && around(element.parentElement);
      const own = {
        isClipped: clipPath !== 'none' || above?.isClipped === true,
        scrolls: overflowX === 'auto' || textOverflow === 'ellipsis' || above?.scrolls === true,
      };
      styles.set(element, own);
      return own;
    }
  });
}

/** Figures that don't align in columns, because a `font:` shorthand reset tabular-nums. */
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

/** Targets that are too small: controls below 44 px, links below 24 px unless inline. */
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
      // A visually hidden input is pressed through its label, which is measured instead.
      if (style.clipPath !== 'none' || isClipped(element)) continue;
      const box = targetOf(element);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      // An inline link is as high as its line (WCAG 2.5.8).
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

    /** Includes its label and overlaid elements. */
    function targetOf(element: HTMLElement): DOMRect {
      const after = getComputedStyle(element, '::after');
      const over = after.position === 'absolute' && after.content !== 'none';
      const place = over ? element.offsetParent : null;
      const label = element instanceof HTMLInputElement ? element.closest('label') : null;
      return (place ?? label ?? element).getBoundingClientRect();
    }
  });
}

/** Focusable elements without a visible focus indicator. */
export async function findUnseenFocus(page: Page): Promise<string[]> {
  const noted = await page.evaluateHandle(() => {
    const found: string[] = [];
    const hidden: HTMLElement[] = [];
    const reached = new Set<Element>();
    // Check the focus where the previous Tab put it, before the next one moves it.
    window.addEventListener('keydown', noteFocus, { capture: true });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return { found, hidden };

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
      if (!shown) found.push(`no outline: ${element.outerHTML.slice(0, 160)}`);
      const isHidden = !element.matches(':focus') || box.bottom < 0 || box.top > innerHeight;
      if (isHidden && element instanceof HTMLElement) hidden.push(element);
    }
  });
  // Sent all at once: the browser handles them in order, and waiting for each is several times slower.
  const keyboard = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: 60 }, () => [
    keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ]);
  await Promise.all(presses.flat());
  await keyboard.detach();
  return noted.evaluate(async ({ found, hidden }) => {
    // The next press may have come before a list that draws what is near had scrolled: each is given the time.
    for (const element of hidden.filter(({ isConnected }) => isConnected)) {
      element.focus();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const box = element.getBoundingClientRect();
      if (!element.matches(':focus') || box.bottom < 0 || box.top > innerHeight)
        found.push(`out of sight: ${element.outerHTML.slice(0, 160)}`);
    }
    return found;
  });
}

/** Running animations, without those that only delay an element's appearance. */
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

/** Figures and currency codes that wrap over two lines, where a part could be read as another figure. */
export function findBrokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A code with its figure, a figure with its separators, or a code alone.
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
      // Hidden from sight, for screen readers alone.
      if (block && block.getBoundingClientRect().width <= 1) continue;
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
