/** Estimates the width in em of a line of bold figures in the widest system font. */
export function textEms(text: string): number {
  let ems = 0;
  for (const character of text) {
    if (/\d/.test(character)) ems += 0.7;
    else if (/\p{L}/u.test(character)) ems += 0.8;
    else ems += 0.38;
  }
  return Math.max(1, Math.round(ems * 100) / 100);
}
