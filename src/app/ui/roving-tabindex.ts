/** The index that a key moves to among `count`, wrapping around; undefined for other keys. */
export function rovingTabindex(
  key: string,
  [back, forth]: readonly [string, string],
  at: number,
  count: number,
): number | undefined {
  switch (key) {
    case back:
      return at > 0 ? at - 1 : count - 1;
    case forth:
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
