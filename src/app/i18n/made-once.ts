/**
 * What Intl writes and compares with is slow to make and quick to use: each is made once for its locale
 * and for what else it is given, and only when it is first needed.
 */
export function madeOnce<Given extends readonly unknown[], Made>(
  make: (locale: string, ...given: Given) => Made,
): (locale: string, ...given: Given) => Made {
  const made = new Map<string, Made>();
  return (locale, ...given) => {
    const key = JSON.stringify([locale, ...given]);
    const one = made.get(key) ?? make(locale, ...given);
    made.set(key, one);
    return one;
  };
}
