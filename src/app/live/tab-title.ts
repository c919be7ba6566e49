let ofPage: string | null = null;
let shown = '';

/** Puts a text in the place of the tab's title until the person does something in the tab. */
export function showInTitle(text: string): void {
  // It may have become another page's meanwhile.
  if (ofPage === null || document.title !== shown) ofPage = document.title;
  shown = text;
  document.title = text;
  window.addEventListener('pointerdown', restore);
  window.addEventListener('keydown', restore);
}

function restore() {
  if (ofPage !== null && document.title === shown) document.title = ofPage;
  ofPage = null;
  window.removeEventListener('pointerdown', restore);
  window.removeEventListener('keydown', restore);
}
