/** Returns the text in lower case, without accents or other combining marks. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Normalises text for comparison in a search: without accents, case or repeated spaces. */
export function normalizeForSearch(text: string): string {
  return withoutAccents(text).replace(/\s+/g, ' ').trim();
}
