/** A text as it is searched: without case, accents or marks. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A number of a document or account without what people write between its parts. */
export function compact(text: string): string {
  return text.replace(/[\s./-]/g, '');
}
