/** Words before the end of a number ("ending in 7741"), in English, Spanish and Portuguese. */
const beforeTail =
  /(?:^|\s)(?:ending in|ends in|ending|(?:que )?termin(?:a|ad[ao]) e[nm]|finalizad[ao] (?:en|em)|final)\s+(?=\S*\d\S*$)/giu;

/** Cleans a pasted text of marks before a number: `Bancolombia ···· 7741`, `#104001`. */
export function searchedText(q: string): string {
  const text = q.replace(/[·•∙*#№]+/g, ' ').replace(/\.{3,}|…/g, ' ');
  return text.replace(beforeTail, ' ').replace(/\s+/g, ' ').trim() || q;
}

/** An ID or account number without separators. */
export function compact(text: string): string {
  return text.replace(/[\s./-]/g, '');
}
