const maxTexts = 1_000;
const maxTextLength = 300;

/**
 * Keeps what is made of a text that a stranger chooses, such as a header. Of many texts, or long ones, it keeps few.
 * @returns a function that answers what is kept of the text, or makes it
 */
export function createTextCache<Made>(): (text: string, make: () => Made) => Made {
  const kept = new Map<string, Made>();
  return (text, make) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (text.length > maxTextLength) return made;
    if (kept.size >= maxTexts) kept.clear();
    kept.set(text, made);
    return made;
  };
}
