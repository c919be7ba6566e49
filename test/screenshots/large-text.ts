import type { Page } from 'playwright-core';

/** The people and nicknames of the fixtures. */
const names = [
  ...['Mamá Bogotá', 'Gloria Patiño', 'Lucía piso', 'Lucía Romero Iglesias', 'Ramón Itaú'],
  ...['Ramón Souza', 'Mamá, cuenta de ahorros', 'Prueba', 'Abuela', 'Beto', 'Casa'],
  ...['Ana Soto', 'Mesa García', 'Diego Rojas'],
];

type Measured = { amounts: number; names: number; faults: string[] };

/**
 * Measures each amount and each name that the page shows: at least as large as its body text, never cut, never out of
 * the window, and broken at spaces only. And that nothing scrolls sideways.
 */
export function measureLargeText(page: Page): Promise<Measured> {
  return page.evaluate((known) => {
    const root = document.documentElement;
    const least = Number.parseFloat(getComputedStyle(root).fontSize) - 0.5;
    const amount = /\b[A-Z]{3,5}[\u00a0 ]\d[\d.,]*\d|\b[A-Z]{3,5}[\u00a0 ]\d/g;
    const found: Measured = { amounts: 0, names: 0, faults: [] };
    if (root.scrollWidth > root.clientWidth) {
      found.faults.push(`the page is ${root.scrollWidth} px wide in ${root.clientWidth}`);
    }
    for (const texts of textBlocks().values()) {
      const all = texts.map(({ data }) => data).join('');
      for (const { 0: text, index } of all.matchAll(amount)) {
        found.amounts += 1;
        measure(texts, index, text);
      }
      for (const name of known) {
        for (let at = all.indexOf(name); at >= 0; at = all.indexOf(name, at + name.length)) {
          found.names += 1;
          measure(texts, at, name);
        }
      }
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!(element instanceof HTMLElement) || !isSeen(element)) continue;
      const { overflowX, fontSize } = getComputedStyle(element);
      const isWider = element.scrollWidth > element.clientWidth + 1;
      if (isWider && /auto|scroll/.test(overflowX))
        found.faults.push(`scrolls sideways: ${short(element.textContent)}`);
      if (!(element instanceof HTMLInputElement) || !/^\d/.test(element.value)) continue;
      if (element.inputMode !== 'decimal') continue;
      found.amounts += 1;
      if (isWider) found.faults.push(`cut in its field: ${element.value}`);
      if (Number.parseFloat(fontSize) < least)
        found.faults.push(`${fontSize} in its field: ${element.value}`);
    }
    return found;

    function short(text: string | null): string {
      return (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
    }

    /** Texts by the block that lays them out. */
    function textBlocks(): Map<Element, Text[]> {
      const blocks = new Map<Element, Text[]>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!(node instanceof Text) || !node.parentElement || !isSeen(node.parentElement)) continue;
        let block: Element | null = node.parentElement;
        while (block?.parentElement && getComputedStyle(block).display === 'inline') {
          block = block.parentElement;
        }
        if (block) blocks.set(block, [...(blocks.get(block) ?? []), node]);
      }
      return blocks;
    }

    /** Not what only a screen reader reads, what a modal dialog covers, or what is yet to come. */
    function isSeen(element: Element): boolean {
      if (element.matches('option, script, style')) return false;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return false;
      for (let one: Element | null = element; one; one = one.parentElement) {
        if (getComputedStyle(one).clipPath !== 'none') return false;
      }
      return true;
    }

    function measure(texts: readonly Text[], index: number, text: string) {
      const size = getComputedStyle(place(texts, index)[0].parentElement ?? root).fontSize;
      if (Number.parseFloat(size) < least) found.faults.push(`${size} in ${least}: ${text}`);
      for (const { 0: word, index: at } of text.matchAll(/[^\s\u00a0]+/g)) {
        const range = document.createRange();
        range.setStart(...place(texts, index + at));
        range.setEnd(...place(texts, index + at + word.length, true));
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
        const lines = new Set(boxes.map(({ bottom }) => Math.round(bottom / 4)));
        if (lines.size > 1) found.faults.push(`broken inside: ${word} of ${text}`);
        const holder = range.startContainer.parentElement;
        for (const box of boxes) {
          if (box.left < -1 || box.right > root.clientWidth + 1)
            found.faults.push(`out of the window: ${text}`);
          if (holder && isCut(holder, box)) found.faults.push(`cut: ${text}`);
        }
      }
    }

    function isCut(holder: Element, box: DOMRect): boolean {
      for (
        let one: Element | null = holder;
        one && one !== document.body;
        one = one.parentElement
      ) {
        const { overflowX, overflowY } = getComputedStyle(one);
        const edge = one.getBoundingClientRect();
        const isAcross = overflowX !== 'visible' && !/auto|scroll/.test(overflowX);
        const isDown = overflowY !== 'visible' && !/auto|scroll/.test(overflowY);
        if (isAcross && (box.right > edge.right + 1 || box.left < edge.left - 1)) return true;
        if (isDown && (box.bottom > edge.bottom + 2 || box.top < edge.top - 2)) return true;
      }
      return false;
    }

    /** The text node and the offset in it; an end stays in the node of what it ends. */
    function place(texts: readonly Text[], at: number, isEnd = false): [Text, number] {
      let left = at;
      for (const text of texts) {
        if (left < text.data.length || (isEnd && left === text.data.length)) return [text, left];
        left -= text.data.length;
      }
      throw new Error('beyond the text');
    }
  }, names);
}
