/** Replaces each text of the element as Chrome's page translation does; several in a row by one where `merged`. */
export function translateTexts(root: Element, { merged = false } = {}): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const isWords = /\p{L}|\d/u.test(text.nodeValue ?? '');
    const isFree = !text.parentElement?.closest('font, [translate=no]');
    if (text instanceof Text && isWords && isFree) found.push(text);
  }
  for (const text of found) {
    if (!text.parentNode) continue;
    const font = document.createElement('font');
    const inner = font.appendChild(document.createElement('font'));
    text.before(font);
    let words = '';
    for (let next: ChildNode | null = text; next instanceof Text; next = font.nextSibling) {
      words += next.data;
      next.remove();
      if (!merged) break;
    }
    inner.append(translated(words));
  }
}

const translated = (words: string) => `«${words.trim()}»`;
