import type { Page } from 'playwright-core';

/** What of the page does not fit its width: it scrolls sideways, or words are cut off. */
export function misfits(page: Page): Promise<string[]> {
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
      const scrolls = someAround(element.parentElement, ({ overflowX }) => overflowX === 'auto');
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

/** What is too small for a finger: controls below 44 px, links below 24 px unless in a line of text. */
export function smallTargets(page: Page): Promise<string[]> {
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
export async function unseenFocus(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  const reached = new Set<string>();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
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
      const covered = !element.matches(':focus') || box.bottom < 0 || box.top > innerHeight;
      element.dataset.reached ??= String(document.querySelectorAll('[data-reached]').length);
      return { id: element.dataset.reached, html: element.outerHTML.slice(0, 160), shown, covered };
    });
    if (at === null || reached.has(at.id)) break;
    reached.add(at.id);
    if (!at.shown) unseen.push(`no outline: ${at.html}`);
    if (at.covered) unseen.push(`out of sight: ${at.html}`);
  }
  return unseen;
}

/** What moves now. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => {
        const { effect } = animation;
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        return `${animation.constructor.name} of ${target?.outerHTML.slice(0, 120)}`;
      }),
  );
}
