/** Estimates the width in em of a line of bold figures in the widest system font. */
export function textEms(text: string): number {
  let ems = 0;
  for (const character of text) ems += emsOf(character);
  return Math.max(1, Math.round(ems * 100) / 100);
}

function emsOf(character: string): number {
  if (character >= '0' && character <= '9') return 0.7;
  const isLetter = character < '\u0080' ? /[A-Za-z]/.test(character) : /\p{L}/u.test(character);
  return isLetter ? 0.8 : 0.38;
}
