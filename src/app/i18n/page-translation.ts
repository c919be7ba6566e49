// A browser that translates the page replaces each text node by a `<font>` element, before React or after. React
// keeps its own text nodes: to remove one that is not there throws, to insert before it throws, and what is
// written to it stays unseen (https://github.com/facebook/react/issues/11538). Here such a text goes back to the
// place of its translation as soon as React touches it. The browser then translates it again.

/** What stands in the place of a text, and the texts that it stands for, in their order. */
const translations = new WeakMap<Node, Element>();
const originals = new WeakMap<Element, Text[]>();

const observer = typeof MutationObserver === 'undefined' ? undefined : new MutationObserver(follow);

/** Keeps the page going, and its texts current, while the browser translates it. To be called once, before React starts. */
export function guardTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this || child instanceof Text) bringBack(child);
    // What was moved goes from where it is now, and what is gone needs no removal.
    if (child.parentNode) removeChild.call(child.parentNode, child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    before: Node | null,
  ): Child {
    let place = before;
    if (place && place.parentNode !== this) bringBack(place);
    // Before what holds a moved element; at the end when it is gone.
    while (place && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, child, place);
    return child;
  };
  // A removed text is observed until the next call of `follow`, and by `follow` itself from then on.
  observer?.observe(document, { childList: true, characterData: true, subtree: true });
}

/** Puts back the texts that were translated. False when the page still holds a translation of unknown texts. */
export function undoTranslation(root: ParentNode): boolean {
  follow(observer?.takeRecords() ?? []);
  for (const font of root.querySelectorAll('font')) {
    const [text] = originals.get(font) ?? [];
    if (text) restore(text);
  }
  return root.querySelector('font') === null;
}

/** Puts a text back that React is about to remove, or to insert something before. */
function bringBack(node: Node) {
  // The replacement may be so recent that the observer has not been called.
  follow(observer?.takeRecords() ?? []);
  restore(node);
}

function follow(records: MutationRecord[]) {
  const fonts = new Set<Node | null>(
    records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)),
  );
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      // A translation comes in the same task. Beside an older one, it is React that removed the text.
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => fonts.has(node));
      if (text instanceof Text && font instanceof Element) keep(text, font);
    }
    // Written, or inserted at another place.
    for (const node of [target, ...addedNodes]) restore(node);
  }
}

function keep(text: Text, font: Element) {
  translations.set(text, font);
  originals.set(font, [...(originals.get(font) ?? []), text]);
  observer?.observe(text, { characterData: true });
}

function restore(node: Node) {
  const font = translations.get(node);
  const texts = font && originals.get(font);
  if (!texts) return;
  originals.delete(font);
  for (const text of texts) translations.delete(text);
  font.replaceWith(...texts.filter(({ parentNode }) => parentNode === null));
}

const isFont = (node: Node) => node.nodeName === 'FONT';
