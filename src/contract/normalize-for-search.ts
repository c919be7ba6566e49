/** Without case, accents or marks. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Text as it is compared in a search: without accents, case or doubled spaces. */
export function normalizeForSearch(text: string): string {
  return withoutAccents(text).replace(/\s+/g, ' ').trim();
}
