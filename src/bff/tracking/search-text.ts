/** What people put before the end of a number, in the words of this app and around it. */
const beforeTail =
  /(?:^|\s)(?:ending in|ends in|ending|(?:que )?termin(?:a|ad[ao]) e[nm]|finalizad[ao] (?:en|em)|final)\s+(?=\S*\d\S*$)/giu;

/** A text as it was pasted, without the marks before a number: `Bancolombia ···· 7741`, `#104001`. */
export function searchedText(q: string): string {
  const text = q.replace(/[·•∙*#№]+/g, ' ').replace(/\.{3,}|…/g, ' ');
  return text.replace(beforeTail, ' ').replace(/\s+/g, ' ').trim() || q;
}

/** A number of a document or account without what people write between its parts. */
export function compact(text: string): string {
  return text.replace(/[\s./-]/g, '');
}
