/** What may reorder the text around it: right-to-left letters, and the characters that set a direction. */
const turns =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Keeps the direction of a text apart from the text around it (UAX #9, 2.4.2), where no `<bdi>` can. */
export function isolated(text: string): string {
  if (!turns.test(text)) return text;
  let open = 0;
  // An isolate that ends without a beginning would end this one, and one without an end would take in what follows.
  const balanced = text.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== '\u2069') open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return `\u2068${balanced}${'\u2069'.repeat(open + 1)}`;
}
